import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `gemma4v`: pictures of any aspect within a number of rows, tables of positions by column and row, means of squares.
  static let gemma4 = VisionFamily(projector: "gemma4v", models: "Gemma 4", markers: ["<|image|>"]) {
    model, keys throws(InferenceError) in
    (model.norm.kind, model.norm.hasBias) = (.rootMeanSquare, false)
    // The converter writes neither function.
    (model.function, model.functionScale, model.isGated) = (.geluTanh, 1, true)
    (model.hasPostNorm, model.hasValueNorm, model.attentionScale) = (false, true, 1)
    // The encoder itself makes 2 · sample - 1 of samples between 0 and 1.
    model.deviation = model.deviation.map { $0 / 2 }
    model.mean = zip(model.mean, model.deviation).map { $0 + $1 }
    guard model.shape.headWidth % 4 == 0 else {
      throw keys.error("attention.head_count", found: "heads of \(model.shape.headWidth)", expected: "a multiple of 4")
    }
    model.rope = VisionRope(base: 100, pairing: .halvesOfHalves, columnsFirst: true)
    (model.positions, model.isBidirectional) = (.axes, true)
    model.merge = try keys.integer("projector.scale_factor", in: 1...16, default: 3)
    model.pixelLimits = try keys.pixelLimits(model, rows: 1...280)
    model.rowLimiting = .pixels
    try keys.checkTables(of: model)
    model.steps = [.pool(side: model.merge), .scale(Float(model.width).squareRoot())]
    if keys.file["v.std_bias"] != nil { model.steps.append(.standardize(bias: "v.std_bias", scale: "v.std_scale")) }
    model.steps += [.unitNorm(model.norm), .linear("mm.input_projection")]
  } plan: { model, size in
    let cell = model.patchSize * model.merge
    let scaled = size.filling(model.pixelLimits.upperBound, cell: cell)
    var plan = PicturePlan(.bicubic)
    plan.append("<|image>")
    plan.append(PicturePlan.View(sizes: [scaled]), rows: scaled.area / (cell * cell))
    plan.append("<image|>")
    return plan
  }
}

extension ArchitectureKeys {
  /// Checks that the longest row or column of patches is in the tables of positions, and that blocks have no scale.
  fileprivate func checkTables(of model: VisionConfiguration) throws(InferenceError) {
    let cell = model.patchSize * model.merge
    let longest = model.pixelLimits.upperBound / (cell * cell) * model.merge
    let tensor = try wrapping { () throws(GGUFError) in try file.tensor("v.position_embd.weight") }
    guard tensor.elementCount >= 2 * longest * model.width else {
      throw error("image_max_pixels", found: "\(model.pixelLimits.upperBound)", expected: "no more than the positions")
    }
    guard file["v.blk.0.out_scale.weight"] == nil else {
      throw .unsupportedFeature(
        file: file.path, found: "v.blk.0.out_scale.weight", expected: "blocks without scales of their outputs")
    }
  }
}

extension PictureSize {
  /// Scales to the most whole cells in an area, with about the same aspect.
  fileprivate func filling(_ limit: Int, cell: Int) -> PictureSize {
    let (most, side) = (limit / (cell * cell), Double(cell))
    let factor = (Double(most * cell * cell) / Double(area)).squareRoot()
    func cells(_ length: Int) -> Int { Int(clamping: (factor * Double(length) / side).rounded(.down)) }
    let found = PictureSize(width: cells(width), height: cells(height))
    // Pictures too narrow for a cell get one, and as many along their other side as that is longer.
    let narrow = (
      width: min(width / height, most), height: min(height / width, most)
    )
    let grid =
      found.height == 0
      ? PictureSize(width: max(1, narrow.width), height: 1)
      : found.width == 0 ? PictureSize(width: 1, height: max(1, narrow.height)) : found
    return PictureSize(width: grid.width * cell, height: grid.height * cell)
  }
}
