/// A format that floats can be quantised to.
///
/// Results are bit-identical to the numpy code of the `gguf` package for the formats that it supports. The other
/// formats use a search for the least squared error.
public protocol WritableBlockFormat: BlockFormat {
  /// Quantises the elements at `values` into one block.
  static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer)
  /// Quantises one block, minimising the importance-weighted squared error.
  ///
  /// `importance` has the weight of the squared error for each element.
  static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer)
}

extension WritableBlockFormat {
  /// Quantises one block without importance, the default for formats with enough bits.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe quantize(values, into: block)
  }

  /// Quantises `values`, whose count has to be a whole number of blocks that fit `bytes`.
  ///
  /// `importance`, if given, has a weight for each value.
  public static func quantize(
    _ values: UnsafeBufferPointer<Float>, importance: UnsafeBufferPointer<Float>? = nil,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    let blocks = blockCount(values.count, bytes.count)
    guard blocks > 0, let source = values.baseAddress, let target = bytes.baseAddress else { return }
    precondition(unsafe importance.map { $0.count >= values.count } ?? true, "importance for some values only")
    for index in 0..<blocks {
      let offset = index * type.elementsPerBlock
      // Safe: blockCount checked both extents.
      let block = unsafe target + index * type.bytesPerBlock
      if let importance = unsafe importance?.baseAddress {
        unsafe quantize(source + offset, importance: importance + offset, into: block)
      } else {
        unsafe quantize(source + offset, into: block)
      }
    }
  }

  /// Returns the quantised blocks of `values`, whose count has to be a whole number of blocks.
  public static func quantized(_ values: [Float]) -> [UInt8] {
    let size = values.count / type.elementsPerBlock * type.bytesPerBlock
    return unsafe Array(unsafeUninitializedCapacity: size) { bytes, initialized in
      unsafe values.withUnsafeBufferPointer { unsafe quantize($0, into: UnsafeMutableRawBufferPointer(bytes)) }
      initialized = size
    }
  }
}

extension TensorType {
  /// The format of the type if floats can be quantised to it; else nil.
  public var writableFormat: (any WritableBlockFormat.Type)? {
    switch self {
    case .f32: F32.self
    case .f16: F16.self
    case .bf16: BF16.self
    case .q4_0: Q4_0.self
    case .q4_1: Q4_1.self
    case .q5_0: Q5_0.self
    case .q5_1: Q5_1.self
    case .q8_0: Q8_0.self
    case .q2_K: Q2_K.self
    case .q3_K: Q3_K.self
    case .q4_K: Q4_K.self
    case .q5_K: Q5_K.self
    case .q6_K: Q6_K.self
    case .iq4_NL: IQ4_NL.self
    case .iq4_XS: IQ4_XS.self
    case .mxfp4: MXFP4.self
    default: nil
    }
  }

  /// The types that floats can be quantised to.
  public static var writable: [TensorType] { allCases.filter { $0.writableFormat != nil } }
}
