import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `mlp`: the second last state of a CLIP encoder, of the centre of pictures (1.5), or of the whole picture and tiles.
  ///
  /// Pictures are scaled, cropped and padded as `transformers` does; of version 1.5, other implementations pad them to a
  /// square.
  static let llava = VisionFamily(projector: "mlp", models: "LLaVA 1.5 and 1.6", markers: ["<image>"]) {
    model, keys throws(InferenceError) in
    guard keys.file["v.class_embd"] != nil else {
      throw .unsupportedFeature(
        file: keys.file.path, found: "no v.class_embd", expected: "the tensors of LLaVA 1.5 or 1.6")
    }
    (model.hasClassToken, model.hasPreNorm, model.hasPostNorm) = (true, true, false)
    // The encoders have even numbers of blocks. Old converters have dropped the last one, which is not run.
    if model.blockCount % 2 == 0 { model.blockCount -= 1 }
    model.steps = [.linear("mm.0"), .activation(.gelu), .linear("mm.2")]
    // The first name is the one that is read by llama.cpp, the second the one that its older converter writes.
    model.learnedRows = ["v.image_newline", "model.image_newline"].filter { keys.file[$0] != nil }.prefix(1).map(\.self)
    model.resolutions = try keys.resolutions(of: model)
    model.rowLimiting = model.resolutions.isEmpty ? .none : .resolutions
  } plan: { model, size in
    model.learnedRows.isEmpty && model.resolutions.isEmpty
      ? PicturePlan(centreOf: size, model) : PicturePlan(tilesOf: size, model)
  }
}

extension ArchitectureKeys {
  /// Reads the sizes of grids of tiles, of version 1.6: pairs of a height and a width.
  fileprivate func resolutions(of model: VisionConfiguration) throws(InferenceError) -> [PictureSize] {
    let key = "image_grid_pinpoints"
    let sides = try wrapping { () throws(GGUFError) in try file.metadata.integers(name(key)) } ?? []
    let merging = try wrapping { () throws(GGUFError) in try file.metadata.string(name("mm_patch_merge_type")) }
    guard sides.count % 2 == 0, sides.count <= 512,
      sides.allSatisfy({ $0 > 0 && $0 % model.imageSize == 0 && $0 <= 64 * model.imageSize })
    else { throw error(key, found: summary(key), expected: "pairs of multiples of \(model.imageSize)") }
    guard sides.isEmpty || merging == nil || merging == "spatial_unpad" else {
      throw error("mm_patch_merge_type", found: summary("mm_patch_merge_type"), expected: "spatial_unpad")
    }
    return stride(from: 0, to: sides.count, by: 2).map { PictureSize(width: sides[$0 + 1], height: sides[$0]) }
  }
}

extension PicturePlan {
  /// Scales the shorter side to that of the encoder and takes the centre.
  fileprivate init(centreOf size: PictureSize, _ model: VisionConfiguration) {
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
    self.init(.bicubic)
    append(View(sizes: [whole], part: part), rows: cells * cells)
  }

  /// Takes the whole picture as a square, and then the rows of the best grid of tiles, without those of its margin, each
  /// with a learned row at its end.
  fileprivate init(tilesOf size: PictureSize, _ model: VisionConfiguration) {
    let side = model.imageSize
    let (square, cells) = (PictureSize(width: side, height: side), side / model.patchSize)
    self.init(.bicubic)
    append(View(sizes: [square]), rows: cells * cells)
    guard let grid = size.bestFit(of: model.resolutions) else {
      pieces += model.learnedRows.indices.map { .learned($0) }
      return
    }
    let scaled = size.fitted(into: grid)
    let canvas = Canvas(size: grid, x: (grid.width - scaled.width) / 2, y: (grid.height - scaled.height) / 2)
    let tiles = PictureSize(width: grid.width / side, height: grid.height / side)
    let first = views.count
    for tile in 0..<tiles.area {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tiles.width)
      _ = add(View(sizes: [scaled], canvas: canvas, part: (column * side, row * side, square)))
    }
    let all = PictureSize(width: tiles.width * cells, height: tiles.height * cells)
    let margin = size.margin(in: all)
    for row in margin.height..<all.height - margin.height {
      for tile in 0..<tiles.width {
        let columns = (tile * cells..<(tile + 1) * cells).clamped(to: margin.width..<all.width - margin.width)
        guard !columns.isEmpty else { continue }
        let start = row % cells * cells - tile * cells
        pieces.append(
          .rows(
            view: first + row / cells * tiles.width + tile, start + columns.lowerBound..<start + columns.upperBound))
      }
      pieces += model.learnedRows.indices.map { .learned($0) }
    }
  }
}

extension PictureSize {
  /// Returns the size in which most of the picture's pixels are kept, and of those the one with the smallest margin.
  fileprivate func bestFit(of sizes: [PictureSize]) -> PictureSize? {
    var best: (size: PictureSize, kept: Int, wasted: Int)?
    for size in sizes {
      let scale = min(Double(size.width) / Double(width), Double(size.height) / Double(height))
      let scaled = PictureSize(
        width: Int(clamping: Double(width) * scale), height: Int(clamping: Double(height) * scale))
      let kept = min(scaled.area, area)
      let wasted = size.area - kept
      if let best, (kept, -wasted) <= (best.kept, -best.wasted) { continue }
      best = (size, kept, wasted)
    }
    return best?.size
  }

  /// Scales to fit into a size with the same aspect.
  fileprivate func fitted(into size: PictureSize) -> PictureSize {
    let scales = (Double(size.width) / Double(width), Double(size.height) / Double(height))
    func up(_ side: Int, _ scale: Double, _ limit: Int) -> Int {
      min(Int(clamping: (Double(side) * scale).rounded(.up)), limit)
    }
    return scales.0 < scales.1
      ? PictureSize(width: size.width, height: up(height, scales.0, size.height))
      : PictureSize(width: up(width, scales.1, size.width), height: size.height)
  }

  /// Returns the columns on the left, and the rows above, that are not the picture's where it is laid into a grid.
  fileprivate func margin(in grid: PictureSize) -> PictureSize {
    func down(_ side: Int, _ scale: Double) -> Int {
      Int(clamping: (Double(side) * scale * 1e7).rounded(.toNearestOrEven) / 1e7)
    }
    if Double(width) / Double(height) > Double(grid.width) / Double(grid.height) {
      return PictureSize(width: 0, height: (grid.height - down(height, Double(grid.width) / Double(width))) / 2)
    }
    return PictureSize(width: (grid.width - down(width, Double(grid.height) / Double(height))) / 2, height: 0)
  }
}
