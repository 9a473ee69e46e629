/// A storage format of tensor elements: blocks of a fixed number of elements in a fixed number of bytes.
///
/// This is the scalar reference, exact to the bit with the `gguf` package's numpy code; kernels are tested against it.
/// Layouts: `ggml-common.h` of the ggml repository. In the formulas below `d` is the block's scale, `m` its minimum,
/// `q` an element's integer.
public protocol BlockFormat: Sendable {
  /// The tensor type, which has the block's extents.
  static var type: TensorType { get }
  /// Writes the elements of one block to `values`.
  static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>)
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

  static func blockCount(_ elements: Int, _ bytes: Int) -> Int {
    precondition(elements % type.elementsPerBlock == 0, "not a whole number of blocks")
    let blocks = elements / type.elementsPerBlock
    precondition(blocks * type.bytesPerBlock <= bytes, "blocks outside their memory")
    return blocks
  }
}

extension TensorType {
  /// The format's reference code, nil for types that can only be copied.
  public var blockFormat: (any BlockFormat.Type)? { writableFormat }

  /// The types that can be computed with.
  public static var computable: [TensorType] { allCases.filter { $0.blockFormat != nil } }
}
