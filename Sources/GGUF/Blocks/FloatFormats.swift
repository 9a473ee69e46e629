/// IEEE 754 binary32, one element per block.
public enum F32: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .f32 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    unsafe values[0] = block.loadUnaligned(as: Float.self)
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe block.storeBytes(of: values[0], as: Float.self)
  }
}

/// IEEE 754 binary16, one element per block.
public enum F16: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .f16 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    unsafe values[0] = HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe block.storeBytes(of: HalfPrecision.f16(values[0]), as: UInt16.self)
  }
}

/// bfloat16, one element per block.
public enum BF16: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .bf16 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    unsafe values[0] = HalfPrecision.float(bf16: block.loadUnaligned(as: UInt16.self))
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe block.storeBytes(of: HalfPrecision.bf16(values[0]), as: UInt16.self)
  }
}
