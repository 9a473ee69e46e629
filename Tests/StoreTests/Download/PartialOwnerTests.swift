import Foundation
import SwiftletGGUF
import Synchronization
import TestSupport
import Testing

@testable import SwiftletStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The claims on unfinished downloads, where locks do nothing (7 of the list of problems).
struct PartialOwnerTests {
  private let scene: DownloadScene
  private var path: String { scene.destination.partial + PartialOwner.ending }

  init() throws {
    scene = try DownloadScene()
    try FileSystem.createFolder("\(scene.folder)/blobs")
  }

  /// Writes the claim of a process on another host, of some age in seconds.
  private func claimElsewhere(age: Int) throws {
    try Data("elsewhere 1 1".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -Double(age))], ofItemAtPath: path)
  }

  @Test("Of two processes that find the same dead claim, the second does not remove what the first has made since")
  func retiringTwice() throws {
    let dead = Array("elsewhere 1 1".utf8)
    try claimElsewhere(age: 4000)
    let owner = try #require(PartialOwner.claim(path, among: PartialOwner.Claims()))
    #expect(owner.isHeld && owner.mayHavePredecessor)
    #expect(!PartialOwner.retire(path, text: dead))
    #expect(owner.isHeld && FileSystem.names("\(scene.folder)/blobs").count == 1)
    #expect(PartialOwner.claim(path, among: PartialOwner.Claims()) == nil)
  }

  @Test("Of many that race for a dead claim, one gets it")
  func race() async throws {
    for _ in 0..<50 {
      try claimElsewhere(age: 4000)
      let owners = await withTaskGroup(of: PartialOwner?.self) { [path] group in
        for _ in 0..<4 { group.addTask { PartialOwner.claim(path, among: PartialOwner.Claims()) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(owners.compactMap(\.self).count == 1)
    }
  }

  @Test("A claim that another process has taken over is neither renewed into the state nor removed at the end")
  func takenOver() throws {
    var owner = PartialOwner.claim(path, among: PartialOwner.Claims())
    #expect(owner?.isHeld == true)
    try claimElsewhere(age: 0)
    #expect(owner?.isHeld == false)
    owner = nil
    #expect(FileSystem.exists(path))
  }

  @Test("A running download renews its claim, so that other hosts do not take it for dead")
  func renewal() async throws {
    let owner = try #require(PartialOwner.claim(path))
    let route = RequestRoute(to: try #require(URL(string: "http://x/y")), tokenOrigin: nil)
    let file = RemoteFile(name: "f", byteCount: 10) { FileLocation(route: route) }
    let partial = try PartialDownload(
      path: scene.destination.partial, owner: owner, file: file, location: FileLocation(route: route),
      policy: RetryPolicy(), report: { _ in })
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    await partial.save()
    #expect(FileSystem.status(path)?.modified ?? 0 > 1_000_000_000)
    // Who has lost the claim leaves the other's state alone.
    try FileSystem.remove(scene.destination.partial + ".json")
    try claimElsewhere(age: 0)
    await partial.save()
    await partial.remove()
    #expect(FileSystem.exists(scene.destination.partial))
    #expect(!FileSystem.exists(scene.destination.partial + ".json"))
  }

  @Test("Who only seemed to be dead cannot write to the file of who took over")
  func copies() async throws {
    let half = ScriptedHub.contents.count / 2
    try Data(ScriptedHub.contents.prefix(half)).write(to: URL(filePath: scene.destination.partial))
    var state = PartialState(
      url: "u", etag: ScriptedHub.sha256, byteCount: ScriptedHub.contents.count, commit: ScriptedHub.commit)
    state.ranges.insert(0..<half)
    try Data(state.bytes).write(to: URL(filePath: scene.destination.partial + ".json"))
    let other = open(scene.destination.partial, O_RDWR)
    defer { close(other) }
    try #require(other >= 0)
    try claimElsewhere(age: 4000)
    _ = try await scene.download()
    #expect(scene.hub.sentByteCount == ScriptedHub.contents.count - half)
    var wrong: UInt8 = 1
    #expect(pwrite(other, &wrong, 1, 0) == 1)
    #expect(scene.isComplete)
    #expect(scene.names == [ScriptedHub.sha256])
  }

  @Test("Whoever loses the claim while downloading begins a file of its own, and the other's stays")
  func loss() async throws {
    let (path, partial) = (path, scene.destination.partial)
    let wasTaken = Mutex(false)
    _ = try await scene.download { event in
      guard event == .verifying, !wasTaken.withLock({ $0 }) else { return }
      wasTaken.withLock { $0 = true }
      // What a process on another host does that takes it over.
      try? FileSystem.write(Array("elsewhere 1 1".utf8), to: path)
      try? FileSystem.write([1, 2, 3], to: partial)
    }
    #expect(scene.isComplete)
    #expect((try? FileSystem.contents(partial, limit: 10)) == [1, 2, 3] && FileSystem.exists(path))
  }

  @Test("7: two processes at once with locks that lock nothing have a file each until the end")
  func twoProcesses() async throws {
    scene.hub.fault = .tenths
    try await withThrowingTaskGroup(of: DownloadedFile.self) { [scene] group in
      for _ in 0..<3 {
        group.addTask {
          var options = DownloadScene.options
          options.lock = { _ in .unsupported }
          options.claims = PartialOwner.Claims()
          return try await scene.download(options: options)
        }
      }
      for try await file in group { #expect(file.byteCount == ScriptedHub.contents.count) }
    }
    #expect(scene.isComplete)
    #expect(scene.names == [ScriptedHub.sha256])
  }
}
