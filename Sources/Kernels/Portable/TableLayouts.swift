// The layouts of formats with a lookup table or a codebook, and of ternary weights.

/// IQ4_NL in packed form: levels from −127 to 113, stored with an offset of 128.
public enum PanelIQ4_NL: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .halves }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 7 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x766A_5D4F_3F2D_1801, 0xF1D9_C5B5_A699_8D81) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 241 }
}

/// IQ4_XS in packed form, with the levels of ``PanelIQ4_NL``.
public enum PanelIQ4_XS: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .bytes }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 7 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { PanelIQ4_NL.levels }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { PanelIQ4_NL.largestLevel }
}

/// MXFP4 in packed form: levels from −12 to 12, stored with an offset of 16.
public enum PanelMXFP4: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .exponents }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 4 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x1C18_1614_1312_1110, 0x0408_0A0C_0D0E_0F10) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 28 }
}

/// NVFP4 in packed form, with the levels of ``PanelMXFP4``.
public enum PanelNVFP4: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .microscales }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 4 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { PanelMXFP4.levels }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { PanelMXFP4.largestLevel }
}

/// IQ1_S and IQ1_M in packed form: eight times a coordinate of a codebook, −8, 0 or 8, plus or minus 1.
///
/// The low bits are the index of the coordinate, the high bit is set for minus. Levels are stored with an offset of 16.
public enum PanelIQ1: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .middles }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 4 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x1017_0F07_1019_1109, 0) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 25 }
  /// The power of two that the factors of scales are multiplied by.
  @inlinable public static var factorUnit: Float { 0.25 }
}

/// IQ2_XXS, IQ2_XS and IQ2_S in packed form: levels of magnitude 8, 25 or 43, stored with an offset of 64.
///
/// The low bits are the index of the magnitude, the high bit is the sign.
public enum PanelIQ2: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The number of bits per code in the high plane.
  @inlinable public static var highBits: Int { 1 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .middles }
  /// The number of scales per row and block.
  @inlinable public static var runs: Int { 2 }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 6 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x4015_2738_406B_5948, 0) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 107 }
  /// The power of two that the factors of scales are multiplied by.
  @inlinable public static var factorUnit: Float { 0.25 }
}

/// IQ3_XXS in packed form: levels from −62 to 62, stored with an offset of 64.
///
/// The highest bit of a code is the sign, the others are the index of the magnitude.
public enum PanelIQ3_XXS: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .middles }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 6 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x7E74_6C64_5C54_4C44, 0x020C_141C_242C_343C) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 126 }
  /// The power of two that the factors of scales are multiplied by.
  @inlinable public static var factorUnit: Float { 0.5 }
}

/// IQ3_S in packed form: odd levels from −15 to 15, stored with an offset of 16.
///
/// The highest bit of a code is the sign, the others are the index of the magnitude.
public enum PanelIQ3_S: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 4 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .middles }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 4 }
  /// The lookup table of levels.
  @inlinable public static var levels: (low: UInt64, high: UInt64)? { (0x1F1D_1B19_1715_1311, 0x0103_0507_090B_0D0F) }
  /// The largest level, with its offset.
  @inlinable public static var largestLevel: Int { 31 }
  /// The power of two that the factors of scales are multiplied by.
  @inlinable public static var factorUnit: Float { 2 }
}

/// TQ1_0 and TQ2_0 in packed form: levels from −1 to 1, stored with an offset of 1.
public enum PanelTernary: PanelLayout {
  /// The number of bits per code in the low plane.
  @inlinable public static var lowBits: Int { 2 }
  /// The storage of scales.
  @inlinable public static var scaling: PanelScaling { .factors }
  /// The base-2 logarithm of the offset of levels.
  @inlinable public static var offsetBits: Int? { 0 }
}
