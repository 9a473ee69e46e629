/// 4-bit floating-point elements (E2M1) under a power of two: its exponent `e` (E8M0), then nibbles as in ``Q4_0``.
///
///     element = 2^(e − 128) · level(q)
///
/// The levels are the doubled E2M1 numbers, hence 128 instead of the bias 127. `e` = 255 means NaN, as in the OCP
/// microscaling specification; the `gguf` package never writes it and reads it as 2^127.
public enum MXFP4: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .mxfp4 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe factor(block.load(as: UInt8.self))
    for j in 0..<16 {
      let byte = unsafe block.load(fromByteOffset: 1 + j, as: UInt8.self)
      unsafe values[j] = d * levels[Int(byte & 15)]
      unsafe values[j + 16] = d * levels[Int(byte >> 4)]
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    var largest: Float = 0
    var isNumber = true
    for j in 0..<32 {
      largest = max(largest, unsafe abs(values[j]))
      isNumber = unsafe isNumber && !values[j].isNaN
    }
    // Below 2^-125 the exponent of the reference wraps around to 255 and less; here it is clamped to 0.
    let e = isNumber && largest > 0 && largest.isFinite ? UInt8(max(binaryLogarithm(largest) + 125, 0)) : 0
    let d = factor(e)
    unsafe block.storeBytes(of: e, as: UInt8.self)
    for j in 0..<16 {
      let (low, high) = unsafe (nearest(values[j], d), nearest(values[j + 16], d))
      unsafe block.storeBytes(of: low | high << 4, toByteOffset: 1 + j, as: UInt8.self)
    }
  }

  private static let levels: [Float] = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12]

  private static func factor(_ e: UInt8) -> Float {
    switch e {
    case 0, 1: Float(bitPattern: 0x20_0000 << UInt32(e))
    case 255: .nan
    default: Float(bitPattern: UInt32(e - 1) << 23)
    }
  }

  /// Returns the code of the nearest level, the lowest if several are; 0 for infinities and NaNs.
  private static func nearest(_ value: Float, _ d: Float) -> UInt8 {
    var (best, smallest) = (0, abs(d * levels[0] - value))
    for code in 1..<16 {
      let error = abs(d * levels[code] - value)
      if error < smallest { (best, smallest) = (code, error) }
    }
    return UInt8(best)
  }

  /// Returns the floor of the binary logarithm as the reference computes it, rounded to a float first.
  ///
  /// Just below a power of two, the rounding yields the logarithm of that power.
  private static func binaryLogarithm(_ value: Float) -> Int {
    let above = value.exponent + 1
    let gap = 1 - Double(value.significand) / 2
    // Accurate enough where rounding matters, for gaps below 2^-18.
    let logarithm = Float(Double(above) - (gap + gap * gap / 2) / 0.693_147_180_559_945_3)
    return logarithm == Float(above) ? Int(above) : Int(above) - 1
  }
}
