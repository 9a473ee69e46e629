import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

/// Runs a vision encoder and its projector: from pixels to rows of the text model.
///
/// A view's rows depend neither on the views that are encoded with it nor on the number of threads.
struct VisionEncoder: Sendable {
  let model: VisionConfiguration
  let weights: VisionWeights
  let kernels: Kernels

  /// The number of patches above which views are encoded one after the other.
  private static let patchesPerBatch = 4096

  /// Encodes views, in batches.
  ///
  /// - Parameter views: RGB pictures, whose sides have as many pixels as the projector merges.
  /// - Returns: The rows of each view: (rows, output width · (1 + number of deepstack blocks)).
  /// - Throws: ``InferenceError/kernel(_:)`` if memory is short.
  func encode(_ views: [Image]) throws(InferenceError) -> [FloatRows] {
    var (result, batch, count): ([FloatRows], [Image], Int) = ([], [], 0)
    var buffers: VisionBuffers?
    for view in views {
      let patches = grid(of: view).count
      if !batch.isEmpty, count + patches > Self.patchesPerBatch {
        result += try encodeBatch(batch, &buffers)
        (batch, count) = ([], 0)
      }
      batch.append(view)
      count += patches
    }
    return batch.isEmpty ? result : result + (try encodeBatch(batch, &buffers))
  }

  /// The grid of whole patches of a view.
  func grid(of view: Image) -> PatchGrid {
    PatchGrid(rows: view.height / model.patchSize, columns: view.width / model.patchSize)
  }

  /// Encodes a batch in the buffers of the one before, if that had as many rows: most views are tiles of one size.
  private func encodeBatch(_ views: [Image], _ last: inout VisionBuffers?) throws(InferenceError) -> [FloatRows] {
    var layout = VisionLayout(views.map { grid(of: $0) }, hasClassToken: model.hasClassToken)
    let buffers: VisionBuffers
    if let last, last.residual.rows == layout.count {
      buffers = last
    } else {
      buffers = try VisionBuffers(
        model, rows: layout.count, threads: kernels.pool.count, hasLimits: weights.hasLimits)
      last = buffers
    }
    try embed(views, layout, buffers)
    var (all, windows) = (
      try batch(layout, window: nil),
      try model.window.map { window throws(InferenceError) in
        try batch(layout, window: window)
      }
    )
    var additional: [[FloatRows]] = layout.grids.map { _ in [] }
    for (index, block) in weights.blocks.enumerated() {
      run(block, model.hasWindow(block: index) ? windows ?? all : all, buffers)
      if index == model.mergingBlock, let merger = weights.merger {
        attend(merger.attention, try batch(layout, window: 2), buffers)
        layout = try merge(layout, merger, buffers)
        (all, windows) = (try batch(layout, window: nil), nil)
      }
      guard let steps = weights.deepstack[index] else { continue }
      for view in layout.grids.indices {
        additional[view].append(try project(buffers.residual, layout, view: view, steps))
      }
    }
    if let norm = weights.postNorm { kernels.normalize(buffers.residual, rows: layout.count, norm) }
    var result: [FloatRows] = []
    for view in layout.grids.indices {
      let main = try project(buffers.residual, layout, view: view, weights.steps)
      result.append(additional[view].isEmpty ? main : try main.joined(with: additional[view]))
    }
    return result
  }

  /// Returns the rows of attention: in each view all patches see each other, or those in a window.
  private func batch(_ layout: VisionLayout, window: Int?) throws(InferenceError) -> VisionBatch {
    let pages = KeyValuePool(layers: 1, shape: model.shape, type: .f32)
    var rows: [BatchRow] = []
    for grid in layout.grids {
      if let window {
        try rows.append(contentsOf: Self.windows(of: grid, side: window, pages))
        continue
      }
      let count = grid.count + layout.classCount
      let cache = try Self.cache(count, pages)
      for position in 0..<count { rows.append(BatchRow(cache: cache, position: position, end: count)) }
    }
    var batch = VisionBatch(rows: rows)
    Kernels.units(of: rows, into: &batch.units)
    return batch
  }

  private static func windows(of grid: PatchGrid, side: Int, _ pages: KeyValuePool) throws(InferenceError) -> [BatchRow]
  {
    let columns = (grid.columns + side - 1) / side
    var caches: [(cache: KeyValueCache, count: Int, next: Int)] = []
    for top in stride(from: 0, to: grid.rows, by: side) {
      for left in stride(from: 0, to: grid.columns, by: side) {
        let count = min(side, grid.rows - top) * min(side, grid.columns - left)
        caches.append((try cache(count, pages), count, 0))
      }
    }
    return (0..<grid.count).map { patch in
      let (row, column) = patch.quotientAndRemainder(dividingBy: grid.columns)
      let window = row / side * columns + column / side
      defer { caches[window].next += 1 }
      return BatchRow(cache: caches[window].cache, position: caches[window].next, end: caches[window].count)
    }
  }

  private static func cache(_ count: Int, _ pages: KeyValuePool) throws(InferenceError) -> KeyValueCache {
    let cache = KeyValueCache(pool: pages, capacity: count)
    try wrapping { () throws(KernelError) in try cache.reserve(for: 0..<count) }
    return cache
  }
}

/// The rows of attention in a batch of views.
struct VisionBatch {
  var rows: [BatchRow]
  /// The runs of rows whose attention is computed together.
  var units: [Range<Int>] = []
}

/// The arrangement of views in the rows of a batch: of each the class token, if any, and then the patches.
struct VisionLayout: Sendable {
  let grids: [PatchGrid]
  /// The number of rows before the patches of a view: 1 with a class token.
  let classCount: Int
  /// The first row of each view.
  let starts: [Int]
  /// The number of rows.
  let count: Int

  init(_ grids: [PatchGrid], hasClassToken: Bool) {
    (self.grids, classCount) = (grids, hasClassToken ? 1 : 0)
    var (starts, next) = ([Int](), 0)
    for grid in grids {
      starts.append(next)
      next += grid.count + classCount
    }
    (self.starts, count) = (starts, next)
  }

  /// The rows of a view's patches.
  func patches(of view: Int) -> Range<Int> {
    let start = starts[view] + classCount
    return start..<start + grids[view].count
  }
}

/// The buffers of a pass.
struct VisionBuffers {
  let patches: Activations  // (rows, channels · side · side)
  let residual: FloatRows  // (rows, width), as those whose shape is not given
  let normed: Activations
  let projections: FloatRows  // (rows, 3 · width)
  let attended: Activations
  let branch: FloatRows
  let up: FloatRows  // (rows, feed-forward), or twice as many columns with gates
  let hidden: Activations  // (rows, feed-forward)
  /// The inputs and products of matrices with limits; nil without any.
  let limited: VisionProducts.Buffers?
  let angles: FloatRows?  // (rows, head width)
  let scratch: AttentionScratch

  init(_ model: VisionConfiguration, rows: Int, threads: Int, hasLimits: Bool) throws(InferenceError) {
    patches = try DecoderBuffers.activations(rows, 3 * model.patchSize * model.patchSize)
    residual = try DecoderBuffers.rows(rows, model.width)
    normed = try DecoderBuffers.activations(rows, model.width)
    projections = try DecoderBuffers.rows(rows, 3 * model.width)
    attended = try DecoderBuffers.activations(rows, model.width)
    branch = try DecoderBuffers.rows(rows, model.width)
    up = try DecoderBuffers.rows(rows, (model.isGated ? 2 : 1) * model.feedForwardWidth)
    hidden = try DecoderBuffers.activations(rows, model.feedForwardWidth)
    limited = hasLimits ? try VisionProducts.Buffers(model, rows: rows) : nil
    angles = model.rope == nil ? nil : try DecoderBuffers.rows(rows, model.shape.headWidth / 4 * 4)
    scratch = try wrapping { () throws(KernelError) in try AttentionScratch(threads: threads, shape: model.shape) }
  }
}

// Not to be shared by two passes, although the threads of one pass divide the rows among them.
@available(*, unavailable) extension VisionBuffers: Sendable {}
