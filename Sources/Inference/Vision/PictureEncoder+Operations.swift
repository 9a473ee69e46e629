import SwiftletKernels

extension PictureEncoder {
  /// Returns the multiplications and additions of encoding a picture of a size: matrix products and attention.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed.
  public func operationCount(of size: PictureSize) throws(InferenceError) -> Int {
    try viewSizes(of: size).reduce(0) { $0 + encoder.operationCount($1) }
  }
}

extension VisionEncoder {
  /// The multiplications and additions of a view of a size in pixels.
  fileprivate func operationCount(_ view: PictureSize) -> Int {
    var grid = PatchGrid(rows: view.height / model.patchSize, columns: view.width / model.patchSize)
    let merged = grid.count / (model.merge * model.merge)
    var rows: Int { grid.count + (model.hasClassToken ? 1 : 0) }
    func elements(_ linears: [DecoderWeights.Linear]) -> Int {
      linears.reduce(0) { $0 + $1.projection.rows * $1.projection.columns }
    }
    var products = rows * elements(weights.patches)
    for (index, block) in weights.blocks.enumerated() {
      let matrices = (block.attention.products + [block.up, block.down]).flatMap(\.groups)
      products += rows * elements(matrices.map(\.linear))
      let window = model.hasWindow(block: index) ? model.window : nil
      let pairs = window.map { grid.windows(side: $0).reduce(0) { $0 + $1 * $1 } } ?? rows * rows
      // Scores, and sums of values.
      products += 2 * pairs * model.shape.headCount * model.shape.headWidth
      guard index == model.mergingBlock, let merger = weights.merger else { continue }
      products += rows * elements(merger.attention.products.flatMap(\.groups).map(\.linear))
      // Each patch sees the four of its square.
      products += 2 * 4 * rows * model.shape.headCount * model.shape.headWidth
      grid = PatchGrid(rows: grid.rows / 2, columns: grid.columns / 2)
      products += rows * elements(Self.matrices(of: merger.steps))
    }
    for steps in [weights.steps] + weights.deepstack.values { products += merged * elements(Self.matrices(of: steps)) }
    return 2 * products
  }

  /// The matrices of a projector.
  private static func matrices(of steps: [VisionWeights.Step]) -> [DecoderWeights.Linear] {
    steps.flatMap { step -> [DecoderWeights.Linear] in
      switch step {
      case .linear(let linear): return [linear]
      case .gated(let gateUp, let down, _): return [gateUp, down]
      default: return []
      }
    }
  }
}

extension PatchGrid {
  /// The numbers of patches in attention windows.
  fileprivate func windows(side: Int) -> [Int] {
    func sides(_ length: Int) -> [Int] { stride(from: 0, to: length, by: side).map { min(side, length - $0) } }
    return sides(rows).flatMap { height in sides(columns).map { height * $0 } }
  }
}
