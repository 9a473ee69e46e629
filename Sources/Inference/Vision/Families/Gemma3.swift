import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `gemma3`: pictures stretched to a square, whose rows are means of squares of patches.
  static let gemma3 = VisionFamily(
    projector: "gemma3", models: "Gemma 3 4B, 12B and 27B",
    markers: ["<start_of_image>"]
  ) {
    model, keys throws(InferenceError) in
    let scale = try keys.scaleFactor(default: 4, grid: model.imageSize / model.patchSize)
    let norm = NormConfiguration(kind: .rootMeanSquare, hasBias: false, epsilon: model.norm.epsilon)
    model.merge = scale
    model.isBidirectional = true
    model.steps = [.pool(side: scale), .norm("mm.soft_emb_norm", norm), .transposed("mm.input_projection")]
  } plan: { model, _ in
    let side = model.imageSize
    let cells = side / model.patchSize / model.merge
    var plan = PicturePlan(.bilinear)
    plan.append("\n\n<start_of_image>")
    plan.append(PicturePlan.View(sizes: [PictureSize(width: side, height: side)]), rows: cells * cells)
    plan.append("<end_of_image>\n\n")
    return plan
  }
}
