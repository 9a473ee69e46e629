/// A storage format of tensor elements: blocks of a fixed number of elements in a fixed number of bytes.
///
/// This is the scalar reference, exact to the bit with the `gguf` package's numpy code; kernels are tested against it.
/// The formats that the package cannot quantise to have quantisers of their own, which search for the least error.
/// Layouts: `ggml-common.h` of the ggml repository. In the formulas below `d` is the block's scale, `m` its minimum,
/// `q` an element's integer.
public protocol BlockFormat: Sendable {
  /// The tensor type, which has the block's extents.
  static var type: TensorType { get }
  /// Writes the elements of one block to `values`.
  static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>)
  /// Writes the block that stands for the elements at `values`.
  static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer)
}

extension BlockFormat {
  /// The first `count` elements that `bytes` hold; `count` must be a whole number of blocks inside `bytes`.
  public static func dequantized(_ bytes: UnsafeRawBufferPointer, count: Int) -> [Float] {
    unsafe Array(unsafeUninitializedCapacity: count) { values, initialized in
      unsafe dequantize(bytes, into: values)
      initialized = count
    }
  }

  /// Writes the elements that `bytes` hold to `values`, whose count must be a whole number of blocks inside `bytes`.
  public static func dequantize(_ bytes: UnsafeRawBufferPointer, into values: UnsafeMutableBufferPointer<Float>) {
    let blocks = blockCount(values.count, bytes.count)
    guard blocks > 0, let source = bytes.baseAddress, let target = values.baseAddress else { return }
    for index in 0..<blocks {
      // Safe: blockCount checked both extents.
      unsafe dequantize(source + index * type.bytesPerBlock, into: target + index * type.elementsPerBlock)
    }
  }

  /// Writes the blocks for `values`, whose count must be a whole number of blocks that fit `bytes`.
  public static func quantize(_ values: UnsafeBufferPointer<Float>, into bytes: UnsafeMutableRawBufferPointer) {
    let blocks = blockCount(values.count, bytes.count)
    guard blocks > 0, let source = values.baseAddress, let target = bytes.baseAddress else { return }
    for index in 0..<blocks {
      // Safe: blockCount checked both extents.
      unsafe quantize(source + index * type.elementsPerBlock, into: target + index * type.bytesPerBlock)
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

  private static func blockCount(_ elements: Int, _ bytes: Int) -> Int {
    precondition(elements % type.elementsPerBlock == 0, "not a whole number of blocks")
    let blocks = elements / type.elementsPerBlock
    precondition(blocks * type.bytesPerBlock <= bytes, "blocks outside their memory")
    return blocks
  }
}

extension TensorType {
  /// The format's reference code, nil for types that can only be copied.
  public var blockFormat: (any BlockFormat.Type)? {
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

  /// The types that can be computed with.
  public static var computable: [TensorType] { allCases.filter { $0.blockFormat != nil } }
}
