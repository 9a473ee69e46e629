import Foundation
import SwiftletHTTP
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads whose files do not stay among the blobs: without symbolic links, and into a folder of the user's.
@Suite struct UnlinkedDownloadTests {
  private let folder: StoreFolder
  private let hub: ScriptedHub

  init() throws {
    folder = try StoreFolder()
    hub = try ScriptedHub(repositories: [
      "me/ok": ["tiny-Q8_0.gguf": try modelBytes("eight"), "mmproj-F16.gguf": try modelBytes(architecture: "clip")]
    ])
  }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  /// Pulls the model four times at once.
  private func pullTogether(
    _ variables: [String: String], _ options: ModelDownloadOptions, areAlone: Bool
  ) async throws {
    let wanted = try name("hf:me/ok:Q8_0")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = hub.store(folder.environment(variables), isAlone: areAlone)
          return try await store.download(wanted, options: options) { _ in }.files.count
        }
      }
      for try await count in group { #expect(count == 1) }
    }
    if !areAlone { #expect(hub.downloads.count == 1) }
  }

  private var options: ModelDownloadOptions {
    var options = ModelDownloadOptions()
    (options.checksForUpdates, options.includesCompanions) = (true, false)
    return options
  }

  @Test(
    "Without links, several at once download once, and harm nothing where locks do nothing", arguments: [false, true])
  func withoutLinks(areAlone: Bool) async throws {
    try await pullTogether(["HF_HUB_DISABLE_SYMLINKS": "1"], options, areAlone: areAlone)
    let repository = folder.hub.repository("me/ok")
    #expect(FileSystem.names(repository.blobs).isEmpty)
    #expect(try await folder.store.verify(name("hf:me/ok")).map(\.outcome) == [.intact])
  }

  @Test(
    "Into a folder, several at once download once, and harm nothing where locks do nothing", arguments: [false, true])
  func intoAFolder(areAlone: Bool) async throws {
    var options = options
    options.folder = URL(filePath: folder.path + "/models")
    try await pullTogether([:], options, areAlone: areAlone)
    #expect(folder.entries(of: "models") == ["tiny-Q8_0.gguf"])
    #expect(!FileSystem.exists(folder.path + "/models" + HubPlan.unfinished))
    let bytes = try FileSystem.contents(folder.path + "/models/tiny-Q8_0.gguf", limit: 1 << 20)
    #expect(bytes == (try modelBytes("eight")))
  }

  @Test func withoutLinksABlobThatIsThereIsTaken() async throws {
    let wanted = try name("hf:me/ok:Q8_0")
    _ = try await hub.store(folder.environment).download(wanted, options: options) { _ in }
    let repository = folder.hub.repository("me/ok")
    try FileSystem.remove(repository.location(of: "tiny-Q8_0.gguf", commit: StoreFolder.commit))
    let count = hub.downloads.count
    let store = hub.store(folder.environment(["HF_HUB_DISABLE_SYMLINKS": "1"]))
    #expect(try await store.download(wanted, options: options) { _ in }.files.count == 1)
    #expect(hub.downloads.count == count)
    #expect(repository.files(commit: StoreFolder.commit).map(\.blob) == [nil])
  }

  @Test func withoutLinksABlobOfOtherSnapshotsStays() async throws {
    let bytes = try modelBytes("eight")
    try folder.place(["other-Q8_0.gguf": bytes], commit: StoreFolder.older, reference: "v1")
    let store = hub.store(folder.environment(["HF_HUB_DISABLE_SYMLINKS": "1"]))
    _ = try await store.download(name("hf:me/ok:Q8_0"), options: options) { _ in }
    #expect(hub.downloads.isEmpty)
    let other = folder.hub.repository("me/ok").location(of: "other-Q8_0.gguf", commit: StoreFolder.older)
    #expect(try FileSystem.contents(other, limit: 1 << 20) == bytes)
    #expect(try await store.verify().allSatisfy { $0.outcome == .intact })
  }

  @Test func anInterruptedDownloadWithoutLinksIsListedAndContinues() async throws {
    let bytes = try modelBytes("eight")
    hub.limitAnswers(to: 0)
    let store = hub.store(folder.environment(["HF_HUB_DISABLE_SYMLINKS": "1"]))
    let wanted = try name("hf:me/ok:Q8_0")
    await #expect(throws: ModelStoreError.self) { try await store.download(wanted, options: options) { _ in } }
    hub.limitAnswers(to: bytes.count / 2)
    _ = try await store.download(wanted, options: options) { _ in }
    #expect(hub.sentByteCount == bytes.count)
    #expect(folder.store.models().map(\.isComplete) == [true])
  }

  @Test func aLockIsOnlyThatOfTheFileThatHasItsName() throws {
    let path = folder.path + "/x.lock"
    guard case .taken(let first) = DownloadLock.attempt(path) else {
      Issue.record("no lock")
      return
    }
    DownloadLock.removeFile(path)
    #expect(FileSystem.exists(path), "the lock of another download was removed")
    #expect(DownloadLock.isTaken(path))
    withExtendedLifetime(first) {}
  }

  @Test func lockFilesThatNobodyHasAreRemoved() throws {
    let path = folder.path + "/x.lock"
    try FileSystem.write([], to: path)
    DownloadLock.removeFile(path)
    #expect(!FileSystem.exists(path))
  }

  @Test func anInterruptedDownloadCountsTheFilesThatAreComplete() async throws {
    let model = try modelBytes("eight").count
    hub.fault = .stalls
    hub.limitFault(to: "mmproj")
    let wanted = try name("hf:me/ok:Q8_0")
    let error = await #expect(throws: ModelStoreError.self) {
      try await Task {
        try await hub.store(folder.environment).download(wanted) { progress in
          if progress.fileNumber == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }.value
    }
    guard case .interrupted(let kept)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(kept > model)
  }
}
