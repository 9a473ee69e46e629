import Foundation

/// A folder that exists as long as its owner.
final class TemporaryFolder: Sendable {
  private let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/inference-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an entry, existing or not.
  func filePath(_ name: String) -> String { path + "/" + name }
}
