import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `glm4v`: pictures of any aspect, positions by row and column as Qwen-VL's, a network with a gate as projector.
  static let glm4v = VisionFamily(
    projector: "glm4v", models: "GLM 4.1V, GLM 4.6V Flash",
    markers: ["<|begin_of_image|><|image|><|end_of_image|>"]
  ) {
    model, keys throws(InferenceError) in
    (model.norm.kind, model.norm.hasBias) = (.rootMeanSquare, false)
    (model.isGated, model.hasPatchNorm, model.positions) = (true, true, .resized(.cubic))
    // The key is the width of the projector's network.
    if let up = keys.file["v.blk.0.ffn_up.weight"] { model.feedForwardWidth = up.rows }
    guard model.shape.headWidth % 4 == 0 else {
      throw keys.error("attention.head_count", found: "heads of \(model.shape.headWidth)", expected: "a multiple of 4")
    }
    model.merge = try keys.integer("spatial_merge_size", in: 1...16, default: 2)
    model.pixelLimits = try keys.pixelLimits(model, rows: 8...6144)
    (model.rowLimiting, model.rope, model.hasGridPositions) = (.pixels, VisionRope(), true)
    let norm = NormConfiguration(kind: .layer, hasBias: true, epsilon: 1e-5)
    model.steps = [
      .unfold(side: model.merge), .linear("mm.patch_merger"), .linear("mm.model.fc"), .norm("mm.post_norm", norm),
      .activation(.gelu), .gated(gate: "mm.gate", up: "mm.up", down: "mm.down", model.function),
    ]
  } plan: { model, size throws(VisionError) in
    let cell = model.patchSize * model.merge
    let scaled = try size.widened(to: cell).checkedForAspect(of: size).fitted(cell: cell, model.pixelLimits)
    var plan = PicturePlan(.bicubic)
    plan.grid = PictureSize(width: scaled.width / cell, height: scaled.height / cell)
    plan.append("<|begin_of_image|>")
    plan.append(PicturePlan.View(sizes: [scaled]), rows: scaled.area / (cell * cell))
    plan.append("<|end_of_image|>")
    return plan
  }
}

extension PictureSize {
  /// Enlarges pictures whose shorter side is less than a cell.
  fileprivate func widened(to cell: Int) -> PictureSize {
    guard min(width, height) < cell else { return self }
    let scale = max(Double(cell) / Double(height), Double(cell) / Double(width))
    return PictureSize(
      width: max(1, Int(clamping: Double(width) * scale)), height: max(1, Int(clamping: Double(height) * scale)))
  }
}
