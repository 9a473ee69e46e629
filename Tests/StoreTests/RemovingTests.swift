import Foundation
import Testing

@testable import SwiftletStore

/// Removing, pruning and verifying touch what they should and nothing else.
@Suite struct RemovingTests {
  private let folder: StoreFolder
  private static let blobs = ".cache/huggingface/hub/models--me--ok/blobs"

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private var repository: CachedRepository { folder.hub.repository("me/ok") }

  private func paths() -> [String] { folder.entries(of: ".cache/huggingface/hub/models--me--ok") }

  @Test func blobsThatOthersNameStay() async throws {
    try folder.place(["x-Q4_0.gguf": [1, 1], "x-Q8_0.gguf": [2], "y-Q5_0.gguf": [1, 1]])
    let store = folder.store
    let planned = try await store.remove(name("hf:me/ok:Q4_0"), dryRun: true)
    #expect(planned.paths.count == 1 && planned.byteCount == 0 && paths().count == 6)
    #expect(try await store.remove(name("hf:me/ok:Q4_0")) == planned)
    #expect(try store.files(of: name("hf:me/ok:Q5_0")).count == 1)
    #expect(try await store.remove(name("hf:me/ok:Q5_0")).byteCount == 2)
    #expect(paths().count == 3)
    try await store.remove(name("hf:me/ok:Q8_0"))
    #expect(!FileSystem.exists(repository.folder))
    await #expect(throws: ModelStoreError.self) { try await store.remove(name("hf:me/ok:Q8_0")) }
  }

  @Test func quantizationsHaveSeveralSpellings() async throws {
    try folder.place(["x-F16.gguf": [1], "x-Q8_0.gguf": [2]])
    #expect(try folder.store.files(of: name("hf:me/ok:FP16")).count == 1)
    try await folder.store.remove(name("hf:me/ok:fp16"))
    #expect(repository.files(commit: StoreFolder.commit).map(\.path) == ["x-Q8_0.gguf"])
    await #expect(throws: ModelStoreError.self) { try await folder.store.remove(name("hf:me/ok:FP32")) }
    // What is missing of it is known under both, too.
    try repository.store(
      CachedTree(files: ["x-F16.gguf": .init(byteCount: 100, gitHash: "0", sha256: sha256Digits([9]))]),
      commit: StoreFolder.commit)
    try folder.write([1, 2, 3], to: "\(Self.blobs)/\(sha256Digits([9])).swiftlet-partial")
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok:FP16"), missingBytes: 97)) {
      try folder.store.files(of: name("hf:me/ok:FP16"))
    }
  }

  @Test func companionsGoWithTheLastModel() async throws {
    try folder.place(["x-Q4_0.gguf": [1], "x-Q8_0.gguf": [2], "mmproj-F16.gguf": [3], "README.md": [4]])
    try await folder.store.remove(name("hf:me/ok:Q4_0"))
    #expect(
      repository.files(commit: StoreFolder.commit).map(\.path) == ["README.md", "mmproj-F16.gguf", "x-Q8_0.gguf"])
    try await folder.store.remove(name("hf:me/ok:Q8_0"))
    #expect(repository.files(commit: StoreFolder.commit).map(\.path) == ["README.md"])
    try await folder.store.remove(name("hf:me/ok"))
    #expect(!FileSystem.exists(repository.folder))
  }

  @Test func allRevisionsAndPartsAreRemoved() async throws {
    let parts = ["x-Q4_0-00001-of-00002.gguf": [UInt8(1)], "x-Q4_0-00002-of-00002.gguf": [2], "x-Q8_0.gguf": [3]]
    try folder.place(parts, commit: StoreFolder.older, reference: "v1")
    try folder.place(parts)
    try await folder.store.remove(name("hf:me/ok/x-Q4_0-00002-of-00002.gguf"))
    for commit in [StoreFolder.older, StoreFolder.commit] {
      #expect(repository.files(commit: commit).map(\.path) == ["x-Q8_0.gguf"])
    }
    try await folder.store.remove(name("hf:me/ok@v1:Q8_0"))
    #expect(repository.references.map(\.name) == ["main"] && repository.commits == [StoreFolder.commit])
    #expect(try folder.store.files(of: name("hf:me/ok:Q8_0")).count == 1)
  }

  @Test("5: what a cancelled download left is listed and removed")
  func unfinishedDownloadsAreRemoved() async throws {
    try repository.create()
    let blob = sha256Digits([9])
    try repository.store(
      CachedTree(files: ["x-Q4_0.gguf": .init(byteCount: 100, gitHash: "0", sha256: blob)]), commit: StoreFolder.commit)
    try repository.setReference("main", to: StoreFolder.commit)
    try folder.write([1, 2, 3], to: "\(Self.blobs)/\(blob).swiftlet-partial")
    try folder.write([1], to: "\(Self.blobs)/\(blob).swiftlet-partial.json")
    #expect(folder.store.models().map(\.isComplete) == [false])
    #expect(try await folder.store.remove(name("hf:me/ok:Q4_0")).byteCount == 4)
    #expect(folder.store.models().isEmpty)
    #expect(!FileSystem.exists(repository.folder))
    // Also those that no listing names, with their repository.
    try folder.write([1, 2, 3], to: "\(Self.blobs)/\(blob).12345678.incomplete")
    #expect(try await folder.store.remove(name("hf:me/ok")).byteCount == 3)
    #expect(!FileSystem.exists(repository.folder))
  }

  @Test func runningDownloadsAreNotRemoved() async throws {
    var environment = folder.environment
    environment.now = { Int(Date().timeIntervalSince1970) + 100_000 }
    let store = ModelStore(environment: environment)
    let url = try name("http://127.0.0.1:1/x.gguf")
    let address = try #require(URL(string: url.description))
    let urls = try #require(store.urlStore)
    try urls.store(URLStore.Source(url: address.absoluteString, checksums: [:]), inFolder: urls.folder(of: address))
    let owned = urls.folder(of: address) + "/unchecked/x.gguf.swiftlet-partial"
    let blob = sha256Digits([2])
    let own = "\(repository.blobs)/\(blob).swiftlet-partial"
    let partial = "\(repository.blobs)/\(blob).0a1b2c3d.incomplete"
    for path in [owned, own, partial] { try folder.write([1], to: String(path.dropFirst(folder.path.count + 1))) }
    let claims = [owned, own].map { PartialOwner.claim($0 + PartialOwner.ending) }
    #expect(claims.allSatisfy { $0 != nil })
    for (name, path) in [(try name("hf:me/ok"), own), (url, owned)] {
      #expect(try await store.remove(name, dryRun: true).paths.contains(path))
      await #expect(throws: ModelStoreError.inUse(path: path, process: Int(getpid()))) {
        try await store.remove(name)
      }
    }
    // The program of the other one has the lock.
    let lock = DownloadLock.attempt(repository.lock(of: blob))
    #expect(try await store.prune().paths == [])
    #expect([owned, own, partial].allSatisfy(FileSystem.exists))
    withExtendedLifetime((claims, lock)) {}
  }

  @Test func whatADeadProcessClaimedIsRemoved() async throws {
    let own = "\(Self.blobs)/\(sha256Digits([2])).swiftlet-partial"
    try folder.write([1], to: own)
    try folder.write("\(Int32.max) \(Int32.max) 1".utf8, to: own + PartialOwner.ending)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(folder.path)/\(own).owner")
    try await folder.store.remove(name("hf:me/ok"))
    #expect(!FileSystem.exists(repository.folder))
  }

  @Test(arguments: [false, true])
  func whatFailedDownloadsLeaveIsRemoved(prunes: Bool) async throws {
    var environment = folder.environment
    if prunes { environment.now = { Int(Date().timeIntervalSince1970) + 100_000 } }
    let store = ModelStore(environment: environment)
    let url = try name("http://127.0.0.1:1/x.gguf")
    let address = try #require(URL(string: url.description))
    let urls = try #require(store.urlStore)
    let urlFolder = urls.folder(of: address)
    try urls.store(URLStore.Source(url: address.absoluteString, checksums: [:]), inFolder: urlFolder)
    try folder.write([], to: String((urlFolder + URLStore.lock).dropFirst(folder.path.count + 1)))
    try repository.create()
    try repository.store(CachedTree(files: [:]), commit: StoreFolder.commit)
    try folder.hub.repository("me/empty").create()
    #expect(try await folder.store.prune().paths == [] && FileSystem.exists(urlFolder))
    if prunes {
      try await store.prune()
    } else {
      for text in ["hf:me/ok", "hf:me/empty"] { try await store.remove(name(text)) }
      try await store.remove(url)
    }
    #expect(!FileSystem.exists(urlFolder) && folder.hub.repositories.isEmpty)
  }

  @Test func storesOfOthersAreNotTouched() async throws {
    try folder.write([1], to: ".cache/llama.cpp/me_old_x-Q4_0.gguf")
    for (text, origin): (String, ModelOrigin) in [
      ("ollama:x", .ollama), ("lmstudio:a/b", .lmStudio), ("/x.gguf", .file), ("hf:me/old", .llama),
    ] {
      await #expect(throws: ModelStoreError.readOnly(name: try name(text), store: origin)) {
        try await folder.store.remove(name(text))
      }
    }
  }

  @Test func theHubCacheOfLlamaIsOnlyRead() async throws {
    try folder.place(["x-Q4_0.gguf": [1]])
    let environment = folder.environment(["LLAMA_CACHE": folder.hub.root, "HF_HOME": folder.path + "/hf"])
    let store = ModelStore(environment: environment)
    #expect(try store.files(of: name("hf:me/ok")).count == 1)
    await #expect(throws: ModelStoreError.readOnly(name: try name("hf:me/ok"), store: .llama)) {
      try await store.remove(name("hf:me/ok"))
    }
    #expect(try await store.prune(oldRevisions: true, age: 0).paths == [])
  }

  @Test("6: pruning lists and takes orphans, never what is of others")
  func pruningTakesOldGarbageOnly() async throws {
    try folder.place(["x-Q4_0.gguf": [1]])
    let orphan = sha256Digits([2]), git = String(repeating: "c", count: 40)
    let garbage = [
      orphan, git, "\(orphan).swiftlet-partial", "\(orphan).swiftlet-partial.json", "\(orphan).0a1b2c3d.incomplete",
      "\(orphan).downloadInProgress",
    ]
    for name in garbage + ["notes.txt", "\(orphan).other"] { try folder.write([1, 2], to: "\(Self.blobs)/\(name)") }
    try FileSystem.link(repository.location(of: "gone.gguf", commit: StoreFolder.commit), to: "../../blobs/gone")
    let young = try await folder.store.prune(dryRun: true)
    #expect(young.paths.map { URL(filePath: $0).lastPathComponent } == ["gone.gguf"])
    var environment = folder.environment
    environment.now = { Int(Date().timeIntervalSince1970) + 100_000 }
    let store = ModelStore(environment: environment)
    let planned = try await store.prune(dryRun: true)
    #expect(Set(planned.paths.map { URL(filePath: $0).lastPathComponent }) == Set(garbage + ["gone.gguf"]))
    #expect(planned.byteCount == 12 && FileSystem.names(repository.blobs).count == 9)
    #expect(try await store.prune() == planned)
    #expect(FileSystem.names(repository.blobs) == [sha256Digits([1]), "\(orphan).other", "notes.txt"].sorted())
    #expect(try store.files(of: name("hf:me/ok")).count == 1)
    #expect(try await store.prune().paths == [])
  }

  @Test func oldRevisionsArePrunedOnRequest() async throws {
    try folder.place(["x-Q4_0.gguf": [1], "x-Q8_0.gguf": [2]], commit: StoreFolder.older, reference: nil)
    try folder.place(["x-Q4_0.gguf": [1]])
    #expect(try await folder.store.prune().paths == [])
    #expect(try await folder.store.prune(oldRevisions: true).byteCount == 1)
    #expect(repository.commits == [StoreFolder.commit])
  }

  @Test func verificationFindsAFlippedByte() async throws {
    let blobs = try folder.place(["x-Q4_0.gguf": [1, 2, 3], "x-Q8_0.gguf": [4, 5, 6]])
    // The SHA-1 that git computes for "hello\n".
    let git = "ce013625030ba8dba906f756967f9e9ca394464a"
    try folder.write("hello\n".utf8, to: "\(Self.blobs)/\(git)")
    try repository.place(blob: git, as: "README.md", commit: StoreFolder.commit)
    let intact = try await folder.store.verify()
    #expect(intact.map(\.outcome) == [.intact, .intact, .intact])
    let damaged = try #require(blobs["x-Q8_0.gguf"])
    try folder.write([4, 5, 7], to: "\(Self.blobs)/\(damaged)")
    let results = try await folder.store.verify(name("hf:me/ok:Q8_0"))
    #expect(results.map(\.outcome) == [.damaged(expected: damaged, got: sha256Digits([4, 5, 7]))])
    #expect(try await folder.store.verify(name("hf:me/ok:Q4_0")).map(\.outcome) == [.intact])
    // Without links the listing has the checksum.
    try repository.place(
      blob: try #require(blobs["x-Q4_0.gguf"]), as: "x-Q4_0.gguf", commit: StoreFolder.commit, usesLinks: false)
    #expect(try await folder.store.verify(name("hf:me/ok:Q4_0")).map(\.outcome) == [.unverifiable])
    try repository.store(
      CachedTree(files: ["x-Q4_0.gguf": .init(byteCount: 3, gitHash: "0", sha256: sha256Digits([1, 2, 3]))]),
      commit: StoreFolder.commit)
    #expect(try await folder.store.verify(name("hf:me/ok:Q4_0")).map(\.outcome) == [.intact])
  }
}
