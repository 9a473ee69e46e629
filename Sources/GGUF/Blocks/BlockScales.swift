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
    // Safe: the offsets of a type's scales are inside its block, and only whole blocks are read.
    func word(_ offset: Int) -> UInt16 { unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
    return (0..<bytes.count / size).first { (index: Int) -> Bool in
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
}
