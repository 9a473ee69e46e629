/// A tensor of a GGUF file: its description and a view of its bytes in the mapping.
public struct GGUFTensor: Sendable {
  /// The name, such as `blk.0.attn_q.weight`.
  public let name: String
  /// The element type.
  public let type: TensorType
  /// The dimensions, fastest-varying first: a matrix of `rows` × `columns` has dimensions [columns, rows].
  public let dimensions: [Int]
  /// The number of elements.
  public let elementCount: Int
  /// The byte range of the data in ``mapping``.
  public let range: Range<Int>
  /// The mapped file that contains the data.
  public let mapping: MappedFile

  /// The size in bytes.
  public var byteCount: Int { range.count }
  /// The length of a row: the first dimension, or 1 for a scalar.
  public var columns: Int { dimensions.first ?? 1 }
  /// The number of rows: the product of all other dimensions.
  public var rows: Int { elementCount / columns }
  /// The size of a row in bytes.
  public var bytesPerRow: Int { byteCount / rows }

  /// Calls `body` with the bytes of the tensor in the mapping.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe mapping.withBytes(in: range, body)
  }

  /// Returns the tensor with other dimensions of the same product, fastest-varying first.
  ///
  /// An example is a convolution kernel of shape (outputs, channels, height, width) that is used as a matrix.
  public func reshaped(_ dimensions: [Int]) -> GGUFTensor {
    precondition(dimensions.reduce(1, *) == elementCount, "the dimensions have another number of elements")
    return GGUFTensor(
      name: name, type: type, dimensions: dimensions, elementCount: elementCount, range: range, mapping: mapping)
  }

  /// Dequantises all elements to 32-bit floats; intended for small tensors such as norms.
  ///
  /// - Throws: ``GGUFError`` with code `badTensorType` if the type has no ``BlockFormat``.
  public func floats() throws(GGUFError) -> [Float] {
    guard let format = type.blockFormat else {
      throw GGUFError(
        .badTensorType, file: mapping.path, subject: .tensor(name), offset: range.lowerBound, found: type.name,
        expected: "one of \(TensorType.computable.map(\.name).joined(separator: ", "))")
    }
    return unsafe withBytes { bytes in unsafe format.dequantized(bytes, count: elementCount) }
  }

  /// Checks that the tensor has these dimensions, up to dimensions of 1 at the end, which some converters write.
  ///
  /// - Throws: ``GGUFError`` with code `badDimensions`.
  public func require(dimensions expected: [Int]) throws(GGUFError) {
    func withoutOnes(_ dimensions: [Int]) -> ArraySlice<Int> {
      dimensions.prefix((dimensions.lastIndex { $0 != 1 } ?? -1) + 1)
    }
    guard withoutOnes(dimensions) == withoutOnes(expected) else {
      throw GGUFError(
        .badDimensions, file: mapping.path, subject: .tensor(name), offset: range.lowerBound,
        found: "dimensions \(dimensions)", expected: "\(expected)")
    }
  }
}
