import Foundation
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads of what is on disk already, intact or damaged.
@Suite struct RepairTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private var repository: CachedRepository { folder.hub.repository("me/ok") }

  private func hub() throws -> ScriptedHub {
    try ScriptedHub(repositories: [
      "me/ok": [
        "tiny-Q8_0.gguf": try modelBytes("eight"), "mmproj-F16.gguf": try modelBytes("projector", architecture: "clip"),
      ]
    ])
  }

  @Test(arguments: [[:], ["HF_HUB_DISABLE_SYMLINKS": "1"]])
  func damagedFilesAreRepaired(variables: [String: String]) async throws {
    let hub = try hub()
    let store = hub.store(folder.environment(variables))
    let wanted = try name("hf:me/ok:Q8_0")
    let model = try await store.download(wanted) { _ in }
    let path = try #require(model.files.first?.resolvingSymlinksInPath().path)
    var bytes = try FileSystem.contents(path, limit: 1 << 20)
    bytes[bytes.count - 1] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    let damaged = try #require(
      try await store.verify(wanted).first { if case .damaged = $0.outcome { true } else { false } })
    #expect(
      damaged.source == (try name("hf:me/ok@\(StoreFolder.commit)")) && damaged.repositoryPath == "tiny-Q8_0.gguf")
    let before = hub.downloads.count
    var options = ModelDownloadOptions()
    options.repairs = true
    options.include = [try #require(damaged.repositoryPath)]
    _ = try await store.download(try #require(damaged.source), options: options) { _ in }
    #expect(hub.downloads.count == before + 1)
    #expect(try await store.verify(wanted).map(\.outcome) == [.intact, .intact])
    options.include = []
    _ = try await store.download(wanted, options: options) { _ in }
    #expect(hub.downloads.count == before + 1)
  }

  @Test func whatIsCompleteNeedsNoWriting() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    _ = try await store.download(name("hf:me/ok:Q8_0"), options: options) { _ in }
    // A file in place of the folder cannot be written to, by root neither.
    try FileManager.default.removeItem(atPath: repository.folder + "/trees")
    try Data().write(to: URL(filePath: repository.folder + "/trees"))
    #expect(try await store.download(name("hf:me/ok:Q8_0"), options: options) { _ in }.files.count == 1)
  }
}
