import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `mlp`: the second last state of a CLIP encoder, of the centre of pictures.
  ///
  /// Pictures are scaled and cropped as `transformers` does; other implementations pad them to a square.
  static let llava = VisionFamily(projector: "mlp", models: "LLaVA 1.5", markers: ["<image>"]) {
    model, keys throws(InferenceError) in
    guard keys.file["v.class_embd"] != nil, keys.file["v.image_newline"] == nil else {
      throw .unsupportedFeature(
        file: keys.file.path,
        found: keys.file["v.class_embd"] == nil ? "no v.class_embd" : "v.image_newline, of LLaVA 1.6",
        expected: "the tensors of LLaVA 1.5")
    }
    (model.hasClassToken, model.hasPreNorm, model.hasPostNorm) = (true, true, false)
    // The encoders have even numbers of blocks. Old converters have dropped the last one, which is not run.
    if model.blockCount % 2 == 0 { model.blockCount -= 1 }
    model.steps = [.linear("mm.0"), .activation(.gelu), .linear("mm.2")]
  } plan: { model, size in
    let side = model.imageSize
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    let scaled = Int(clamping: Double(side) * Double(long) / Double(short))
    let whole =
      size.width <= size.height
      ? PictureSize(width: side, height: scaled) : PictureSize(width: scaled, height: side)
    let part = (
      x: (whole.width - side) / 2, y: (whole.height - side) / 2, size: PictureSize(width: side, height: side)
    )
    let cells = side / model.patchSize
    var plan = PicturePlan(.bicubic)
    plan.append(PicturePlan.View(sizes: [whole], part: part), rows: cells * cells)
    return plan
  }
}
