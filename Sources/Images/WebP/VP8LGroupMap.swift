/// The tiles of a lossless WebP picture, and which group of prefix codes each of them uses.
struct VP8LGroupMap {
  /// For each tile, the index among the groups that are used.
  let indices: [UInt32]
  /// For each group of the stream, true if a tile uses it.
  ///
  /// A map may name 65,536 groups and use one, so that only those are stored that are used.
  let isUsed: [Bool]
  /// Pixels whose column has no bits of this are the first ones of a tile.
  let mask: Int
  private let size: Int
  private let width: Int

  /// The map of a picture with one group.
  init() {
    (indices, isUsed, mask, size, width) = ([0], [true], .max, 62, 1)
  }

  /// The map for tiles of 2^`size` pixels, which has the group in red and green.
  init(_ tiles: [UInt32], _ size: Int, _ width: Int) {
    let groups = tiles.map { $0 >> 8 & 0xFFFF }
    var isUsed = [Bool](repeating: false, count: Int(groups.reduce(0, max)) + 1)
    for group in groups { isUsed[Int(group)] = true }
    var count: UInt32 = 0
    let places = isUsed.map { isUsed in
      defer { count += isUsed ? 1 : 0 }
      return count
    }
    indices = groups.map { places[Int($0)] }
    (self.isUsed, self.size, self.width, mask) = (isUsed, size, width, 1 << size - 1)
  }

  /// The index of the tile of a pixel.
  @inline(__always)
  func index(_ column: Int, _ row: Int) -> Int { (row &>> size) &* width &+ (column &>> size) }
}

/// The distances of copies in lossless WebP pictures.
enum VP8LDistances {
  /// Returns how many pixels before the current one a copy begins, for the code of it.
  ///
  /// The first 120 codes stand for pixels near the current one in the rows above.
  @inline(__always)
  static func distance(_ code: Int, width: Int) -> Int {
    guard code <= near.count else { return code &- near.count }
    let (left, up) = near[code &- 1]
    return max(1, up &* width &+ left)
  }

  /// The places near a pixel in columns to the left and rows up, by distance; at equal distance those with fewer
  /// columns come first, and the left one before the right one.
  private static let near: [(left: Int, up: Int)] = {
    var places: [(left: Int, up: Int)] = []
    for up in 0...7 {
      for left in -7...8 where up > 0 || left > 0 { places.append((left, up)) }
    }
    return places.sorted { a, b in
      let (x, y) = (a.left * a.left + a.up * a.up, b.left * b.left + b.up * b.up)
      return (x, abs(a.left), -a.left) < (y, abs(b.left), -b.left)
    }
  }()
}
