import Foundation
import Testing

@testable import SwiftletStore

/// Models are listed with what is on disk of them, and found without the network.
@Suite struct ListingTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private var repository: CachedRepository { folder.hub.repository("me/ok") }

  /// Stores the listing of a repository with a model in two parts and a single one, of 1000 bytes each.
  private func storeTree() throws -> CachedTree {
    let paths = ["x-Q4_0-00001-of-00002.gguf", "x-Q4_0-00002-of-00002.gguf", "x-Q8_0.gguf"]
    let tree = CachedTree(
      files: Dictionary(
        uniqueKeysWithValues: paths.map {
          ($0, .init(byteCount: 1000, gitHash: "00", sha256: sha256Digits(Array($0.utf8))))
        }))
    try repository.create()
    try repository.store(tree, commit: StoreFolder.commit)
    return tree
  }

  private func blob(_ path: String, of tree: CachedTree) throws -> String { try #require(tree.files[path]).blob }

  @Test func completeModelsHaveTheirProperties() throws {
    let bytes = try modelBytes(architecture: "qwen3")
    try folder.place(["x-Q4_0.gguf": bytes, "mmproj-F16.gguf": [1], "README.md": [2]])
    let model = try #require(folder.store.models().first)
    #expect(folder.store.models().count == 1)
    #expect(model.name.description == "hf:me/ok:Q4_0" && model.store == .huggingFace && model.quantization == "Q4_0")
    #expect(model.architecture == "qwen3" && model.byteCount == bytes.count && model.fractionDownloaded == 1)
    let resolved = try folder.store.resolve(name("hf:me/ok"))
    #expect(resolved.name == model.name && resolved.commit == StoreFolder.commit)
    #expect(resolved.projector?.lastPathComponent == "mmproj-F16.gguf" && resolved.byteCount == bytes.count)
  }

  @Test func unfinishedDownloadsAreListedWithTheirShare() throws {
    let tree = try storeTree()
    #expect(folder.store.models().isEmpty)
    let first = try blob("x-Q4_0-00001-of-00002.gguf", of: tree)
    let root = ".cache/huggingface/hub/models--me--ok/blobs"
    try folder.write([UInt8](repeating: 0, count: 1000), to: "\(root)/\(first)")
    try repository.place(blob: first, as: "x-Q4_0-00001-of-00002.gguf", commit: StoreFolder.commit)
    let second = try blob("x-Q4_0-00002-of-00002.gguf", of: tree)
    try folder.write([UInt8](repeating: 0, count: 500), to: "\(root)/\(second).swiftlet-partial")
    let model = try #require(folder.store.models().first)
    #expect(folder.store.models().count == 1)
    #expect(model.name.description == "hf:me/ok:Q4_0" && !model.isComplete && model.fractionDownloaded == 0.75)
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok:Q4_0"), missingBytes: 500)) {
      try folder.store.files(of: name("hf:me/ok:Q4_0"))
    }
    // What is complete on disk is taken although more is known.
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok:Q8_0"), missingBytes: nil)) {
      try folder.store.files(of: name("hf:me/ok:Q8_0"))
    }
  }

  @Test(arguments: [".swiftlet-partial", ".12345678.incomplete", ".downloadInProgress"])
  func partialsOfAllProgramsCount(_ ending: String) throws {
    let tree = try storeTree()
    let blob = try blob("x-Q8_0.gguf", of: tree)
    try folder.write([1, 2, 3], to: ".cache/huggingface/hub/models--me--ok/blobs/\(blob)\(ending)")
    let model = try #require(folder.store.models().first)
    #expect(model.name.description == "hf:me/ok:Q8_0" && model.byteCount == 3 && model.totalByteCount == 1000)
    #expect(model.modified > Date(timeIntervalSince1970: 1_000_000_000))
    // A blob that no listing names belongs to the repository as a whole.
    try FileSystem.remove(repository.treePath(commit: StoreFolder.commit))
    let unknown = try #require(folder.store.models().first)
    #expect(unknown.name.description == "hf:me/ok" && unknown.fractionDownloaded == nil && unknown.byteCount == 3)
  }

  @Test func gapsOfUnfinishedDownloadsDoNotCount() throws {
    let tree = try storeTree()
    let path = ".cache/huggingface/hub/models--me--ok/blobs/\(try blob("x-Q8_0.gguf", of: tree)).swiftlet-partial"
    try folder.write([UInt8](repeating: 0, count: 900), to: path)
    try folder.write(#"{"url": "http://h/x", "ranges": [[0, 100], [800, 900]]}"#.utf8, to: path + ".json")
    #expect(folder.store.models().map(\.fractionDownloaded) == [0.2])
  }

  @Test("20: a missing part is named, and a model is whole or not")
  func splitModelsAreWholeOrNot() throws {
    let parts = try (0..<2).map { try modelBytes(part: ($0, 2)) }
    try folder.place(["x-Q4_0-00001-of-00002.gguf": parts[0]])
    #expect(throws: ModelStoreError.self) { try folder.store.files(of: name("hf:me/ok")) }
    #expect(folder.store.models().map(\.isComplete) == [false])
    try folder.place(["x-Q4_0-00002-of-00002.gguf": parts[1]])
    let names = ["x-Q4_0-00001-of-00002.gguf", "x-Q4_0-00002-of-00002.gguf"]
    for text in ["hf:me/ok", "hf:me/ok:Q4_0", "hf:me/ok/x-Q4_0-00002-of-00002.gguf", "me/ok"] {
      #expect(try folder.store.files(of: name(text)).map(\.lastPathComponent) == names)
    }
    #expect(folder.store.models().map(\.architecture) == ["llama"])
  }

  @Test func truncatedFilesHaveAShareAndOthersThatAreNoModelsAreMarked() throws {
    let tree = try storeTree()
    let blob = try blob("x-Q8_0.gguf", of: tree)
    try folder.write([1, 2, 3], to: ".cache/huggingface/hub/models--me--ok/blobs/\(blob)")
    try repository.place(blob: blob, as: "x-Q8_0.gguf", commit: StoreFolder.commit)
    let model = try #require(folder.store.models().first)
    #expect(!model.isComplete && model.fractionDownloaded == 0.003 && model.totalByteCount == 1000)
    try folder.place(["x-Q4_0.gguf": try modelBytes(), "x-Q5_0.gguf": [1]], in: "me/other")
    #expect(folder.store.models().suffix(2).map(\.isUsable) == [true, false])
  }

  @Test func filesOfUsersAreFound() throws {
    let path = try folder.write(try modelBytes(), to: "models/x.gguf")
    for text in [path, "~/models/x.gguf", "file://\(path)", folder.path + "/models"] {
      #expect(try folder.store.files(of: name(text)).map(\.path) == [path])
    }
    let parts = try (0..<2).map { number in
      try folder.write(try modelBytes(part: (number, 2)), to: "split/y-0000\(number + 1)-of-00002.gguf")
    }
    for path in parts { #expect(try folder.store.files(of: .file(path: path)).map(\.path) == parts) }
    try FileSystem.remove(parts[0])
    #expect(throws: ModelStoreError.self) { try folder.store.files(of: .file(path: parts[1])) }
    guard
      case .notFound? = #expect(
        throws: ModelStoreError.self, performing: { try folder.store.files(of: name("/no.gguf")) })
    else {
      Issue.record("another error")
      return
    }
  }

  @Test func withoutARevisionOnlyMainIsMeant() throws {
    try folder.place(["x-Q4_0.gguf": [1]], commit: StoreFolder.older, reference: "v1")
    #expect(folder.store.models().map(\.name.description) == ["hf:me/ok@\(StoreFolder.older):Q4_0"])
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok"), missingBytes: nil)) {
      try folder.store.files(of: name("hf:me/ok"))
    }
    try folder.place(["x-Q8_0.gguf": [2]])
    #expect(try folder.store.resolve(name("hf:me/ok")).commit == StoreFolder.commit)
    #expect(throws: ModelStoreError.self) { try folder.store.files(of: name("hf:me/ok:Q4_0")) }
    for model in folder.store.models() { #expect(try folder.store.files(of: model.name) == model.files) }
  }

  @Test func revisionsWithTheSameFilesAreListedOnce() throws {
    try folder.place(["x-Q4_0.gguf": [1], "x-Q8_0.gguf": [2]], commit: StoreFolder.older, reference: nil)
    try folder.place(["x-Q4_0.gguf": [1]])
    #expect(
      folder.store.models().map(\.name.description) == ["hf:me/ok:Q4_0", "hf:me/ok@\(StoreFolder.older):Q8_0"])
  }
}
