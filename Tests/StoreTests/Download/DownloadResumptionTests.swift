import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads that go on where an earlier one ended.
struct DownloadResumptionTests {
  /// Downloads half of the file and is cancelled.
  private func interrupt(_ scene: DownloadScene) async throws -> Int {
    scene.hub.fault = .tenths
    let task = Mutex<Task<DownloadedFile, any Error>?>(nil)
    let started = Task {
      try await scene.download { event in
        if case .retrying = event, scene.hub.sentByteCount >= ScriptedHub.contents.count / 2 {
          task.withLock { $0?.cancel() }
        }
      }
    }
    task.withLock { $0 = started }
    var kept = 0
    do {
      _ = try await started.value
    } catch DownloadError.interrupted(let byteCount) {
      kept = byteCount
    }
    scene.hub.fault = .none
    return kept
  }

  @Test("A cancelled download says what is kept, and goes on from there")
  func cancelled() async throws {
    let scene = try DownloadScene()
    let kept = try await interrupt(scene)
    #expect(kept >= ScriptedHub.contents.count / 2)
    #expect(!scene.isPresent)
    let before = scene.hub.sentByteCount
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.events.contains(.resumed(byteCount: kept)))
    #expect(scene.hub.sentByteCount - before == ScriptedHub.contents.count - kept)
    #expect(scene.names == [ScriptedHub.sha256])
  }

  @Test("A kept part that is damaged is fetched again, once")
  func damaged() async throws {
    let scene = try DownloadScene()
    _ = try await interrupt(scene)
    let path = scene.destination.partial
    var bytes = try FileSystem.contents(path, limit: 1 << 24)
    bytes[10] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.events.contains(.restarted(.damaged)))
  }

  @Test("A kept part of another file is discarded, and that is said")
  func changed() async throws {
    let scene = try DownloadScene()
    scene.hub.replaceContents(Array(ScriptedHub.contents.reversed()))
    let client = try scene.hub.client()
    let file = client.file(ScriptedHub.name, entry: nil, of: "me/ok", at: ScriptedHub.commit)
    let path = scene.destination.partial
    try FileSystem.createFolder("\(scene.folder)/blobs")
    try Data(ScriptedHub.contents.prefix(1000)).write(to: URL(filePath: path))
    var state = PartialState(url: "http://old", etag: "old", byteCount: nil, commit: nil)
    state.ranges.insert(0..<1000)
    try Data(state.bytes).write(to: URL(filePath: path + ".json"))
    let events = Mutex<[DownloadEvent]>([])
    _ = try await Downloader(requester: client.requester, retries: .quick, options: DownloadScene.options)
      .download(file, to: scene.destination) { event in events.withLock { $0.append(event) } }
    let isNew = scene.contents == Array(ScriptedHub.contents.reversed())
    #expect(isNew)
    #expect(events.withLock { $0.contains(.restarted(.changed)) })
  }

  @Test("A server that no longer continues downloads is read from the beginning, and that is said")
  func noRanges() async throws {
    let scene = try DownloadScene()
    _ = try await interrupt(scene)
    scene.hub.fault = .noRanges
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.events.contains(.restarted(.noRanges)))
  }

  @Test("Damaged states and missing files cost a restart")
  func states() async throws {
    for text in [
      "", "{", "{\"url\":1}", "{\"url\":\"u\",\"ranges\":[[5,1]]}", "{\"url\":\"u\",\"ranges\":[[0,99999999999]]}",
    ] {
      let scene = try DownloadScene()
      _ = try await interrupt(scene)
      try Data(text.utf8).write(to: URL(filePath: scene.destination.partial + ".json"))
      _ = try await scene.download()
      #expect(scene.isComplete)
    }
    let scene = try DownloadScene()
    _ = try await interrupt(scene)
    try FileSystem.remove(scene.destination.partial)
    _ = try await scene.download()
    #expect(scene.isComplete)
  }

  @Test("Two at once download once, and both have the file")
  func together() async throws {
    let scene = try DownloadScene()
    async let first = scene.download()
    async let second = scene.download()
    let files = try await [first, second]
    #expect(files.allSatisfy { $0.byteCount == ScriptedHub.contents.count })
    #expect(scene.isComplete)
    #expect(scene.hub.sentByteCount == ScriptedHub.contents.count)
  }

  @Test("7: two at once with locks that lock nothing do not damage the file")
  func withoutLocks() async throws {
    let scene = try DownloadScene(.tenths)
    var options = DownloadScene.options
    options.lock = { _ in .unsupported }
    let chosen = options
    try await withThrowingTaskGroup(of: DownloadedFile.self) { group in
      for _ in 0..<4 { group.addTask { try await scene.download(options: chosen) } }
      for try await file in group { #expect(file.byteCount == ScriptedHub.contents.count) }
    }
    #expect(scene.isComplete)
    #expect(scene.names == [ScriptedHub.sha256])
  }

  @Test("8: the claim of a process that has ended counts as none")
  func deadOwner() async throws {
    let scene = try DownloadScene()
    try FileSystem.createFolder("\(scene.folder)/blobs")
    let path = scene.destination.partial + ".owner"
    let alive = try #require(PartialOwner.claim(path))
    #expect(PartialOwner.claim(path) == nil)
    let text = String(decoding: try FileSystem.contents(path, limit: 1000), as: UTF8.self)
    withExtendedLifetime(alive) {}
    let host = text.split(separator: " ")[0]
    let other = "\(path)2"
    for dead in ["\(host) 2147483647 1", "\(host) \(ProcessInfo.processInfo.processIdentifier) 1"] {
      try Data(dead.utf8).write(to: URL(filePath: other))
      let owner = PartialOwner.claim(other)
      #expect(owner != nil)
    }
    // A process on another host may be alive.
    try Data("elsewhere 1 1".utf8).write(to: URL(filePath: other))
    #expect(PartialOwner.claim(other) == nil)
  }
}
