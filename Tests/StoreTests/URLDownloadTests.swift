import Foundation
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads of files at any URL, for which no hub has a checksum.
@Suite struct URLDownloadTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private func steps(_ store: ModelStore, _ text: String) async throws -> [ModelDownloadProgress] {
    var steps: [ModelDownloadProgress] = []
    for try await step in store.download(try name(text)) { steps.append(step) }
    return steps
  }

  @Test func filesAtURLsAreDownloaded() async throws {
    let parts = try (0..<2).map { try modelBytes(part: ($0, 2)) }
    let hub = try ScriptedHub(repositories: [
      "me/ok": [
        "x.gguf": try modelBytes(), "y-00001-of-00002.gguf": parts[0], "y-00002-of-00002.gguf": parts[1],
        "page.gguf": Array("<html>login</html>".utf8),
      ]
    ])
    let store = hub.store(folder.environment)
    let single = "\(hub.storageAddress)/me/ok/x.gguf"
    #expect(try await steps(store, single).last?.stage == .finished)
    let split = "\(hub.storageAddress)/me/ok/y-00002-of-00002.gguf"
    #expect(try await steps(store, split).last?.fileCount == 2)
    #expect(
      try store.files(of: name(split)).map(\.lastPathComponent) == ["y-00001-of-00002.gguf", "y-00002-of-00002.gguf"])
    #expect(try await store.verify().map(\.outcome) == [.intact, .intact, .intact])
    let count = hub.requests.count
    #expect(try await steps(store, single).count == 1)
    #expect(hub.requests.count == count)
    await #expect(throws: ModelStoreError.self) { try await steps(store, "\(hub.storageAddress)/me/ok/none.gguf") }
    #expect(Set(store.models().filter(\.isComplete).map(\.name.description)).isSuperset(of: [single]))
  }

  @Test func filesAtURLsHaveNoNamesBeforeTheyAreChecked() async throws {
    let hub = try ScriptedHub(repositories: [
      "me/ok": ["page.gguf": Array("<html>login</html>".utf8), "x.gguf": try modelBytes()]
    ])
    let store = hub.store(folder.environment)
    let page = try name("\(hub.storageAddress)/me/ok/page.gguf")
    let error = await #expect(throws: ModelStoreError.self) { try await steps(store, page.description) }
    #expect(error?.description.contains("HTML page") == true, "\(String(describing: error))")
    #expect(throws: ModelStoreError.notDownloaded(name: page, missingBytes: nil)) { try store.files(of: page) }
    #expect(!folder.entries(of: ".cache/swiftlet").contains { $0.hasSuffix("page.gguf") })
    // An unfinished one is listed and removed under its URL.
    let url = try #require(URL(string: "\(hub.storageAddress)/me/ok/x.gguf"))
    hub.limitAnswers(to: 0)
    await #expect(throws: ModelStoreError.self) { try await steps(store, url.absoluteString) }
    #expect(store.models().map(\.name) == [.url(url)] && store.models().map(\.isComplete) == [false])
    try await store.remove(.url(url))
    #expect(store.models().isEmpty)
    hub.limitAnswers(to: .max)
    #expect(try await steps(store, url.absoluteString).last?.stage == .finished)
    #expect(try await store.verify(.url(url)).map(\.outcome) == [.intact])
  }
}
