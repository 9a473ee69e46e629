/// A model that an ambiguous name may mean.
public struct ModelCandidate: Sendable, Hashable {
  /// The name that means only this model.
  public var name: ModelName
  /// The quantization with its variant, such as `UD-Q4_K_XL`; nil if the file name has none.
  public var quantization: String?
  /// The number of files.
  public var fileCount: Int
  /// The size in bytes; nil if unknown.
  public var byteCount: Int?
  /// True if the model fits into the available memory, with a tenth for the rest; nil if unknown.
  public var fitsInMemory: Bool?
  /// True if the engine has all tensor types of the quantization.
  public var isRunnable: Bool

  /// Creates a candidate; the memory is the available one in bytes.
  init(
    name: ModelName, quantization: String?, fileCount: Int, byteCount: Int?, memory: Int?, isRunnable: Bool
  ) {
    (self.name, self.quantization, self.fileCount) = (name, quantization, fileCount)
    (self.byteCount, self.isRunnable) = (byteCount, isRunnable)
    if let byteCount, let memory { fitsInMemory = ByteCount.sum([byteCount, byteCount / 10]) <= memory }
  }

  /// The name and the size in one text.
  var label: String { "\(name)" + (byteCount.map { " (\(ByteCount.text($0)))" } ?? "") }
}
