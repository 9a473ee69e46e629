/// How blocks of an integer format lie in a panel.
///
///     weight = scale · (level(code) − 2^offsetBits) + minimum
///
/// A block of 32 columns has scales (and minimums) for 16 rows, then the high bits of the codes, then their low bits:
///
///     low 8 bits   8 × 64 bytes; 4 columns each: byte 4·row + i holds column 4·group + i
///     low 6 bits   6 × 64 bytes; 16 columns three: bits 0 to 5 of byte 4·row + i of the k-th hold column 16·n + 4·k + i,
///                  and bits 6 and 7 of the first, second and third bits 4 and 5, 2 and 3, 0 and 1 of column 16·n + 12 + i
///     low 4 bits   4 × 64 bytes; 8 columns each: byte 4·row + i holds columns 8·n + i (low nibble) and 8·n + 4 + i
///     low 2 bits   2 × 64 bytes; 16 columns each: bits 2k and 2k + 1 of byte 4·row + i hold column 16·n + 4·k + i
///     high 1 bit   8 × 8 bytes; 4 columns each: bit 4·row + i belongs to column 4·group + i
///
/// Formats with scales of 8 bits and less have the factors of these before every 8 blocks. Everything else follows.
///
/// All this is a panel alone. The two panels of a pair have each piece of it in turns: 64 bytes of codes of the one, 64 of
/// the other, and likewise scales and the 8 bytes of high bits; see ``Panel/offset(_:_:row:)``.
public protocol PanelLayout {
  /// The bits of a code in the low plane: 8, 6, 4 or 2.
  static var lowBits: Int { get }
  /// The bits of a code in the high plane: 0 or 1.
  static var highBits: Int { get }
  /// How scales are kept.
  static var scaling: PanelScaling { get }
  /// Whether there is a minimum for each scale.
  static var hasMinimum: Bool { get }
  /// How many scales a row has for a block: 1, or 2 of which each counts for 16 columns.
  static var runs: Int { get }
  /// The logarithm of what levels are too large by; nil if they are not.
  static var offsetBits: Int? { get }
  /// The levels of 16 codes as bytes, the first the lowest of `low`; nil if a code is its own level.
  static var levels: (low: UInt64, high: UInt64)? { get }
}

/// How a panel keeps scales, and minimums behind them.
@frozen public enum PanelScaling {
  /// Binary16 numbers, 32 bytes; 32 bytes of minimums.
  case halves
  /// Powers of two as in ``MXFP4``: 16 bytes e for 2^(e − 128). What is below 2⁻¹²⁷ is 0.
  case exponents
  /// Signed bytes, 16 for each run; then as many for minimums. Before 8 blocks their binary16 factors, 32 bytes for
  /// scales and 32 for minimums. The minimum is the negative of the product.
  case bytes
  /// As bytes, with the scale in the low nibble and the minimum in the high one.
  case nibbles
}

extension PanelLayout {
  /// A code is its own level.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { nil }
  /// One scale a block.
  @inlinable public static var runs: Int { 1 }
  /// No high plane.
  @inlinable public static var highBits: Int { 0 }
  /// No minimums.
  @inlinable public static var hasMinimum: Bool { false }
  /// Levels are not too large.
  @inlinable public static var offsetBits: Int? { nil }

  /// Whether 8 blocks have factors of their scales before them.
  @inlinable @inline(__always)
  public static var hasFactors: Bool {
    switch scaling {
    case .halves, .exponents: false
    case .bytes, .nibbles: true
    }
  }
  /// The size of the factors of 8 blocks.
  @inlinable @inline(__always)
  public static var factorByteCount: Int { hasFactors ? hasMinimum ? 64 : 32 : 0 }
  /// Where the minimums of a block are.
  @inlinable @inline(__always)
  public static var minimumOffset: Int {
    if case .halves = scaling { 32 } else { 16 * runs }
  }
  /// Where the high bits of a block are.
  @inlinable @inline(__always)
  public static var highOffset: Int {
    switch scaling {
    case .halves: hasMinimum ? 64 : 32
    case .exponents: 16
    case .bytes: hasMinimum ? 32 * runs : 16 * runs
    case .nibbles: 16 * runs
    }
  }
  /// Where the low bits of a block are.
  @inlinable @inline(__always)
  public static var lowOffset: Int { highOffset + 64 * highBits }
  /// The size of a block.
  @inlinable @inline(__always)
  public static var blockByteCount: Int { lowOffset + 64 * lowBits }
  /// The number of blocks that share factors.
  @inlinable @inline(__always)
  public static var blocksPerFactor: Int { hasFactors ? 8 : 1 }
  /// The size of a panel.
  @inlinable public static func panelByteCount(columns: Int) -> Int {
    columns / (32 * blocksPerFactor) * (factorByteCount + blocksPerFactor * blockByteCount)
  }
  /// The largest level.
  @inlinable @inline(__always)
  public static var largestLevel: Int {
    if levels != nil {
      if case .exponents = scaling { return 28 }
      return 255
    }
    return 1 << (lowBits + highBits) - 1
  }
}

/// Q8_0, as the type of that name in a file.
public enum PanelQ8_0: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 8 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 7 }
}

/// Q4_0, as the type of that name in a file.
public enum PanelQ4_0: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 3 }
}

/// Q4_1, as the type of that name in a file.
public enum PanelQ4_1: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// Whether there are minimums.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q5_0, as the type of that name in a file.
public enum PanelQ5_0: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The bits in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 4 }
}

/// Q5_1, as the type of that name in a file.
public enum PanelQ5_1: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The bits in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// Whether there are minimums.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q2_K, as the type of that name in a file.
public enum PanelQ2_K: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .nibbles }
  /// Whether there are minimums.
  @inlinable public static var hasMinimum: Bool { true }
  /// The number of scales.
  @inlinable public static var runs: Int { 2 }
}

/// Q3_K, as the type of that name in a file.
public enum PanelQ3_K: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The bits in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// The number of scales.
  @inlinable public static var runs: Int { 2 }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 2 }
}

/// Q4_K, as the type of that name in a file.
public enum PanelQ4_K: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// Whether there are minimums.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q5_K, as the type of that name in a file.
public enum PanelQ5_K: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The bits in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// Whether there are minimums.
  @inlinable public static var hasMinimum: Bool { true }
}

/// Q6_K, as the type of that name in a file.
public enum PanelQ6_K: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 6 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// The number of scales.
  @inlinable public static var runs: Int { 2 }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 5 }
}

/// Levels from −127 to 113, kept 128 too large.
public enum PanelIQ4_NL: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 7 }
  /// The levels of the codes.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x766A_5D4F_3F2D_1801, 0xF1D9_C5B5_A699_8D81) }
}

/// As ``PanelIQ4_NL``.
public enum PanelIQ4_XS: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 7 }
  /// The levels of the codes.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { PanelIQ4_NL.levels }
}

/// Levels from −12 to 12, kept 16 too large.
public enum PanelMXFP4: PanelLayout {
  /// The bits in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// How scales are kept.
  @inlinable public static var scaling: PanelScaling { .exponents }
  /// What levels are too large by.
  @inlinable public static var offsetBits: Int? { 4 }
  /// The levels of the codes.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x1C18_1614_1312_1110, 0x0408_0A0C_0D0E_0F10) }
}
