/// How much each column of a model's matrices matters: the mean squares of what the matrices were multiplied with.
///
/// Read from the GGUF form that llama.cpp's `llama-imatrix` writes: for a matrix, `<name>.in_sum2` has the sums of the
/// squares, columns × experts, and `<name>.counts` how many rows of activations each expert's sums are of.
public struct ImportanceMatrix: Sendable {
  /// The path of the file.
  public let file: String
  /// The names of the texts that it was made with.
  public let datasets: [String]
  /// How many pieces of text it was made with.
  public let chunkCount: Int
  private let columns: [String: [Float]]

  /// The number of matrices.
  public var count: Int { columns.count }

  /// Reads a file.
  ///
  /// - Throws: ``GGUFError`` if the file is no importance matrix, or has sums that do not fit each other.
  public init(path: String) throws(GGUFError) {
    let file = try GGUFFile(path: path)
    self.file = path
    guard try file.metadata.string("general.type") == "imatrix" else {
      throw file.metadata.error(
        .outOfRange, "general.type", found: file.metadata["general.type"].map { "\($0)" } ?? "no such key",
        expected: "imatrix")
    }
    datasets = try file.metadata.byteStrings("imatrix.datasets")?.map { String(decoding: $0, as: UTF8.self) } ?? []
    chunkCount = try file.metadata.integer("imatrix.chunk_count") ?? 0
    var columns: [String: [Float]] = [:]
    let suffix = ".in_sum2"
    for tensor in file.tensors where tensor.name.hasSuffix(suffix) {
      let name = String(tensor.name.dropLast(suffix.count))
      columns[name] = try Self.means(tensor, counts: file.tensor(name + ".counts"))
    }
    self.columns = columns
  }

  private static func means(_ sums: GGUFTensor, counts: GGUFTensor) throws(GGUFError) -> [Float] {
    try counts.require(dimensions: [1, sums.rows])
    let numbers = try counts.floats()
    var means = try sums.floats()
    for (index, sum) in means.enumerated() {
      let count = numbers[index / sums.columns]
      // An expert that nothing was sent to: all columns matter alike.
      means[index] = count > 0 ? sum / count : 1
      guard means[index].isFinite, means[index] >= 0 else {
        throw GGUFError(
          .outOfRange, file: sums.mapping.path, subject: .tensor(sums.name), found: "a mean square of \(means[index])",
          expected: "a finite number from 0 on")
      }
    }
    return means
  }

  /// The mean squares for a matrix, columns × experts; nil if the file has none.
  ///
  /// - Throws: ``GGUFError`` if it has as many columns or experts as another model.
  public func columns(of tensor: GGUFTensor) throws(GGUFError) -> [Float]? {
    guard let columns = columns[tensor.name] else { return nil }
    let expected = tensor.columns * tensor.dimensions.dropFirst(2).reduce(1, *)
    guard columns.count == expected else {
      throw GGUFError(
        .badDimensions, file: file, subject: .tensor(tensor.name + ".in_sum2"), found: "\(columns.count) columns",
        expected: "\(expected), as \(tensor.mapping.path) has them")
    }
    return columns
  }
}
