import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension VisionFamily {
  /// `minicpmv4_6`: the whole picture and slices of about its area, which are merged in the encoder and after it.
  static let minicpmv = VisionFamily(
    projector: "minicpmv4_6", models: "MiniCPM-V 4.6", markers: ["<|image_pad|>", "(<image>./</image>)"]
  ) {
    model, keys throws(InferenceError) in
    let key = "projector.scale_factor"
    model.merge = try keys.integer(key, in: 2...4, default: 4)
    guard model.merge != 3 else { throw keys.error(key, found: "3", expected: "2 or 4") }
    if model.merge == 4 { model.mergingBlock = try keys.mergingBlock(of: model) }
    (model.positions, model.tiles, model.rowLimiting) = (.nearest, 1...9, .tiles)
    let side = model.imageSize / (model.patchSize * model.merge)
    model.largestView = side * (side + 1)
    let norm = NormConfiguration(kind: .layer, hasBias: true, epsilon: 1e-6)
    model.steps = [
      .shuffle(side: 2), .norm("mm.input_norm", norm), .linear("mm.up"), .activation(.gelu), .linear("mm.down"),
    ]
  } plan: { model, size in
    let (side, cell) = (Double(model.imageSize), model.patchSize * model.merge)
    let grid = size.slices(atMost: model.tiles.upperBound, side: side)
    var plan = PicturePlan(.bicubic)
    func append(_ view: PicturePlan.View, _ size: PictureSize, _ start: String, _ end: String) {
      plan.append(start)
      plan.append(view, rows: size.area / (cell * cell))
      plan.append(end)
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let whole = PictureSize.scaled(width, height, to: side, cell: cell, isEnlarged: grid == nil)
    plan.append("<image_id>")
    plan.pieces.append(.index)
    append(PicturePlan.View(sizes: [whole]), whole, "</image_id><image>", "</image>")
    guard let grid else { return plan }
    let slice = PictureSize.scaled(
      size.width.rounded(to: grid.width), size.height.rounded(to: grid.height), to: side, cell: cell, isEnlarged: true)
    let all = PictureSize(width: slice.width * grid.width, height: slice.height * grid.height)
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let view = PicturePlan.View(sizes: [all], part: (column * slice.width, row * slice.height, slice))
        append(view, slice, "<slice>", "</slice>")
      }
      if row + 1 < grid.height { plan.append("\n") }
    }
    return plan
  }
}

extension ArchitectureKeys {
  /// Reads the block after which patches are merged.
  fileprivate func mergingBlock(of model: VisionConfiguration) throws(InferenceError) -> Int {
    let key = "wa_layer_indexes"
    let values = try wrapping { () throws(GGUFError) in try file.metadata.integers(name(key)) } ?? [6]
    guard values.count == 1, (0..<model.blockCount).contains(values[0]) else {
      throw error(key, found: summary(key), expected: "one of the \(model.blockCount) blocks")
    }
    return values[0]
  }
}

extension Int {
  /// Rounds to a multiple of a number of parts, halves to even, and divides by it.
  fileprivate func rounded(to parts: Int) -> Double {
    Swift.max((Double(self) / Double(parts)).rounded(.toNearestOrEven), 1)
  }
}

extension PictureSize {
  /// Scales to about the area of a square, in whole cells; pictures that are smaller only if they are to be enlarged.
  fileprivate static func scaled(
    _ width: Double, _ height: Double, to side: Double, cell: Int, isEnlarged: Bool
  ) -> PictureSize {
    var (width, height) = (width, height)
    if width * height > side * side || isEnlarged {
      let aspect = width / height
      height = (side / aspect.squareRoot()).rounded(.down)
      width = (height * aspect).rounded(.down)
    }
    func cells(_ length: Double) -> Int {
      Int(clamping: Swift.max((length / Double(cell)).rounded(.toNearestOrEven), 1)) * cell
    }
    return PictureSize(width: cells(width), height: cells(height))
  }

  /// Returns the numbers of columns and rows of slices; nil if the picture is not divided.
  ///
  /// Of about as many slices as squares fit into the picture, those of the closest aspect are taken, in logarithms.
  fileprivate func slices(atMost limit: Int, side: Double) -> PictureSize? {
    let ideal = min(Int(clamping: (Double(area) / (side * side)).rounded(.up)), limit)
    guard ideal > 1 else { return nil }
    let aspect = log(Double(width) / Double(height))
    var best = (grid: PictureSize(width: 1, height: 1), difference: Double.infinity)
    for count in ideal - 1...ideal + 1 where count != 1 && count <= limit {
      for rows in 1...count where count % rows == 0 {
        let difference = abs(aspect - log(Double(count / rows) / Double(rows)))
        guard difference < best.difference || difference == best.difference && rows > best.grid.height else { continue }
        best = (PictureSize(width: count / rows, height: rows), difference)
      }
    }
    return best.grid
  }
}
