/// The layout of blocks of an integer format in a panel.
///
///     weight = scale · (level(code) − 2^offsetBits) + minimum
///
/// A block of 32 columns has scales (and minimums) for 16 rows, then the high and then the low bits of the codes:
///
///     low 8 bits   8 × 64 bytes; 4 columns each: byte 4·row + i holds column 4·group + i
///     low 6 bits   6 × 64 bytes; 16 columns three: bits 0 to 5 of byte 4·row + i of the k-th hold column 16·n + 4·k + i,
///                  and bits 6 and 7 of the first, second and third bits 4 and 5, 2 and 3, 0 and 1 of column 16·n + 12 + i
///     low 4 bits   4 × 64 bytes; 8 columns each: byte 4·row + i holds columns 8·n + i (low nibble) and 8·n + 4 + i
///     low 2 bits   2 × 64 bytes; 16 columns each: bits 2k and 2k + 1 of byte 4·row + i hold column 16·n + 4·k + i
///     high 1 bit   8 × 8 bytes; 4 columns each: bit 4·row + i belongs to column 4·group + i
///
/// Formats whose scales are integers of 8 bits and less, or are shared by 256 columns, have factors before every 8
/// blocks. Everything else follows.
///
/// This is the layout of a single panel. In a pair, the pieces of both panels alternate: 64 bytes of codes of the
/// first, 64 of the second, and likewise scales and the 8 bytes of high bits; see ``Panel/offset(_:_:row:)``.
public protocol PanelLayout {
  /// The number of bits per code in the low plane: 8, 6, 4 or 2.
  static var lowBits: Int { get }
  /// The number of bits per code in the high plane: 0 or 1.
  static var highBits: Int { get }
  /// The storage of scales.
  static var scaling: PanelScaling { get }
  /// Indicates that each scale has a minimum.
  static var hasMinimum: Bool { get }
  /// The number of scales per row and block: 1, or 2 for 16 columns each.
  static var runs: Int { get }
  /// The base-2 logarithm of the offset of levels; nil if they have none.
  static var offsetBits: Int? { get }
  /// The lookup table of levels for 16 codes, starting at the lowest byte of `low`; nil if codes are levels.
  static var levels: (low: UInt64, high: UInt64)? { get }
  /// The largest level, with its offset; layouts with a table state that of the table.
  static var largestLevel: Int { get }
  /// The power of two that the factors of scales are multiplied by.
  static var factorUnit: Float { get }
}

/// The storage of scales in a panel, followed by the minimums.
@frozen public enum PanelScaling {
  /// Binary16 numbers: 32 bytes of scales, then 32 bytes of minimums.
  case halves
  /// Powers of two as in ``MXFP4``: 16 bytes e for 2^(e − 128); values below 2⁻¹²⁷ become 0.
  case exponents
  /// Signed bytes, 16 for each run; then as many for minimums. Before 8 blocks their binary16 factors, 32 bytes for
  /// scales and 32 for minimums. The minimum is the negative of the product.
  case bytes
  /// As ``bytes``, with the scale in the low nibble and the minimum in the high nibble.
  case nibbles
  /// Integers n for n + ½: 16 bytes with the first run in the low nibbles and the second in the high nibbles. Before 8
  /// blocks their binary16 factors, 32 bytes. There are no minimums.
  case middles
  /// Binary16 factors before 8 blocks, which are the scales of these; 32 bytes. There are no minimums.
  case factors
  /// Unsigned E4M3 numbers as in ``NVFP4``, halved: 16 bytes for each run. There are no minimums and no NaN.
  case microscales
}

extension PanelLayout {
  /// No lookup table: codes are levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { nil }
  /// One scale per block.
  @inlinable public static var runs: Int { 1 }
  /// No high plane.
  @inlinable public static var highBits: Int { 0 }
  /// No minimums.
  @inlinable public static var hasMinimum: Bool { false }
  /// No offset of levels.
  @inlinable public static var offsetBits: Int? { nil }
  /// The largest code.
  @inlinable public static var largestLevel: Int { 1 << (lowBits + highBits) - 1 }
  /// Factors as they are.
  @inlinable public static var factorUnit: Float { 1 }

  /// Indicates that 8 blocks are preceded by factors for their scales.
  @inlinable @inline(__always)
  public static var hasFactors: Bool {
    switch scaling {
    case .halves, .exponents, .microscales: false
    case .bytes, .nibbles, .middles, .factors: true
    }
  }
  /// The size in bytes of the factors of 8 blocks.
  @inlinable @inline(__always)
  public static var factorByteCount: Int { hasFactors ? hasMinimum ? 64 : 32 : 0 }
  /// The byte offset of the minimums in a block.
  @inlinable @inline(__always)
  public static var minimumOffset: Int {
    if case .halves = scaling { 32 } else { 16 * runs }
  }
  /// The byte offset of the high bits in a block.
  @inlinable @inline(__always)
  public static var highOffset: Int {
    switch scaling {
    case .halves: hasMinimum ? 64 : 32
    case .exponents: 16
    case .bytes: hasMinimum ? 32 * runs : 16 * runs
    case .nibbles, .microscales: 16 * runs
    case .middles: 16
    case .factors: 0
    }
  }
  /// The byte offset of the low bits in a block.
  @inlinable @inline(__always)
  public static var lowOffset: Int { highOffset + 64 * highBits }
  /// The size of a block in bytes.
  @inlinable @inline(__always)
  public static var blockByteCount: Int { lowOffset + 64 * lowBits }
  /// The number of blocks that share factors.
  @inlinable @inline(__always)
  public static var blocksPerFactor: Int { hasFactors ? 8 : 1 }
  /// The size of a panel in bytes.
  @inlinable public static func panelByteCount(columns: Int) -> Int {
    columns / (32 * blocksPerFactor) * (factorByteCount + blocksPerFactor * blockByteCount)
  }
}

/// Q8_0 in packed form.
public enum PanelQ8_0: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 8 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 7 }
}

/// Q4_0 in packed form.
public enum PanelQ4_0: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 3 }
}

/// Q4_1 in packed form.
public enum PanelQ4_1: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// Indicates that each scale has a minimum.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q5_0 in packed form.
public enum PanelQ5_0: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 4 }
}

/// Q5_1 in packed form.
public enum PanelQ5_1: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// Indicates that each scale has a minimum.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q2_K in packed form.
public enum PanelQ2_K: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .nibbles }
  /// Indicates that each scale has a minimum.
  @inlinable public static var hasMinimum: Bool { true }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
}

/// Q3_K in packed form.
public enum PanelQ3_K: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 2 }
}

/// Q4_K in packed form.
public enum PanelQ4_K: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// Indicates that each scale has a minimum.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q5_K in packed form.
public enum PanelQ5_K: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// Indicates that each scale has a minimum.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q6_K in packed form.
public enum PanelQ6_K: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 6 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 5 }
}
