/// A storage format of tensor elements: quantisation blocks of a fixed number of elements and bytes.
///
/// These are scalar reference implementations, bit-identical to the numpy code of the `gguf` package; kernels are
/// tested against them. The layouts are defined in `ggml-common.h` of the ggml repository. In the formulas, `d` is the
/// scale of a block, `m` its minimum, and `q` the integer of an element.
public protocol BlockFormat: Sendable {
  /// The tensor type, which defines the block size.
  static var type: TensorType { get }
  /// Dequantises one block into `values`.
  static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>)
}

extension BlockFormat {
  /// Dequantises the first `count` elements of `bytes`, which have to be a whole number of blocks in bounds.
  public static func dequantized(_ bytes: UnsafeRawBufferPointer, count: Int) -> [Float] {
    unsafe Array(unsafeUninitializedCapacity: count) { values, initialized in
      unsafe dequantize(bytes, into: values)
      initialized = count
    }
  }

  /// Dequantises `bytes` into `values`, whose count has to be a whole number of blocks in bounds.
  public static func dequantize(_ bytes: UnsafeRawBufferPointer, into values: UnsafeMutableBufferPointer<Float>) {
    let blocks = blockCount(values.count, bytes.count)
    guard blocks > 0, let source = bytes.baseAddress, let target = values.baseAddress else { return }
    for index in 0..<blocks {
      // Safe: blockCount checked both extents.
      unsafe dequantize(source + index * type.bytesPerBlock, into: target + index * type.elementsPerBlock)
    }
  }

  static func blockCount(_ elements: Int, _ bytes: Int) -> Int {
    precondition(elements % type.elementsPerBlock == 0, "not a whole number of blocks")
    let blocks = elements / type.elementsPerBlock
    precondition(blocks * type.bytesPerBlock <= bytes, "blocks outside their memory")
    return blocks
  }
}

extension TensorType {
  /// The format of the type; nil for types that can only be copied.
  public var blockFormat: (any BlockFormat.Type)? {
    if let writableFormat { return writableFormat }
    return readOnlyFormat
  }

  /// The format of a type that can be read but not written; nil for others.
  private var readOnlyFormat: (any BlockFormat.Type)? {
    switch self {
    case .iq2_XXS: IQ2_XXS.self
    case .iq2_XS: IQ2_XS.self
    case .iq2_S: IQ2_S.self
    case .iq3_XXS: IQ3_XXS.self
    case .iq3_S: IQ3_S.self
    case .iq1_S: IQ1_S.self
    case .iq1_M: IQ1_M.self
    case .tq1_0: TQ1_0.self
    case .tq2_0: TQ2_0.self
    case .nvfp4: NVFP4.self
    default: nil
    }
  }

  /// The types that can be dequantised.
  public static var computable: [TensorType] { allCases.filter { $0.blockFormat != nil } }
}
