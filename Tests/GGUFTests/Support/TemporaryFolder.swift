import Foundation

/// A folder that exists as long as its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/gguf-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an entry, existing or not.
  func filePath(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String = "test.gguf") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: filePath(name)))
    return filePath(name)
  }

  /// The names of everything in the folder.
  var entries: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
