import Foundation
import SwiftletHTTP
import TestSupport
import Testing

@testable import SwiftletStore

/// Repeated downloads of files at URLs: what the server has not changed is not fetched again, and what is on disk stays
/// until the new file has its name.
@Suite struct URLUpdateTests {
  private let folder: StoreFolder
  private let hub: ScriptedHub
  private let model: [UInt8]
  private let name: ModelName

  init() throws {
    folder = try StoreFolder()
    model = try modelBytes("first")
    hub = try ScriptedHub(repositories: ["me/ok": ["x.gguf": model]])
    name = try ModelName("\(hub.storageAddress)/me/ok/x.gguf") { _ in false }
  }

  /// Pulls the model, as the command does, which always asks the server.
  @discardableResult
  private func pull(
    _ name: ModelName? = nil, repairs: Bool = false, isOffline: Bool = false, isAlone: Bool = false
  ) async throws -> [ModelDownloadProgress] {
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    options.repairs = repairs
    options.isOffline = isOffline
    var steps: [ModelDownloadProgress] = []
    let store = hub.store(folder.environment, isAlone: isAlone)
    for try await step in store.download(name ?? self.name, options: options) { steps.append(step) }
    return steps
  }

  private var path: String {
    get throws { try #require(folder.store.files(of: name).first).path(percentEncoded: false) }
  }

  private func url(_ name: ModelName) throws -> URL { try #require(URL(string: name.description)) }

  @Test(
    "A second pull asks for the head only, with entity tags, dates, and servers without the method HEAD",
    arguments: [ScriptedHub.Fault.none, .dated, .headless])
  func unchanged(fault: ScriptedHub.Fault) async throws {
    hub.fault = fault
    try await pull()
    let count = hub.sentByteCount
    #expect(try await pull().last?.byteCount == model.count)
    #expect(hub.sentByteCount - count == (fault == .headless ? 1 : 0))
    let requests = hub.requests.count
    #expect(try await pull(isOffline: true).last?.stage == .finished)
    #expect(hub.requests.count == requests)
  }

  @Test func whatTheServerChangesIsFetched() async throws {
    try await pull()
    let newer = try modelBytes("other")
    #expect(newer.count == model.count)
    hub.set(["x.gguf": newer], in: "me/ok")
    let before = hub.sentByteCount
    try await pull()
    #expect(hub.sentByteCount - before == newer.count)
    #expect(try FileSystem.contents(path, limit: 1 << 20) == newer)
    #expect(try await folder.store.verify(name).map(\.outcome) == [.intact])
    // Without a tag or a date nothing tells that it is the same.
    hub.fault = .untagged
    try await pull()
    #expect(hub.sentByteCount - before == 2 * newer.count)
  }

  @Test func anInterruptedUpdateLeavesTheModelAndItsChecksum() async throws {
    try await pull()
    hub.set(["x.gguf": try modelBytes("a newer one")], in: "me/ok")
    hub.limitAnswers(to: 0)
    await #expect(throws: ModelStoreError.self) { try await pull() }
    #expect(try FileSystem.contents(path, limit: 1 << 20) == model)
    #expect(try await folder.store.verify(name).map(\.outcome) == [.intact])
    #expect(folder.store.models().map(\.isComplete) == [true])
    hub.limitAnswers(to: .max)
    try await pull()
    #expect(try FileSystem.contents(path, limit: 1 << 20) == (try modelBytes("a newer one")))
    #expect(try await folder.store.verify(name).map(\.outcome) == [.intact])
  }

  @Test func aDamagedFileIsRepaired() async throws {
    try await pull()
    var bytes = model
    bytes[bytes.count - 1] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    try await pull()
    #expect(try FileSystem.contents(path, limit: 1 << 20) == bytes)
    try await pull(repairs: true)
    #expect(try FileSystem.contents(path, limit: 1 << 20) == model)
    let count = hub.downloads.count
    try await pull(repairs: true)
    #expect(hub.downloads.count == count)
  }

  @Test("Several at once download once, and harm nothing where locks do nothing", arguments: [false, true])
  func severalAtOnce(areAlone: Bool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await pull(isAlone: areAlone) } }
      try await group.waitForAll()
    }
    if !areAlone { #expect(hub.sentByteCount == model.count) }
    #expect(try FileSystem.contents(path, limit: 1 << 20) == model)
    #expect(try await folder.store.verify(name).map(\.outcome) == [.intact])
  }

  @Test func partsOfAnInterruptedDownloadAreKeptIfTheyAreStillTheServers() async throws {
    let parts = try (0..<2).map { try modelBytes(part: ($0, 2)) }
    let files = ["y-00001-of-00002.gguf": parts[0], "y-00002-of-00002.gguf": parts[1]]
    hub.set(files, in: "me/split")
    let split = try ModelName("\(hub.storageAddress)/me/split/y-00001-of-00002.gguf") { _ in false }
    hub.fault = .html
    hub.limitFault(to: "y-00002")
    await #expect(throws: ModelStoreError.self) { try await pull(split) }
    hub.fault = .none
    var count = hub.sentByteCount
    #expect(count == parts[0].count)
    // The finished part is listed and counted, and pruned like unfinished ones.
    #expect(folder.store.models().map(\.byteCount) == [parts[0].count])
    #expect(folder.store.models().map(\.isComplete) == [false])
    var later = folder.environment
    later.now = { Int(Date().timeIntervalSince1970) + 100_000 }
    let garbage = try await ModelStore(environment: later).prune(dryRun: true).paths
    #expect(garbage.contains { $0.hasSuffix("/unchecked/y-00001-of-00002.gguf") }, "\(garbage)")
    do {
      let lock = DownloadLock.attempt(try #require(folder.store.urlStore).folder(of: url(split)) + URLStore.lock)
      #expect(try await ModelStore(environment: later).prune(dryRun: true).paths == [])
      await #expect(throws: ModelStoreError.self) { try await folder.store.remove(split) }
      withExtendedLifetime(lock) {}
    }
    let steps = try await pull(split)
    #expect(hub.sentByteCount - count == parts[1].count)
    #expect(steps.last?.totalByteCount == parts[0].count + parts[1].count)
    // A first part of another version does not go with a second of this one.
    try await folder.store.remove(split)
    hub.fault = .html
    await #expect(throws: ModelStoreError.self) { try await pull(split) }
    hub.fault = .none
    let newer = try (0..<2).map { try modelBytes("tony", part: ($0, 2)) }
    hub.set(["y-00001-of-00002.gguf": newer[0], "y-00002-of-00002.gguf": newer[1]], in: "me/split")
    count = hub.sentByteCount
    try await pull(split)
    #expect(hub.sentByteCount - count == newer[0].count + newer[1].count)
    #expect(try await folder.store.verify(split).map(\.outcome) == [.intact, .intact])
  }

  @Test func theSpaceForAllPartsIsCheckedBeforeTheFirstByte() async throws {
    let parts = try (0..<2).map { try modelBytes(part: ($0, 2)) }
    hub.set(["y-00001-of-00002.gguf": parts[0], "y-00002-of-00002.gguf": parts[1]], in: "me/split")
    let split = try ModelName("\(hub.storageAddress)/me/split/y-00001-of-00002.gguf") { _ in false }
    var environment = folder.environment
    let needed = (1 << 30) + parts[0].count + parts[1].count
    environment.freeByteCount = { _ in needed - 1 }
    let error = await #expect(throws: ModelStoreError.self) {
      try await hub.store(environment).download(split) { _ in }
    }
    guard case .noSpace(needed, needed - 1, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(hub.downloads.isEmpty)
    environment.freeByteCount = { _ in needed }
    _ = try await hub.store(environment).download(split) { _ in }
  }
}
