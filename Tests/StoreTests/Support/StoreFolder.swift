import Foundation
import SwiftletGGUF

@testable import SwiftletStore

/// A home folder with stores that exists as long as its owner, and an environment that knows nothing else.
final class StoreFolder: Sendable {
  let path: String
  /// The commits of the tests.
  static let commit = String(repeating: "a", count: 40)
  static let older = String(repeating: "b", count: 40)

  init() throws {
    path = NSTemporaryDirectory() + "/store-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The environment with this folder as home, and without the store of ollama's service.
  var environment: ModelStoreEnvironment { environment([:]) }

  func environment(_ variables: [String: String], memory: Int = 16 << 30) -> ModelStoreEnvironment {
    ModelStoreEnvironment(
      home: path, variables: variables, ollamaServiceFolder: path + "/service", freeByteCount: { _ in 1 << 40 },
      availableMemory: { memory })
  }

  var store: ModelStore { ModelStore(environment: environment) }

  var hub: HubCache { HubCache(root: path + "/.cache/huggingface/hub") }

  /// Writes a file below the folder.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path(percentEncoded: false)
  }

  /// Puts files into a repository of the hub cache, as a download does, and returns their blobs.
  @discardableResult
  func place(
    _ files: [String: [UInt8]], in identifier: String = "me/ok", commit: String = StoreFolder.commit,
    reference: String? = "main"
  ) throws -> [String: String] {
    let repository = hub.repository(identifier)
    try hub.create()
    try repository.create()
    var blobs: [String: String] = [:]
    for (path, bytes) in files {
      let blob = sha256Digits(bytes)
      blobs[path] = blob
      try Data(bytes).write(to: URL(filePath: "\(repository.blobs)/\(blob)"))
      try repository.place(blob: blob, as: path, commit: commit)
    }
    if let reference { try repository.setReference(reference, to: commit) }
    return blobs
  }

  /// A checksum of the names, kinds, sizes, times and contents of everything below a folder.
  func fingerprint(of name: String) throws -> String {
    let root = "\(path)/\(name)"
    let entries = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    let lines = try entries.map { entry in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(entry)")
      let contents = FileManager.default.contents(atPath: "\(root)/\(entry)").map { sha256Digits([UInt8]($0)) }
      return "\(entry) \(attributes[.type] ?? "") \(attributes[.modificationDate] ?? "") \(contents ?? "-")"
    }
    return sha256Digits(Array(lines.joined(separator: "\n").utf8))
  }

  /// The paths of all entries below a folder that are not folders.
  func entries(of name: String) -> [String] { FileTree.files(in: "\(path)/\(name)") }
}

/// The bytes of a small GGUF file that differs by its name.
func modelBytes(_ name: String = "tiny", architecture: String = "llama", part: (Int, Int)? = nil) throws -> [UInt8] {
  let folder = NSTemporaryDirectory() + "/store-model-" + UUID().uuidString
  defer { try? FileManager.default.removeItem(atPath: folder) }
  var writer = GGUFWriter()
  writer.metadata["general.architecture"] = .text(architecture)
  writer.metadata["general.name"] = .text(name)
  if let part {
    writer.metadata["split.no"] = .uint16(UInt16(part.0))
    writer.metadata["split.count"] = .uint16(UInt16(part.1))
  }
  writer.addTensor("tensor.\(part?.0 ?? 0)", .f32, dimensions: [4], bytes: [UInt8](repeating: 7, count: 16))
  try writer.write(to: folder)
  return [UInt8](try Data(contentsOf: URL(filePath: folder)))
}
