// Blocks of 256 elements that are −1, 0 or 1 times a scale.

/// Ternary elements, five per byte: 48 bytes of five digits, 4 bytes of four digits, `d`.
///
///     element = d · (digit − 1)
///
/// A byte is its base-3 number as a fraction of 256, rounded up, so that each multiplication by 3 carries out a digit,
/// the highest first. Digit n of byte j of the first 32 bytes belongs to element 32n + j, of the next 16 to
/// 160 + 16n + j, of the last 4 to 240 + 4n + j.
public enum TQ1_0: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .tq1_0 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe factor(block, at: 52)
    for (bytes, start, digits) in [(0..<32, 0, 5), (32..<48, 160, 5), (48..<52, 240, 4)] {
      for byte in bytes {
        var rest = unsafe part(block, at: byte, as: UInt8.self)
        for n in 0..<digits {
          let (digit, next) = rest.multipliedFullWidth(by: 3)
          rest = next
          unsafe values[start + n * bytes.count + byte - bytes.lowerBound] = d * (Float(digit) - 1)
        }
      }
    }
  }
}

/// Ternary elements of two bits: 64 bytes of elements as in ``Q2_K``, `d`.
///
///     element = d · (q − 1)
public enum TQ2_0: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .tq2_0 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe factor(block, at: 64)
    for index in 0..<256 { unsafe values[index] = d * (Float(twoBits(block, at: index)) - 1) }
  }
}
