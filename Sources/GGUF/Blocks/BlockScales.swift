/// The floating-point numbers of a block: its scales, or its only element.
///
/// All elements of a block are products with them, so if one is NaN or infinite, so are elements.
enum BlockScales {
  /// A binary32 number.
  case binary32
  /// A bfloat16 number.
  case bfloat16
  /// A binary16 number at each offset in bytes.
  case binary16([Int])
  /// A binary16 number in the high nibbles of four 16-bit words from this offset on, the lowest first.
  case nibbles(Int)
  /// The exponent of a power of two in the first byte (E8M0), of which 255 is NaN.
  case exponent
}

extension TensorType {
  /// The floating-point numbers of a block; nil if it has none, or none that can be NaN or infinite.
  var scales: BlockScales? {
    switch self {
    case .f32: .binary32
    case .bf16: .bfloat16
    case .f16, .q4_0, .q5_0, .q8_0, .iq4_NL, .iq4_XS, .iq1_S, .iq2_XXS, .iq2_XS, .iq2_S, .iq3_XXS, .iq3_S:
      .binary16([0])
    case .q4_1, .q5_1, .q4_K, .q5_K: .binary16([0, 2])
    case .q2_K: .binary16([80, 82])
    case .q3_K: .binary16([108])
    case .q6_K: .binary16([208])
    case .tq1_0: .binary16([52])
    case .tq2_0: .binary16([64])
    case .iq1_M: .nibbles(48)
    case .mxfp4: .exponent
    // The NaN among the 8-bit scales of NVFP4 is read as 0.
    case .nvfp4: nil
    // Types that are not computed with.
    case .q8_1, .q8_K, .q1_0, .q2_0, .f64, .i8, .i16, .i32, .i64: nil
    }
  }

  /// Returns the index of the first block with a scale that is NaN or infinite; nil if there is none.
  ///
  /// Only scales are read, and every element of types without scales.
  public func firstNonFiniteBlock(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let scales else { return nil }
    let size = bytesPerBlock
    // Usually there is none, which costs least to find out about all numbers at once.
    let start = unsafe finitePrefix(of: bytes) / size
    // Safe: the offsets of a type's scales are inside its block, and only whole blocks are read.
    func word(_ offset: Int) -> UInt16 { unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
    return (start..<bytes.count / size).first { (index: Int) -> Bool in
      let block = index * size
      switch scales {
      case .binary32:
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: block, as: UInt32.self)
        return !Float(bitPattern: bits).isFinite
      case .bfloat16: return !HalfPrecision.float(bf16: word(block)).isFinite
      case .binary16(let offsets):
        return offsets.contains { !HalfPrecision.float(f16: word(block + $0)).isFinite }
      case .nibbles(let offset):
        var bits: UInt16 = 0
        for nibble in 0..<4 {
          let top: UInt16 = word(block + offset + 2 * nibble) >> 12
          bits |= top << UInt16(4 * nibble)
        }
        return !HalfPrecision.float(f16: bits).isFinite
      case .exponent: return unsafe bytes[block] == 255
      }
    }
  }

  /// The length of a prefix of floating-point numbers that are finite: of all whole words, or 0.
  private func finitePrefix(of bytes: UnsafeRawBufferPointer) -> Int {
    // The exponent's bits and its lowest one: their sum carries into the sign bit if the exponent is full.
    let (exponents, one): (UInt64, UInt64)
    switch self {
    case .f32: (exponents, one) = (0x7F80_0000_7F80_0000, 0x0080_0000_0080_0000)
    case .bf16: (exponents, one) = (0x7F80_7F80_7F80_7F80, 0x0080_0080_0080_0080)
    case .f16: (exponents, one) = (0x7C00_7C00_7C00_7C00, 0x0400_0400_0400_0400)
    default: return 0
    }
    let end = bytes.count / 8 * 8
    var carries: UInt64 = 0
    for offset in stride(from: 0, to: end, by: 8) {
      // Safe: 8 bytes follow.
      carries |= unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & exponents &+ one
    }
    return carries & (exponents &+ one) == 0 ? end : 0
  }
}
