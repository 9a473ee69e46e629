import Foundation
import TestSupport
import Testing

@testable import SwiftletStore

/// A download puts whole and verified files into the cache, and needs no network for what is there.
@Suite struct ModelDownloadTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private var repository: CachedRepository { folder.hub.repository("me/ok") }

  private func hub() throws -> ScriptedHub {
    try ScriptedHub(repositories: [
      "me/ok": [
        "tiny-Q4_K_M.gguf": try modelBytes("four"), "tiny-Q8_0.gguf": try modelBytes("eight"),
        "mmproj-F16.gguf": try modelBytes("projector", architecture: "clip"), "README.md": Array("# tiny".utf8),
        "big-IQ4_KSS.gguf": [1],
      ]
    ])
  }

  private func steps(_ store: ModelStore, _ text: String) async throws -> [ModelDownloadProgress] {
    var steps: [ModelDownloadProgress] = []
    for try await step in store.download(try name(text)) { steps.append(step) }
    return steps
  }

  @Test func theChosenFilesAreDownloaded() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    let steps = try await steps(store, "hf:me/ok:q4_k_m")
    let last = try #require(steps.last)
    #expect(last.stage == .finished && last.name.description == "hf:me/ok:Q4_K_M")
    #expect(steps.map(\.byteCount) == steps.map(\.byteCount).sorted())
    #expect(last.fileCount == 2 && last.byteCount == last.totalByteCount)
    #expect(steps.first?.stage == .resolving && steps.contains { $0.stage == .verifying })
    let files = repository.files(commit: StoreFolder.commit)
    #expect(files.map(\.path) == ["mmproj-F16.gguf", "tiny-Q4_K_M.gguf"])
    #expect(repository.commit(of: "main") == StoreFolder.commit)
    let resolved = try store.resolve(name("hf:me/ok"))
    #expect(resolved.projector?.lastPathComponent == "mmproj-F16.gguf" && resolved.files.count == 1)
    #expect(try await store.verify().map(\.outcome) == [.intact, .intact])
    #expect(FileSystem.names(repository.blobs).count == 2)
    #expect(CachedTree(path: repository.treePath(commit: StoreFolder.commit))?.files.count == 5)
  }

  @Test("10: what is complete starts without a request")
  func whatIsCompleteNeedsNoNetwork() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    _ = try await steps(store, "hf:me/ok:Q8_0")
    let count = hub.requests.count
    for text in ["hf:me/ok:Q8_0", "hf:me/ok", "hf:me/ok/tiny-Q8_0.gguf", "me/ok@main"] {
      #expect(try await steps(store, text).map(\.stage) == [.finished])
    }
    #expect(hub.requests.count == count)
    let offline = hub.store(folder.environment(["HF_HUB_OFFLINE": "1"]))
    #expect(try await steps(offline, "hf:me/ok:Q8_0").count == 1)
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    #expect(try await offline.download(name("hf:me/ok:Q8_0"), options: options) { _ in }.files.count == 1)
    #expect(try await offline.downloadPlan(for: name("hf:me/ok"), options: options).missingByteCount == 0)
    await #expect(throws: ModelStoreError.offline(name: try name("hf:me/ok:Q4_K_M"))) {
      _ = try await steps(offline, "hf:me/ok:Q4_K_M")
    }
    #expect(hub.requests.count == count)
  }

  @Test func updatesFetchOnlyWhatChanged() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    _ = try await steps(store, "hf:me/ok:Q4_K_M")
    let newer = String(repeating: "e", count: 40)
    hub.set(
      [
        "tiny-Q4_K_M.gguf": try modelBytes("newer"),
        "mmproj-F16.gguf": try modelBytes("projector", architecture: "clip"),
      ], in: "me/ok", commit: newer)
    let before = hub.requests.count
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    let model = try await store.download(name("hf:me/ok:Q4_K_M"), options: options) { _ in }
    #expect(model.commit == newer && repository.commit(of: "main") == newer)
    #expect(
      hub.requests[before...].filter { $0.hasPrefix("GET storage") } == ["GET storage/me/ok/tiny-Q4_K_M.gguf"]
    )
    #expect(repository.files(commit: newer).count == 2 && repository.files(commit: StoreFolder.commit).count == 2)
    #expect(try await store.prune(oldRevisions: true).byteCount == (try modelBytes("four").count))
  }

  @Test func allPartsComeAlong() async throws {
    let parts = try (0..<3).map { try modelBytes(part: ($0, 3)) }
    let hub = try ScriptedHub(repositories: [
      "me/split": [
        "Q4_0/x-Q4_0-00001-of-00003.gguf": parts[0], "Q4_0/x-Q4_0-00002-of-00003.gguf": parts[1],
        "Q4_0/x-Q4_0-00003-of-00003.gguf": parts[2], "x-lora-F16.gguf": try modelBytes("lora"),
      ]
    ])
    let store = hub.store(folder.environment)
    #expect(try await steps(store, "hf:me/split/Q4_0/x-Q4_0-00002-of-00003.gguf").last?.fileCount == 4)
    let model = try store.resolve(name("hf:me/split"))
    #expect(model.files.map(\.lastPathComponent) == (1...3).map { "x-Q4_0-0000\($0)-of-00003.gguf" })
    #expect(model.optionalAdapters.map(\.lastPathComponent) == ["x-lora-F16.gguf"] && model.adapters.isEmpty)
    // The numbers inside the files count, not only those of the names.
    hub.set(
      ["y-Q4_0-00001-of-00002.gguf": parts[0], "y-Q4_0-00002-of-00002.gguf": parts[1]], in: "me/wrong",
      commit: StoreFolder.commit)
    let error = await #expect(throws: ModelStoreError.self) { try await steps(store, "hf:me/wrong") }
    guard case .notRunnable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func companionsAreOptional() async throws {
    let hub = try hub()
    var options = ModelDownloadOptions()
    options.includesCompanions = false
    let model = try await hub.store(folder.environment).download(name("hf:me/ok"), options: options) { _ in }
    #expect(model.projector == nil && repository.files(commit: StoreFolder.commit).count == 1)
  }

  @Test func interruptedDownloadsContinue() async throws {
    let bytes = try modelBytes("a long name to have more bytes")
    let hub = try ScriptedHub(repositories: ["me/ok": ["x-Q8_0.gguf": bytes]])
    hub.limitAnswers(to: 20)
    let store = hub.store(folder.environment)
    let steps = try await steps(store, "hf:me/ok")
    #expect(steps.last?.stage == .finished)
    #expect(steps.map(\.byteCount) == steps.map(\.byteCount).sorted())
    #expect(
      try FileSystem.contents(try #require(store.files(of: name("hf:me/ok")).first).path, limit: 1 << 20) == bytes)
    #expect(hub.downloads.count == (bytes.count + 19) / 20)
  }

  @Test func downloadsOfTheSameFilesShareTheirWork() async throws {
    let hub = try hub()
    let stores = (0..<4).map { _ in hub.store(folder.environment) }
    let wanted = try name("hf:me/ok:Q8_0")
    let models = try await withThrowingTaskGroup(of: ResolvedModel.self) { group in
      for store in stores { group.addTask { try await store.download(wanted) { _ in } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(models.count == 4 && Set(models.map(\.files)).count == 1)
    #expect(hub.downloads.count == 2)
    #expect(FileSystem.names(repository.blobs).count == 2)
  }

  @Test func cancelledDownloadsSayWhatIsKept() async throws {
    let store = try hub().store(folder.environment)
    let wanted = try name("hf:me/ok:Q8_0")
    await #expect(throws: ModelStoreError.interrupted(resumableBytes: 0)) {
      try await Task {
        try await store.download(wanted) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }.value
    }
    #expect(store.models().isEmpty)
  }

  @Test func failuresLeaveAListedPartAndNoFile() async throws {
    let bytes = try modelBytes()
    let hub = try ScriptedHub(repositories: ["me/ok": ["x-Q8_0.gguf": bytes]])
    hub.limitAnswers(to: 0)
    let store = hub.store(folder.environment)
    await #expect(throws: ModelStoreError.self) { try await steps(store, "hf:me/ok") }
    #expect(repository.files(commit: StoreFolder.commit).isEmpty && repository.references.isEmpty)
    #expect(throws: ModelStoreError.self) { try store.files(of: name("hf:me/ok")) }
    hub.limitAnswers(to: .max)
    #expect(try await steps(store, "hf:me/ok").last?.stage == .finished)
  }

  @Test func spaceIsCheckedBeforeTheFirstByte() async throws {
    let hub = try hub()
    var environment = folder.environment
    environment.freeByteCount = { _ in 1 << 30 }
    let store = hub.store(environment)
    let error = await #expect(throws: ModelStoreError.self) { try await steps(store, "hf:me/ok") }
    guard case .noSpace(let needed, 1_073_741_824, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(needed > 1 << 30)
    #expect(!hub.requests.contains { $0.contains(" storage") })
    var options = ModelDownloadOptions()
    options.ignoresFreeSpace = true
    #expect(try await store.download(name("hf:me/ok"), options: options) { _ in }.files.count == 1)
  }

  @Test func errorsOfTheHubAreTyped() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    func failure(_ text: String) async -> ModelStoreError? {
      await #expect(throws: ModelStoreError.self) { try await steps(store, text) }
    }
    let missing = await failure("hf:me/none")
    #expect(missing?.description.contains("HF_TOKEN") == true, "\(String(describing: missing))")
    #expect(await failure("hf:me/ok@v2")?.description.contains("no branch, tag or commit v2") == true)
    #expect(await failure("hf:me/ok:Q6_K")?.description.contains("there are IQ4_KSS, Q4_K_M, Q8_0") == true)
    #expect(await failure("hf:me/ok/no.gguf")?.description.contains("no file no.gguf") == true)
    guard case .notRunnable? = await failure("hf:me/ok:IQ4_KSS") else {
      Issue.record("a type that is not runnable was downloaded")
      return
    }
    hub.answer("/tree/", with: 500)
    #expect(await failure("hf:me/ok") == .http(status: 500, message: ""))
    #expect(store.models().isEmpty)
  }

  @Test("19: without links files lie in the snapshot")
  func withoutLinksFilesLieInTheSnapshot() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment(["HF_HUB_DISABLE_SYMLINKS": "1"]))
    _ = try await steps(store, "hf:me/ok:Q8_0")
    #expect(repository.files(commit: StoreFolder.commit).map(\.blob) == [nil, nil])
    #expect(FileSystem.names(repository.blobs).isEmpty)
    #expect(try await store.verify(name("hf:me/ok:Q8_0")).map(\.outcome) == [.intact, .intact])
    let count = hub.requests.count
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    _ = try await store.download(name("hf:me/ok:Q8_0"), options: options) { _ in }
    #expect(!hub.requests[count...].contains { $0.contains(" storage") })
  }

  @Test func plansTellTheSizeAndDownloadNothing() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    let plan = try await store.downloadPlan(for: name("hf:me/ok"))
    #expect(plan.name.description == "hf:me/ok:Q4_K_M")
    #expect(plan.files.map(\.path) == ["tiny-Q4_K_M.gguf", "mmproj-F16.gguf"])
    #expect(plan.missingByteCount == plan.byteCount && plan.byteCount ?? 0 > 0)
    #expect(folder.entries(of: ".cache").isEmpty && !hub.requests.contains { $0.contains(" storage") })
    let table = try await store.candidates(in: name("hf:me/ok"))
    #expect(
      table.map(\.quantization) == ["IQ4_KSS", "Q4_K_M", "Q8_0"] && table.map(\.isRunnable) == [false, true, true])
    _ = try await steps(store, "hf:me/ok")
    let count = hub.requests.count
    #expect(try await store.downloadPlan(for: name("hf:me/ok")).missingByteCount == 0)
    #expect(hub.requests.count == count)
    let url = try await store.downloadPlan(for: name("\(hub.storageAddress)/me/ok/tiny-Q8_0.gguf"))
    #expect(url.byteCount == (try modelBytes("eight").count) && url.missingByteCount == url.byteCount)
  }

  @Test func namesOfOtherStoresAreNotDownloaded() async throws {
    let hub = try hub()
    let store = hub.store(folder.environment)
    for text in ["ollama:x", "lmstudio:a/b", "/none.gguf"] {
      await #expect(throws: ModelStoreError.self) { try await steps(store, text) }
    }
    #expect(hub.requests.isEmpty)
  }
}
