/// Quantises the matrices of a GGUF file to other types.
///
/// Tensors are converted in slabs of rows, so memory use does not grow with the model. Metadata is copied, except keys
/// that describe types and shards.
///
/// ```swift
/// let quantizer = try GGUFQuantizer(GGUFFile(path: "f16.gguf"), mix: mix)
/// try quantizer.write(to: "q4.gguf") { count, body in pool.forEach(count) { _, rows in body(rows) } }
/// ```
public struct GGUFQuantizer {
  /// A closure that runs a body over subranges of a range in parallel, and returns when all are processed.
  public typealias Parallel = (_ count: Int, _ body: @Sendable (Range<Int>) -> Void) -> Void

  /// A tensor and its type in the output.
  public struct Choice: Sendable {
    /// The tensor of the input.
    public let tensor: GGUFTensor
    /// The type in the output.
    public let type: TensorType

    /// The size in bytes in the output.
    public var byteCount: Int { tensor.elementCount / type.elementsPerBlock * type.bytesPerBlock }
  }

  private let file: GGUFFile
  private let mix: QuantizationMix
  private let importance: ImportanceMatrix?
  /// The choices for all tensors in file order.
  public let choices: [Choice]

  /// The approximate number of bytes of floats per slab.
  private static let slabSize = 16 << 20

  /// Creates a quantiser and chooses the types of all tensors.
  ///
  /// - Parameters:
  ///   - file: The input file.
  ///   - mix: The quantisation mix.
  ///   - importance: The importance matrix; nil to weight all columns equally.
  /// - Throws: ``GGUFError`` if a tensor to convert cannot be dequantised, or the metadata is invalid.
  public init(_ file: GGUFFile, mix: QuantizationMix, importance: ImportanceMatrix? = nil) throws(GGUFError) {
    (self.file, self.mix, self.importance) = (file, mix, importance)
    let tensors = file.tensors.map { QuantizationMix.Tensor(name: $0.name, dimensions: $0.dimensions, type: $0.type) }
    let types = try mix.types(of: tensors, metadata: file.metadata, hasImportance: importance != nil)
    var choices: [Choice] = []
    for (tensor, type) in zip(file.tensors, types) {
      guard type == tensor.type || tensor.type.blockFormat != nil else {
        throw GGUFError(
          .badTensorType, file: tensor.mapping.path, subject: .tensor(tensor.name), found: tensor.type.name,
          expected: "one of \(TensorType.computable.map(\.name).joined(separator: ", "))")
      }
      _ = try importance?.columns(of: tensor)
      choices.append(Choice(tensor: tensor, type: type))
    }
    self.choices = choices
  }

  /// The total size in bytes of all tensors in the output.
  public var byteCount: Int { choices.reduce(0) { $0 + $1.byteCount } }

  /// Writes the output; an existing file at `path` is replaced atomically at the end.
  ///
  /// - Parameters:
  ///   - path: The path of the output, which must not be the input.
  ///   - allowsNonFinite: True if weights that are NaN or infinite become 0; else they are an error.
  ///   - progress: A closure that is called repeatedly with the completed fraction, from 0 to 1.
  ///   - parallel: A closure that runs a loop in parallel.
  /// - Returns: The number of weights that became 0, because they were NaN or infinite.
  /// - Throws: ``GGUFError``, with code `notFinite` for such weights; no partial file is left.
  @discardableResult
  public func write(
    to path: String, allowingNonFinite allowsNonFinite: Bool = false,
    progress: @escaping (Double) -> Void = { _ in }, parallel: @escaping Parallel = { $1(0..<$0) }
  ) throws(GGUFError) -> Int {
    let replaced = MappedFile.Identifier(regularFile: path)
    for shard in file.shards where shard.mapping.identifier == replaced {
      throw GGUFError(
        .cannotWrite, file: path, found: "the file that is read", expected: "the path of another file")
    }
    var writer = GGUFWriter()
    writer.metadata = metadata
    let total = Double(max(1, byteCount))
    var before = 0
    let zeroed = NonFiniteWeights(areAllowed: allowsNonFinite)
    for choice in choices {
      let columns = choice.type == choice.tensor.type ? nil : try importance?.columns(of: choice.tensor)
      let start = before
      writer.addTensor(choice.tensor.name, choice.type, dimensions: choice.tensor.dimensions) {
        sink throws(GGUFError) in
        let startOffset = sink.written
        try choice.write(to: &sink, importance: columns, slabSize: Self.slabSize, zeroed, parallel) { written in
          progress(Double(start + written - startOffset) / total)
        }
      }
      before += choice.byteCount
    }
    try writer.write(to: path)
    return zeroed.count
  }

  /// The metadata of the output.
  private var metadata: GGUFMetadata {
    var metadata = file.metadata
    for key in ["split.no", "split.count", "split.tensors.count"] { metadata[key] = nil }
    metadata["general.quantization_version"] = .uint32(2)
    metadata["general.file_type"] = .uint32(mix.fileType)
    if let importance {
      metadata["quantize.imatrix.file"] = .text(importance.file.split(separator: "/").last.map(String.init) ?? "")
      metadata["quantize.imatrix.dataset"] = importance.datasets.first.map { .text($0) }
      metadata["quantize.imatrix.entries_count"] = .uint32(UInt32(clamping: importance.count))
      metadata["quantize.imatrix.chunks_count"] = .uint32(UInt32(clamping: importance.chunkCount))
    }
    return metadata
  }
}
