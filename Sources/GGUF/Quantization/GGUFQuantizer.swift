#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Rewrites a GGUF file with other types of matrices.
///
/// Tensors are read, turned and written a few rows at a time, so that memory does not grow with the model. Metadata is
/// kept, except what describes the types and the shards.
///
/// ```swift
/// let quantizer = try GGUFQuantizer(GGUFFile(path: "f16.gguf"), mix: mix)
/// try quantizer.write(to: "q4.gguf") { count, body in pool.forEach(count) { _, rows in body(rows) } }
/// ```
public struct GGUFQuantizer {
  /// Runs a body over parts of a range, all at once; returns when all is done.
  public typealias Parallel = (_ count: Int, _ body: @Sendable (Range<Int>) -> Void) -> Void

  /// A tensor and the type that it gets.
  public struct Choice: Sendable {
    /// The tensor of the input.
    public let tensor: GGUFTensor
    /// The type in the output.
    public let type: TensorType

    /// The size in the output.
    public var byteCount: Int { tensor.elementCount / type.elementsPerBlock * type.bytesPerBlock }
  }

  private let file: GGUFFile
  private let mix: QuantizationMix
  private let importance: ImportanceMatrix?
  /// All tensors in the order of the file.
  public let choices: [Choice]

  /// About how many bytes of floats are at work at once.
  private static let slabSize = 16 << 20

  /// Chooses the types.
  ///
  /// - Parameters:
  ///   - file: What is rewritten.
  ///   - mix: Which types there shall be.
  ///   - importance: Which columns matter; nil for all alike.
  /// - Throws: ``GGUFError`` if a tensor that needs another type cannot be read, or the metadata is broken.
  public init(_ file: GGUFFile, mix: QuantizationMix, importance: ImportanceMatrix? = nil) throws(GGUFError) {
    (self.file, self.mix, self.importance) = (file, mix, importance)
    let subject = try QuantizationSubject(file, hasImportance: importance != nil)
    var choices: [Choice] = []
    for tensor in file.tensors {
      let type = mix.type(of: tensor, in: subject)
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

  /// The number of bytes of all tensors in the output.
  public var byteCount: Int { choices.reduce(0) { $0 + $1.byteCount } }

  /// Writes the output; what was at `path` is replaced only once everything is written.
  ///
  /// - Parameters:
  ///   - path: Where it goes; not the input.
  ///   - progress: Called now and then with the part that is done, from 0 to 1.
  ///   - parallel: Runs what can run at once.
  /// - Throws: ``GGUFError``; nothing is left behind then.
  public func write(
    to path: String, progress: @escaping (Double) -> Void = { _ in }, parallel: @escaping Parallel = { $1(0..<$0) }
  ) throws(GGUFError) {
    for shard in file.shards where Self.isSame(shard.mapping.path, path) {
      throw GGUFError(
        .cannotWrite, file: path, found: "the file that is read", expected: "the path of another file")
    }
    var writer = GGUFWriter()
    writer.metadata = metadata
    let total = Double(max(1, byteCount))
    var before = 0
    for choice in choices {
      let columns = choice.type == choice.tensor.type ? nil : try importance?.columns(of: choice.tensor)
      let start = before
      writer.addTensor(choice.tensor.name, choice.type, dimensions: choice.tensor.dimensions) {
        sink throws(GGUFError) in
        let place = sink.written
        try choice.write(to: &sink, importance: columns, slabSize: Self.slabSize, parallel) { written in
          progress(Double(start + written - place) / total)
        }
      }
      before += choice.byteCount
    }
    try writer.write(to: path)
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

  /// Whether two paths lead to one file.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
