import Foundation
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads of files that patterns choose, and into folders.
@Suite struct ChosenFilesTests {
  private let folder: StoreFolder
  private let hub: ScriptedHub

  init() throws {
    folder = try StoreFolder()
    hub = try ScriptedHub(repositories: [
      "me/ok": [
        "tiny-Q4_K_M.gguf": try modelBytes("four"), "UD/tiny-UD-Q2_K_XL.gguf": try modelBytes("two"),
        "mmproj-F16.gguf": try modelBytes(architecture: "clip"), "README.md": Array("# tiny".utf8),
      ]
    ])
  }

  private func name(_ text: String = "hf:me/ok") throws -> ModelName { try ModelName(text) { _ in false } }

  @Test(
    "Patterns are those of hf download",
    arguments: [
      ("a-Q4_K_M.gguf", "*Q4_K_M*", true), ("UD/a.gguf", "*.gguf", true), ("UD/a.gguf", "UD/", true),
      ("UD/a.gguf", "UD/?.gguf", true), ("a.gguf", "[ab].gguf", true), ("a.gguf", "A.gguf", false),
      ("README.md", "*.gguf", false), ("xUD/a", "UD/*", false),
    ])
  func patterns(path: String, pattern: String, isMatch: Bool) {
    #expect(FilePattern.matches(path, pattern) == isMatch)
  }

  @Test func patternsChooseFiles() async throws {
    var options = ModelDownloadOptions()
    options.include = ["UD/*", "README.md"]
    let store = hub.store(folder.environment)
    let model = try await store.download(name(), options: options) { _ in }
    #expect(model.files.map(\.lastPathComponent) == ["README.md", "tiny-UD-Q2_K_XL.gguf"])
    let repository = folder.hub.repository("me/ok")
    #expect(repository.files(commit: StoreFolder.commit).map(\.path) == ["README.md", "UD/tiny-UD-Q2_K_XL.gguf"])
    #expect(try await store.verify().map(\.outcome) == [.intact, .intact])
    options.include = ["*.safetensors"]
    let chosen = options
    let error = await #expect(throws: ModelStoreError.self) {
      try await store.download(name(), options: chosen) { _ in }
    }
    #expect(error?.description.contains("no file matches *.safetensors") == true)
  }

  @Test func foldersGetFilesOfTheirNames() async throws {
    let target = URL(filePath: "\(folder.path)/models").standardizedFileURL.path(percentEncoded: false)
    var options = ModelDownloadOptions()
    options.folder = URL(filePath: target, directoryHint: .isDirectory)
    let store = hub.store(folder.environment)
    let plan = try await store.downloadPlan(for: name(), options: options)
    #expect(plan.files.map(\.isOnDisk) == [false, false] && plan.missingByteCount == plan.byteCount)
    let model = try await store.download(name(), options: options) { _ in }
    #expect(model.files.map { $0.path(percentEncoded: false) } == ["\(target)/tiny-Q4_K_M.gguf"])
    #expect(model.projector?.path(percentEncoded: false) == "\(target)/mmproj-F16.gguf")
    #expect(folder.entries(of: "models").sorted() == ["mmproj-F16.gguf", "tiny-Q4_K_M.gguf"])
    #expect(FileSystem.names(target).count == 2 && folder.entries(of: ".cache").isEmpty)
    #expect(try store.resolve(.file(path: target)).projector != nil)

    // What is right stays, what differs is fetched again, though it has the size.
    var bytes = try modelBytes("four")
    bytes[40] ^= 1
    try folder.write(bytes, to: "models/tiny-Q4_K_M.gguf")
    let count = hub.downloads.count
    _ = try await store.download(name(), options: options) { _ in }
    #expect(hub.downloads.dropFirst(count) == ["GET storage/me/ok/tiny-Q4_K_M.gguf"])
    #expect(try FileSystem.contents("\(target)/tiny-Q4_K_M.gguf", limit: 1 << 20) == modelBytes("four"))
    #expect(try await store.downloadPlan(for: name(), options: options).missingByteCount == 0)
  }

  @Test func unfinishedFilesOfFoldersContinue() async throws {
    var options = ModelDownloadOptions()
    options.folder = URL(filePath: "\(folder.path)/models")
    options.include = ["UD/"]
    let store = hub.store(folder.environment)
    hub.limitAnswers(to: 0)
    let chosen = options
    await #expect(throws: ModelStoreError.self) { try await store.download(name(), options: chosen) { _ in } }
    #expect(folder.entries(of: "models").allSatisfy { $0.hasPrefix(".swiftlet-unfinished/") })
    hub.limitAnswers(to: .max)
    _ = try await store.download(name(), options: options) { _ in }
    #expect(folder.entries(of: "models") == ["UD/tiny-UD-Q2_K_XL.gguf"])
    await #expect(throws: ModelStoreError.self) {
      try await store.download(name("\(hub.storageAddress)/me/ok/x.gguf"), options: chosen) { _ in }
    }
  }
}
