import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `idefics3`: square tiles behind a shuffle and a matrix, and the whole picture last.
  static let idefics3 = VisionFamily(
    projector: "idefics3", models: "SmolVLM, SmolVLM 2, Granite Docling, Idefics 3",
    markers: ["<image>"]
  ) {
    model, keys throws(InferenceError) in
    model.rowLimiting = .edgeInTiles
    let scale = try keys.scaleFactor(default: 4, grid: model.imageSize / model.patchSize)
    model.longestEdge = try keys.integer(
      "preproc_image_size", in: model.imageSize...1 << 14, default: 4 * model.imageSize)
    model.merge = scale
    model.steps = [.shuffle(side: scale), .linear("mm.model.fc")]
  } plan: { model, size in
    let side = model.imageSize
    let cells = side / model.patchSize / model.merge
    let scaled = size.fitting(longestEdge: model.longestEdge)
    var plan = PicturePlan(.lanczos)
    let marker = "<fake_token_around_image>"
    var whole = PicturePlan.View(sizes: [scaled, PictureSize(width: side, height: side)])
    if scaled.width > side || scaled.height > side {
      let tiled = scaled.tiled(side: side)
      whole.sizes.insert(tiled, at: 1)
      for row in 0..<tiled.height / side {
        for column in 0..<tiled.width / side {
          plan.append(marker + "<row_\(row + 1)_col_\(column + 1)>")
          plan.append(
            PicturePlan.View(
              sizes: [scaled, tiled],
              part: (column * side, row * side, PictureSize(width: side, height: side))), rows: cells * cells)
        }
        plan.append("\n")
      }
      plan.append("\n")
    }
    plan.append(marker + "<global-img>")
    plan.append(whole, rows: cells * cells)
    plan.append(marker)
    return plan
  }
}

extension ArchitectureKeys {
  /// Reads the factor by which a projector reduces the rows and columns of a grid.
  func scaleFactor(default: Int, grid: Int) throws(InferenceError) -> Int {
    let key = "projector.scale_factor"
    let factor = try integer(key, in: 1...64, default: `default`)
    guard grid % factor == 0 else { throw error(key, found: "\(factor)", expected: "a divisor of \(grid)") }
    return factor
  }
}

extension PictureSize {
  /// Scales the longer side to a length, and the other, rounded down, to the next even number.
  fileprivate func fitting(longestEdge: Int) -> PictureSize {
    let aspect = Double(width) / Double(height)
    func even(_ side: Double) -> Int {
      let side = Int(clamping: side)
      return max(1, side + side % 2)
    }
    return width >= height
      ? PictureSize(width: longestEdge, height: even(Double(longestEdge) / aspect))
      : PictureSize(width: even(Double(longestEdge) * aspect), height: longestEdge)
  }

  /// Rounds the longer side up to a multiple of a tile, and the other in proportion.
  fileprivate func tiled(side: Int) -> PictureSize {
    func up(_ length: Int) -> Int { (length + side - 1) / side * side }
    let aspect = Double(width) / Double(height)
    if width >= height {
      let width = up(width)
      return PictureSize(width: width, height: up(Int(clamping: Double(width) / aspect)))
    }
    let height = up(height)
    return PictureSize(width: up(Int(clamping: Double(height) * aspect)), height: height)
  }
}
