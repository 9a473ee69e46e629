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
    let grid = PatchGrid(rows: view.height / model.patchSize, columns: view.width / model.patchSize)
    let rows = grid.count + (model.hasClassToken ? 1 : 0)
    func elements(_ linears: [DecoderWeights.Linear]) -> Int {
      linears.reduce(0) { $0 + $1.projection.rows * $1.projection.columns }
    }
    var products = rows * elements(weights.patches)
    for (index, block) in weights.blocks.enumerated() {
      let matrices = [block.queryKeyValue, block.output, block.up, block.down].flatMap(\.groups)
      products += rows * elements(matrices.map(\.linear))
      let window = model.hasWindow(block: index) ? model.window : nil
      let pairs = window.map { grid.windows(side: $0).reduce(0) { $0 + $1 * $1 } } ?? rows * rows
      // Scores, and sums of values.
      products += 2 * pairs * model.shape.headCount * model.shape.headWidth
    }
    let merged = grid.count / (model.merge * model.merge)
    for steps in [weights.steps] + weights.deepstack.values {
      for case .linear(let linear) in steps { products += merged * elements([linear]) }
    }
    return 2 * products
  }
}

extension PatchGrid {
  /// The numbers of patches in attention windows.
  fileprivate func windows(side: Int) -> [Int] {
    func sides(_ length: Int) -> [Int] { stride(from: 0, to: length, by: side).map { min(side, length - $0) } }
    return sides(rows).flatMap { height in sides(columns).map { height * $0 } }
  }
}
