import SwiftletImages
import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The patch embedding and the blocks.
extension VisionEncoder {
  /// Writes the embeddings of all patches and class tokens to the residual stream, and the rotary angles.
  func embed(_ views: [Image], _ layout: VisionLayout, _ buffers: VisionBuffers) throws(InferenceError) {
    let (rows, residual) = (layout.count, buffers.residual)
    for view in views.indices { readPatches(views[view], layout, view, buffers.patches.values) }
    for (index, matrix) in weights.patches.enumerated() {
      kernels.prepare(buffers.patches, rows: rows, forms: matrix.projection.inputForms)
      kernels.multiply(matrix.projection, buffers.patches, rows: rows, into: index == 0 ? residual : buffers.branch)
      if index > 0 { kernels.add(buffers.branch, to: residual, rows: rows) }
    }
    kernels.finishEmbeddings(residual, rows: rows, bias: weights.patchBias, norm: weights.patchNorm)
    for view in views.indices { addPositions(layout, view, to: residual) }
    if let norm = weights.preNorm { kernels.normalize(residual, rows: rows, norm) }
    if let rope = model.rope, let angles = buffers.angles {
      for view in views.indices { writeAngles(rope, layout, view, to: angles) }
    }
  }

  /// Writes the pixels of each patch, normalised, by channel, row and column.
  private func readPatches(_ image: Image, _ layout: VisionLayout, _ view: Int, _ output: FloatRows) {
    guard let normalization = ImageNormalization(mean: model.mean, deviation: model.deviation) else {
      preconditionFailure("no three means and deviations")
    }
    let numbers = normalization.patches(image, size: model.patchSize)
    let (first, columns) = (layout.patches(of: view).lowerBound, output.columns)
    kernels.pool.forEach(layout.grids[view].count, chunk: 16) { _, patches in
      for patch in patches {
        output.withMutableRow(first + patch) { values in
          for element in 0..<columns { values[element] = numbers[patch * columns + element] }
        }
      }
    }
  }

  /// Adds position embeddings to a view's patches, and writes the class token.
  private func addPositions(_ layout: VisionLayout, _ view: Int, to residual: FloatRows) {
    let width = model.width
    if let classToken = weights.classToken {
      let position = weights.positions?.ofClassToken ?? []
      residual[row: layout.starts[view]] = position.isEmpty ? classToken : zip(classToken, position).map { $0 + $1 }
    }
    guard let table = weights.positions else { return }
    let values = table.embeddings(of: layout.grids[view], model.positions)
    let first = layout.patches(of: view).lowerBound
    kernels.pool.forEach(layout.grids[view].count, chunk: 16) { _, patches in
      for patch in patches {
        residual.withMutableRow(first + patch) { row in
          for element in 0..<width { row[element] += values[patch * width + element] }
        }
      }
    }
  }

  /// Writes the cosine and sine of each pair, for the patches of a view.
  private func writeAngles(_ rope: VisionRope, _ layout: VisionLayout, _ view: Int, to angles: FloatRows) {
    let (width, columns) = (model.shape.headWidth, layout.grids[view].columns)
    let pairs = width / 4
    func frequency(_ pair: Int, _ offset: Int) -> Double {
      pow(rope.base, -Double(4 * pair + 2 * offset) / Double(width))
    }
    let frequencies = (0..<pairs).map { frequency($0, 0) } + (0..<pairs).map { frequency($0, rope.columnOffset) }
    for (patch, index) in layout.patches(of: view).enumerated() {
      angles.withMutableRow(index) { row in
        for (pair, frequency) in frequencies.enumerated() {
          let turnsByRow = (pair < pairs) != rope.columnsFirst
          let angle = Double(turnsByRow ? patch / columns : patch % columns) * frequency
          row[2 * pair] = Float(cos(angle))
          row[2 * pair + 1] = Float(sin(angle))
        }
      }
    }
  }

  /// Runs a block: residual += attention(norm(residual)), then residual += down(function(up(norm(residual)))).
  func run(_ block: VisionWeights.Block, _ batch: VisionBatch, _ buffers: VisionBuffers) {
    let (rows, residual) = (batch.rows.count, buffers.residual)
    let (input, output) = (block.queryKeyValue, block.output)
    kernels.normalize(residual, rows: rows, block.attentionNorm, into: buffers.normed, forms: input.inputForms)
    multiply(input, buffers.normed, rows: rows, into: buffers.projections, buffers)
    kernels.finishHeads(
      buffers.projections, rows: rows, block.epilogue, angles: buffers.angles, shape: model.shape)
    kernels.store(buffers.projections, batch: batch.rows, layer: 0, scratch: buffers.scratch)
    kernels.attend(
      buffers.projections, batch: batch.rows, units: batch.units, layer: 0,
      options: AttentionOptions(scale: model.attentionScale ?? 1 / Float(model.shape.headWidth).squareRoot()),
      scratch: buffers.scratch,
      into: buffers.attended)
    kernels.prepare(buffers.attended, rows: rows, forms: output.inputForms)
    multiply(output, buffers.attended, rows: rows, into: buffers.branch, buffers)
    kernels.add(buffers.branch, block.attentionEpilogue, to: residual, rows: rows)

    let (up, down) = (block.up, block.down)
    kernels.normalize(residual, rows: rows, block.feedForwardNorm, into: buffers.normed, forms: up.inputForms)
    multiply(up, buffers.normed, rows: rows, into: buffers.up, buffers)
    activate(block, rows: rows, buffers)
    multiply(down, buffers.hidden, rows: rows, into: buffers.branch, buffers)
    kernels.add(buffers.branch, block.feedForwardEpilogue, to: residual, rows: rows)
  }

  /// Computes the hidden layer of a feed-forward network from its products.
  private func activate(_ block: VisionWeights.Block, rows: Int, _ buffers: VisionBuffers) {
    let forms = block.down.inputForms
    guard model.functionScale != 1 else {
      return kernels.activate(
        buffers.up, rows: rows, model.function, isGated: model.isGated, bias: block.up.bias, into: buffers.hidden,
        forms: forms)
    }
    // f(s·x) / s, of networks without gates.
    kernels.finishEmbeddings(buffers.up, rows: rows, bias: block.up.bias, norm: nil)
    kernels.scale(buffers.up, rows: rows, by: model.functionScale)
    kernels.activate(
      buffers.up, rows: rows, model.function, isGated: false, bias: nil, into: buffers.hidden, forms: [])
    kernels.scale(buffers.hidden.values, rows: rows, by: 1 / model.functionScale)
    kernels.prepare(buffers.hidden, rows: rows, forms: forms)
  }
}
