import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `pixtral`: pictures of any aspect, rotary embeddings by row and column, a token after each row.
  static let pixtral = VisionFamily(
    projector: "pixtral", models: "Pixtral, Mistral Small 3.1 and 3.2",
    markers: ["[IMG]"]
  ) {
    model, keys throws(InferenceError) in
    (model.norm.kind, model.norm.hasBias) = (.rootMeanSquare, false)
    (model.positions, model.isGated, model.hasPreNorm, model.hasPostNorm) = (.none, true, true, false)
    guard model.shape.headWidth % 4 == 0 else {
      throw keys.error("attention.head_count", found: "heads of \(model.shape.headWidth)", expected: "a multiple of 4")
    }
    // The converter reorders queries and keys to adjacent pairs.
    model.rope = VisionRope(pairing: .adjacent, columnOffset: 1)
    model.merge = try keys.integer("spatial_merge_size", in: 1...16, default: 1)
    (model.longestEdge, model.rowLimiting) = (model.imageSize, .edge)
    model.steps = [.norm("mm.input_norm", model.norm, isOptional: true)]
    if keys.file["mm.patch_merger.weight"] != nil {
      model.steps += [.unfold(side: model.merge), .linear("mm.patch_merger")]
    } else if model.merge != 1 {
      throw keys.error("spatial_merge_size", found: "\(model.merge)", expected: "1 without mm.patch_merger.weight")
    }
    model.steps += [.linear("mm.1"), .activation(.gelu), .linear("mm.2")]
  } plan: { model, size in
    let (cell, longest) = (model.patchSize * model.merge, Double(model.longestEdge))
    let ratio = max(Double(size.height) / longest, Double(size.width) / longest)
    func cells(_ side: Int) -> Int {
      let side = ratio > 1 ? Int(clamping: (Double(side) / ratio).rounded(.down)) : side
      return (max(1, side) - 1) / cell + 1
    }
    let grid = PictureSize(width: cells(size.width), height: cells(size.height))
    var plan = PicturePlan(.bicubic)
    let size = PictureSize(width: grid.width * cell, height: grid.height * cell)
    let view = plan.add(PicturePlan.View(sizes: [size]))
    for row in 0..<grid.height {
      plan.pieces.append(.rows(view: view, row * grid.width..<(row + 1) * grid.width))
      plan.append(row + 1 < grid.height ? "[IMG_BREAK]" : "[IMG_END]")
    }
    return plan
  }
}
