import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `internvl`: tiles of the closest aspect and the whole picture last, a class token, layer scale.
  static let internvl = VisionFamily(
    projector: "internvl", models: "InternVL 2.5 and 3",
    markers: ["<image>", "<IMG_CONTEXT>"]
  ) {
    model, keys throws(InferenceError) in
    model.merge = try keys.scaleFactor(default: 2, grid: model.imageSize / model.patchSize)
    // The exact function, although files say `use_gelu`.
    model.function = .gelu
    (model.hasClassToken, model.hasPostNorm) = (true, false)
    // The largest encoder has RMS norms.
    if keys.file["v.blk.0.ln1.bias"] == nil { (model.norm.kind, model.norm.hasBias) = (.rootMeanSquare, false) }
    let least = try keys.integer("preproc_min_tiles", in: 1...256, default: 1)
    model.tiles = least...(try keys.integer("preproc_max_tiles", in: least...256, default: max(least, 12)))
    model.rowLimiting = .tiles
    let norm = NormConfiguration(kind: .layer, hasBias: true, epsilon: 1e-5)
    model.steps = [
      .shuffle(side: model.merge), .norm("mm.0", norm), .linear("mm.1"), .activation(.gelu), .linear("mm.3"),
    ]
  } plan: { model, size in
    let side = model.imageSize
    let cells = side / model.patchSize / model.merge
    let square = PictureSize(width: side, height: side)
    let grid = size.closestGrid(of: model.tiles, side: side)
    let tiled = PictureSize(width: grid.width * side, height: grid.height * side)
    var plan = PicturePlan(.bicubic)
    plan.append("<img>")
    for tile in 0..<grid.area {
      let (row, column) = tile.quotientAndRemainder(dividingBy: grid.width)
      plan.append(
        PicturePlan.View(sizes: [tiled], part: (column * side, row * side, square)), rows: cells * cells)
    }
    if grid.area > 1 { plan.append(PicturePlan.View(sizes: [square]), rows: cells * cells) }
    plan.append("</img>")
    return plan
  }
}
