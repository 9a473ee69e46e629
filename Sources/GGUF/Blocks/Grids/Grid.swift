/// A codebook of points with 4 or 8 coordinates (grid), where each coordinate has one of a few levels.
///
/// Points are ordered by Σ digit(k) · levels^k, where digit(k) is the index of coordinate k's level.
struct Grid: Sendable {
  /// The number of coordinates.
  let width: Int
  /// The coordinates of all points.
  private let values: [Float]
  /// The points as indices of levels: byte k of a word is that of coordinate k.
  let codes: [UInt64]

  /// Creates a codebook from a hexadecimal bit set of the points of the full grid, lowest bits first.
  init(levels: [Float], width: Int, points: String) {
    self.width = width
    let digits = points.utf8.filter { $0 > 0x20 }.map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x57 }
    var (values, codes): ([Float], [UInt64]) = ([], [])
    var code = [Int](repeating: 0, count: width)
    // The second digit of a byte has the lower bits.
    for bit in 0..<digits.count * 4 {
      if digits[bit / 8 * 2 + (bit / 4 % 2 == 0 ? 1 : 0)] >> (bit % 4) & 1 == 1 {
        values += code.map { levels[$0] }
        codes.append(code.reversed().reduce(0) { $0 << 8 | UInt64($1) })
      }
      var coordinate = 0
      while coordinate < width {
        code[coordinate] += 1
        if code[coordinate] < levels.count { break }
        code[coordinate] = 0
        coordinate += 1
      }
    }
    self.values = values
    self.codes = codes
  }

  /// The number of points.
  var count: Int { values.count / width }

  /// Coordinate `k` of a point.
  @inline(__always)
  subscript(point: Int, k: Int) -> Float { values[point * width + k] }
}

extension Grid {
  private static let two: [Float] = [8, 25, 43]
  static let iq2_XXS = Grid(levels: two, width: 8, points: GridTables.iq2_XXS)
  static let iq2_XS = Grid(levels: two, width: 8, points: GridTables.iq2_XS)
  static let iq2_S = Grid(levels: two, width: 8, points: GridTables.iq2_S)
  static let iq3_XXS = Grid(levels: [4, 12, 20, 28, 36, 44, 52, 62], width: 4, points: GridTables.iq3_XXS)
  static let iq3_S = Grid(levels: [1, 3, 5, 7, 9, 11, 13, 15], width: 4, points: GridTables.iq3_S)
  static let iq1_S = Grid(levels: [-1, 0, 1], width: 8, points: GridTables.iq1_S)
}

/// The codebooks of the IQ formats, whose points are words: byte k is the index of coordinate k's level.
///
/// Levels are in ascending order.
public enum GridCodes {
  /// The 256 points of ``IQ2_XXS``, with 8 coordinates of 3 levels.
  public static var iq2_XXS: [UInt64] { Grid.iq2_XXS.codes }
  /// The 512 points of ``IQ2_XS``, with 8 coordinates of 3 levels.
  public static var iq2_XS: [UInt64] { Grid.iq2_XS.codes }
  /// The 1024 points of ``IQ2_S``, with 8 coordinates of 3 levels.
  public static var iq2_S: [UInt64] { Grid.iq2_S.codes }
  /// The 256 points of ``IQ3_XXS``, with 4 coordinates of 8 levels.
  public static var iq3_XXS: [UInt64] { Grid.iq3_XXS.codes }
  /// The 512 points of ``IQ3_S``, with 4 coordinates of 8 levels.
  public static var iq3_S: [UInt64] { Grid.iq3_S.codes }
  /// The 2048 points of ``IQ1_S`` and ``IQ1_M``, with 8 coordinates of 3 levels.
  public static var iq1: [UInt64] { Grid.iq1_S.codes }
}

/// The sign of one of eight elements with seven sign bits; the eighth makes the number of negative signs even.
@inline(__always)
func sign(_ bits: UInt32, _ k: Int) -> Float {
  let signs = bits & 127
  let all = signs | UInt32(signs.nonzeroBitCount & 1) << 7
  return all >> UInt32(k) & 1 == 1 ? -1 : 1
}

/// The sign of one of eight elements with a sign bit each.
@inline(__always)
func sign(_ bits: UInt8, _ k: Int) -> Float { bits >> k & 1 == 1 ? -1 : 1 }

/// Reads a number from a block.
@inline(__always)
func part<Number: BitwiseCopyable>(_ block: UnsafeRawPointer, at offset: Int, as type: Number.Type) -> Number {
  unsafe block.loadUnaligned(fromByteOffset: offset, as: type)
}

/// Reads the scale of a block, a binary16 number.
@inline(__always)
func factor(_ block: UnsafeRawPointer, at offset: Int = 0) -> Float {
  HalfPrecision.float(f16: unsafe part(block, at: offset, as: UInt16.self))
}
