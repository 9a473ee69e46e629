import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `lfm2`: pictures of any aspect, large ones in tiles with the whole picture last; a resized position table.
  static let lfm2 = VisionFamily(projector: "lfm2", models: "LFM2-VL, LFM2.5-VL", markers: ["<image>"]) {
    model, keys throws(InferenceError) in
    model.merge = try keys.integer("projector.scale_factor", in: 1...16, default: 2)
    model.positions = .resized(.antialiased)
    model.pixelLimits = try keys.pixelLimits(model, rows: 64...256)
    model.tiles = 2...10
    model.rowLimiting = .tilesAndPixels
    let norm = NormConfiguration(kind: .layer, hasBias: true, epsilon: 1e-5)
    model.steps = [
      .shuffle(side: model.merge), .norm("mm.input_norm", norm, isOptional: true), .linear("mm.1"), .activation(.gelu),
      .linear("mm.2"),
    ]
  } plan: { model, size throws(VisionError) in
    let cell = model.patchSize * model.merge
    var plan = PicturePlan(.bilinear)
    func rounded(_ side: Int) -> Int { max(model.patchSize, size.rounded(side, to: cell)) }
    let whole = size.fitted(cell: cell, model.pixelLimits, isAtLeastOneCell: true)
    let view = PicturePlan.View(sizes: [whole])
    let rows = whole.area / (cell * cell)
    plan.append("<|image_start|>")
    let isLarge = rounded(size.width) * rounded(size.height) > 2 * model.pixelLimits.upperBound
    if isLarge, model.tiles.upperBound > 1 {
      let side = model.tileSide
      let grid = size.closestGrid(of: model.tiles, side: side)
      let tiled = PictureSize(width: grid.width * side, height: grid.height * side)
      for row in 0..<grid.height {
        for column in 0..<grid.width {
          plan.append("<|img_row_\(row + 1)_col_\(column + 1)|>")
          plan.append(
            PicturePlan.View(
              sizes: [tiled], part: (column * side, row * side, PictureSize(width: side, height: side))),
            rows: side * side / (cell * cell))
        }
      }
      plan.append("<|img_thumbnail|>")
    }
    plan.append(view, rows: rows)
    plan.append("<|image_end|>")
    return plan
  }
}

extension VisionConfiguration {
  /// The side of a tile, which has as many pixels as the largest picture that is not divided.
  fileprivate var tileSide: Int { Int(clamping: Double(pixelLimits.upperBound).squareRoot()) }
}

extension ArchitectureKeys {
  /// Reads the minimum and maximum number of pixels; by default those of numbers of projected rows.
  func pixelLimits(
    _ model: VisionConfiguration, rows: ClosedRange<Int>
  ) throws(InferenceError) -> ClosedRange<Int> {
    let area = model.patchSize * model.patchSize * model.merge * model.merge
    let lower = try integer("image_min_pixels", in: 1...1 << 26, default: rows.lowerBound * area)
    let upper = try integer("image_max_pixels", in: lower...1 << 26, default: max(lower, rows.upperBound * area))
    return lower...upper
  }
}

extension PictureSize {
  /// Rounds a side to the nearest multiple of a cell, halves to even multiples.
  func rounded(_ side: Int, to cell: Int) -> Int {
    Int(clamping: (Double(side) / Double(cell)).rounded(.toNearestOrEven)) * cell
  }

  /// Scales to whole cells, with about the same aspect and a number of pixels within limits.
  func fitted(cell: Int, _ limits: ClosedRange<Int>, isAtLeastOneCell: Bool = false) -> PictureSize {
    let least = isAtLeastOneCell ? cell : 0
    let rounded = PictureSize(
      width: max(least, rounded(width, to: cell)), height: max(least, rounded(height, to: cell)))
    func scaled(_ rule: FloatingPointRoundingRule, _ scale: (Double) -> Double) -> PictureSize {
      func side(_ length: Int) -> Int {
        max(cell, Int(clamping: (scale(Double(length)) / Double(cell)).rounded(rule)) * cell)
      }
      return PictureSize(width: side(width), height: side(height))
    }
    if rounded.area > limits.upperBound {
      let beta = (Double(area) / Double(limits.upperBound)).squareRoot()
      return scaled(.down) { $0 / beta }
    }
    if rounded.area < limits.lowerBound {
      let beta = (Double(limits.lowerBound) / Double(area)).squareRoot()
      return scaled(.up) { $0 * beta }
    }
    return rounded
  }

  /// Returns the numbers of columns and rows of tiles whose aspect is closest.
  ///
  /// Of equally close ones the last is taken that the picture fills by more than half, in order of their numbers.
  func closestGrid(of tiles: ClosedRange<Int>, side: Int) -> PictureSize {
    let aspect = Double(width) / Double(height)
    var best = (grid: PictureSize(width: 1, height: 1), difference: Double.infinity)
    for count in tiles {
      for columns in 1...count where count % columns == 0 {
        let grid = PictureSize(width: columns, height: count / columns)
        let difference = abs(aspect - Double(grid.width) / Double(grid.height))
        let isTaken =
          difference < best.difference
          || difference == best.difference && Double(area) > 0.5 * Double(side * side * count)
        if isTaken { best = (grid, difference) }
      }
    }
    return best.grid
  }
}
