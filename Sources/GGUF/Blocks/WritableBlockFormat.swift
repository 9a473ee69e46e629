/// A format that numbers can be turned into.
///
/// The result is that of the `gguf` package's numpy code to the bit, where it has any. Formats that it cannot write have
/// quantisers of their own, which search for the least squared error.
public protocol WritableBlockFormat: BlockFormat {
  /// Writes the block that stands for the elements at `values`.
  static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer)
  /// Writes the block with a small error where it matters.
  ///
  /// `importance` has a number for each element: how much a squared error there counts.
  static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer)
}

extension WritableBlockFormat {
  /// Writes the block as without importance: so many bits have nothing to gain from it.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe quantize(values, into: block)
  }

  /// Writes the blocks for `values`, whose count must be a whole number of blocks that fit `bytes`.
  ///
  /// `importance`, if given, has a number for each of the values.
  public static func quantize(
    _ values: UnsafeBufferPointer<Float>, importance: UnsafeBufferPointer<Float>? = nil,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    let blocks = blockCount(values.count, bytes.count)
    guard blocks > 0, let source = values.baseAddress, let target = bytes.baseAddress else { return }
    precondition(unsafe importance.map { $0.count >= values.count } ?? true, "importance for some values only")
    for index in 0..<blocks {
      let place = index * type.elementsPerBlock
      // Safe: blockCount checked both extents.
      let block = unsafe target + index * type.bytesPerBlock
      if let importance = unsafe importance?.baseAddress {
        unsafe quantize(source + place, importance: importance + place, into: block)
      } else {
        unsafe quantize(source + place, into: block)
      }
    }
  }

  /// The blocks for `values`, whose count must be a whole number of blocks.
  public static func quantized(_ values: [Float]) -> [UInt8] {
    let size = values.count / type.elementsPerBlock * type.bytesPerBlock
    return unsafe Array(unsafeUninitializedCapacity: size) { bytes, initialized in
      unsafe values.withUnsafeBufferPointer { unsafe quantize($0, into: UnsafeMutableRawBufferPointer(bytes)) }
      initialized = size
    }
  }
}

extension TensorType {
  /// The format's reference code, nil for types that cannot be written.
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

  /// The types that numbers can be turned into.
  public static var writable: [TensorType] { allCases.filter { $0.writableFormat != nil } }
}
