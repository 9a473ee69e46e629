import SwiftletGGUF

/// The way in which the number of rows of a picture can be limited.
enum RowLimiting: Sendable, Equatable {
  /// Every picture has the same number.
  case none
  /// By the number of pixels.
  case pixels
  /// By the number of tiles, and pixels of pictures that are not divided.
  case tilesAndPixels
  /// By the number of tiles.
  case tiles
  /// By the longest side, in whole tiles.
  case edgeInTiles
  /// By the longest side.
  case edge
  /// By the sizes of grids of tiles.
  case resolutions
}

extension VisionConfiguration {
  /// The number of rows of a square view, or the most of a view.
  private var rowsPerView: Int {
    if let largestView { return largestView }
    let side = imageSize / patchSize / merge
    return side * side
  }

  /// Enlarges small pictures to a number of rows, without those of markers; long narrow pictures may have more.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the family has no such minimum, or a maximum below it.
  mutating func raiseRows(to minimum: Int, file: String) throws(InferenceError) {
    let cell = patchSize * merge
    let most = rowLimiting == .pixels ? pixelLimits.upperBound / (cell * cell) : 0
    guard minimum <= most, minimum >= 0 else {
      throw .vision(.rowMinimumTooLarge(file: file, found: minimum, most: most))
    }
    pixelLimits = max(pixelLimits.lowerBound, minimum * cell * cell)...pixelLimits.upperBound
  }

  /// The largest number of rows of a picture that is fitted to a grid of tiles, with the whole picture before it.
  private func rowCount(of resolution: PictureSize) -> Int {
    let (columns, rows) = (resolution.width / patchSize / merge, resolution.height / patchSize / merge)
    return rowsPerView + rows * (columns + learnedRows.count)
  }

  /// Limits the number of rows of pictures, without those of markers; long narrow pictures may have more.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the family cannot do with so few.
  mutating func limitRows(to limit: Int, file: String) throws(InferenceError) {
    let cell = patchSize * merge
    let fewest =
      switch rowLimiting {
      case .none, .tiles, .edgeInTiles: rowsPerView
      case .resolutions: rowsPerView + learnedRows.count
      default: 1
      }
    guard limit >= fewest else { throw .vision(.rowLimitTooSmall(file: file, found: limit, least: fewest)) }
    let area = min(limit, pixelLimits.upperBound / (cell * cell)) * cell * cell
    // Sides are rounded up to reach the minimum, by less than a cell each.
    let least = min(pixelLimits.lowerBound, max(cell * cell, area / 4))
    switch rowLimiting {
    case .none: break
    case .pixels: pixelLimits = least...area
    case .tilesAndPixels:
      // The largest picture that is not divided has as many rows as a tile.
      let count = limit / max(1, pixelLimits.upperBound / (cell * cell)) - 1
      if count >= tiles.lowerBound {
        tiles = tiles.lowerBound...min(tiles.upperBound, count)
      } else {
        (tiles, pixelLimits) = (1...1, least...area)
      }
    case .tiles:
      // Beside more than one tile there is a view of the whole picture.
      let count = limit / rowsPerView > 2 ? limit / rowsPerView - 1 : 1
      tiles = min(tiles.lowerBound, count)...min(tiles.upperBound, count)
    case .edgeInTiles:
      let count = Int(clamping: Double(max(1, limit / rowsPerView - 1)).squareRoot())
      longestEdge = min(longestEdge, count * imageSize)
    case .resolutions: resolutions = resolutions.filter { rowCount(of: $0) <= limit }
    case .edge: longestEdge = min(longestEdge, Int(clamping: Double(limit).squareRoot()) * cell)
    }
  }
}
