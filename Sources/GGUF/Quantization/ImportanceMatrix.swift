/// An importance matrix (imatrix): the mean squared activations of each column of a model's matrices.
///
/// It is read from the GGUF format of llama.cpp's `llama-imatrix`: for each matrix, `<name>.in_sum2` has the sums of
/// squares, columns × experts, and `<name>.counts` the number of activation rows of each expert.
public struct ImportanceMatrix: Sendable {
  /// The path of the file.
  public let file: String
  /// The names of the calibration data sets.
  public let datasets: [String]
  /// The number of chunks of calibration text.
  public let chunkCount: Int
  private let columns: [String: [Float]]

  /// The number of matrices.
  public var count: Int { columns.count }

  /// Reads an importance matrix from a file.
  ///
  /// - Throws: ``GGUFError`` if the file is not an importance matrix or is inconsistent.
  public init(path: String) throws(GGUFError) {
    let file = try GGUFFile(path: path)
    self.file = path
    guard try file.metadata.string("general.type") == "imatrix" else {
      throw file.metadata.error(
        .outOfRange, "general.type", found: file.metadata.summary("general.type") ?? "no such key",
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
      // Columns of an expert without activations have equal importance.
      means[index] = count > 0 ? sum / count : 1
      guard means[index].isFinite, means[index] >= 0 else {
        throw GGUFError(
          .outOfRange, file: sums.mapping.path, subject: .tensor(sums.name), found: "a mean square of \(means[index])",
          expected: "a finite number from 0 on")
      }
    }
    return means
  }

  /// Returns the mean squares for a matrix, columns × experts; nil if the file has none.
  ///
  /// - Throws: ``GGUFError`` if the number of columns or experts differs.
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
