import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SwiftletStore

/// Downloads from a server with faults.
///
/// Numbers are those of the list of what fails for users of other programs.
struct DownloadFaultTests {
  private typealias Fault = ScriptedHub.Fault

  @Test(
    "Faults that pass are overcome",
    arguments: [
      Fault.none, .cut, .noRanges, .busy, .expired, .chunked, .chunkedWithoutRanges, .unavailable, .renamed, .paged,
      .wrongLength, .slow, .unsatisfiable,
    ])
  private func overcome(fault: Fault) async throws {
    let scene = try DownloadScene(fault)
    let file = try await scene.download()
    #expect(scene.isComplete)
    #expect(
      file
        == DownloadedFile(checksum: ScriptedHub.sha256, byteCount: ScriptedHub.contents.count, etag: ScriptedHub.sha256)
    )
    #expect(scene.names == [ScriptedHub.sha256])
  }

  @Test(
    "16: after a fault that lasts, nothing has the final name, and the next download succeeds",
    arguments: [
      Fault.flip, .html, .empty, .wrongRange, .wrongTotal, .loop, .gated, .missing,
    ])
  private func lasting(fault: Fault) async throws {
    let scene = try DownloadScene(fault)
    let error = await #expect(throws: (any Error).self) { try await scene.download() }
    #expect(!scene.isPresent)
    switch (fault, error) {
    case (.flip, DownloadError.damaged(ScriptedHub.name, ScriptedHub.sha256, let got)?):
      // 1: the error names both checksums.
      #expect(got != ScriptedHub.sha256 && got.utf8.count == 64)
    case (.html, DownloadError.webPage(ScriptedHub.name, "text/html")?): break  // 14
    case (.empty, DownloadError.incomplete(ScriptedHub.name, ScriptedHub.contents.count, 0)?): break  // 2
    case (.wrongRange, DownloadError.wrongRange?), (.wrongTotal, DownloadError.wrongRange?): break
    case (.loop, HubError.redirection?): break
    case (.gated, HubError.gated(_, hasToken: false)?): break
    case (.missing, HubError.repositoryNotFound("me/ok", hasToken: false)?): break  // 21
    default: Issue.record("\(fault): \(String(describing: error))")
    }
    scene.hub.fault = .none
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.names == [ScriptedHub.sha256])
  }

  @Test("3: a server that sends a tenth at a time is read to the end, every byte once")
  func tenths() async throws {
    let scene = try DownloadScene(.tenths)
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.hub.sentByteCount == ScriptedHub.contents.count)
    let counts = scene.events.compactMap(\.byteCount)
    #expect(counts == counts.sorted())
  }

  @Test("Retry-After is obeyed, also as a date of a clock that is wrong, and other delays double")
  func delays() async throws {
    let slept = Mutex<[Duration]>([])
    var policy = RetryPolicy.quick
    policy.sleep = { duration in slept.withLock { $0.append(duration) } }
    for fault in [ScriptedHub.Fault.busy, .skewed] {
      let scene = try DownloadScene(fault)
      _ = try await scene.download(retries: policy)
      #expect(slept.withLock { $0 } == [.seconds(7)])
      slept.withLock { $0 = [] }
    }

    let other = try DownloadScene(.empty)
    await #expect(throws: DownloadError.self) { try await other.download(retries: policy) }
    #expect(slept.withLock { $0 } == [1, 2, 4, 8, 16].map { .seconds($0) })
  }

  @Test("9: without space, nothing is asked of the storage")
  func noSpace() async throws {
    let scene = try DownloadScene()
    var options = DownloadScene.options
    options.ignoresSpace = false
    options.freeByteCount = { _ in 1 << 30 }
    let needed = ScriptedHub.contents.count + (1 << 30)
    await #expect(throws: DownloadError.noSpace(needed: needed, free: 1 << 30, folder: "\(scene.folder)/blobs")) {
      try await scene.download(options: options)
    }
    #expect(scene.hub.storage.requests.isEmpty)
    options.freeByteCount = { _ in needed }
    _ = try await scene.download(options: options)
    #expect(scene.isComplete)
  }

  @Test("11: the token goes to the hub alone")
  func token() async throws {
    let scene = try DownloadScene(.gated)
    _ = try await scene.download(token: "hf_secret")
    #expect(scene.hub.hub.requests.allSatisfy { $0.fields["authorization"] == "Bearer hf_secret" })
    #expect(!scene.hub.storage.requests.isEmpty)
    #expect(scene.hub.storage.requests.allSatisfy { $0.fields["authorization"] == nil })
  }

  @Test("17: the final name appears at the end")
  func finalName() async throws {
    let scene = try DownloadScene()
    let path = scene.destination.path
    let isEarly = Mutex(false)
    _ = try await scene.download { _ in
      if FileSystem.exists(path) { isEarly.withLock { $0 = true } }
    }
    #expect(!isEarly.withLock { $0 })
    #expect(scene.events.contains(.verifying))
  }

  @Test("Size and checksum that only the server tells are enough")
  func withoutEntry() async throws {
    let scene = try DownloadScene()
    let file = try await scene.download(hasEntry: false)
    #expect(file.checksum == ScriptedHub.sha256)
    #expect(scene.isComplete)
  }

  @Test("A server that goes silent is asked again for what is missing")
  func stall() async throws {
    let scene = try DownloadScene(.stall)
    let client = try scene.hub.client()
    var requester = client.requester
    #expect(requester.stallTimeout == .seconds(30))
    requester.stallTimeout = .milliseconds(500)
    // A busy machine may be as silent as that server, any number of times.
    var policy = RetryPolicy.quick
    policy.delays = Array(repeating: .zero, count: 10_000)
    let file = client.file(ScriptedHub.name, entry: nil, of: "me/ok", at: ScriptedHub.commit)
    let reasons = Mutex<[String]>([])
    let downloader = Downloader(requester: requester, retries: policy, options: DownloadScene.options)
    _ = try await downloader.download(file, to: scene.destination) { event in
      if case .retrying(let reason, _) = event { reasons.withLock { $0.append(reason) } }
    }
    #expect(scene.isComplete)
    #expect(reasons.withLock { $0.contains { $0.contains("sent nothing for") } })
  }

  @Test("A file that changes between two parts is fetched as it is then")
  func changing() async throws {
    let scene = try DownloadScene(.changing)
    let requester = try scene.hub.client().requester
    let url = try #require(URL(string: "\(scene.hub.storageAddress)/me/ok/\(ScriptedHub.name)"))
    let events = Mutex<[DownloadEvent]>([])
    let downloader = Downloader(requester: requester, retries: .quick, options: DownloadScene.options)
    _ = try await downloader.download(requester.file(at: url, name: "f"), to: scene.destination) { event in
      events.withLock { $0.append(event) }
    }
    let isNew = scene.contents == Array(ScriptedHub.contents.reversed())
    #expect(isNew)
    #expect(events.withLock { $0.contains(.restarted(.changed)) })
  }

  @Test("A file that is another with each request is given up, with the delays of failures")
  func unstable() async throws {
    let scene = try DownloadScene(.unstable)
    let requester = try scene.hub.client().requester
    let url = try #require(URL(string: "\(scene.hub.storageAddress)/me/ok/\(ScriptedHub.name)"))
    let slept = Mutex<[Duration]>([])
    var policy = RetryPolicy.quick
    policy.sleep = { duration in slept.withLock { $0.append(duration) } }
    let downloader = Downloader(requester: requester, retries: policy, options: DownloadScene.options)
    await #expect(throws: DownloadError.changing(file: "f")) {
      try await downloader.download(requester.file(at: url, name: "f"), to: scene.destination)
    }
    #expect(slept.withLock { $0 } == [1, 2, 4, 8, 16].map { .seconds($0) })
    #expect(!scene.isPresent)
  }

  @Test("A server that sends half of the whole file again and again is given up")
  func halfOfTheWhole() async throws {
    let scene = try DownloadScene(.noRanges)
    scene.hub.limitAnswers(to: ScriptedHub.contents.count / 2)
    await #expect(throws: (any Error).self) { try await scene.download() }
    // The attempt, its repetitions, and the part that finds out that there are no ranges.
    #expect(scene.hub.downloads.count <= RetryPolicy.quick.delays.count + 2)
  }

  @Test(
    "9: a disk that becomes full ends the download at once, and what is there is kept if its state can be",
    arguments: [true, false])
  func fullDisk(hasRoomForState: Bool) async throws {
    let scene = try DownloadScene()
    let state = scene.destination.partial + ".json"
    if !hasRoomForState { try FileSystem.createFolder(state + ".new") }
    var options = DownloadScene.options
    options.write = { bytes, file, offset in
      guard offset + bytes.byteCount <= 300_000 else {
        errno = ENOSPC
        return -1
      }
      return SystemFile.write(bytes, to: file, at: offset)
    }
    let error = await #expect(throws: DownloadError.self) { try await scene.download(options: options) }
    guard case .diskFull(scene.destination.partial, let kept)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(hasRoomForState ? kept >= 200_000 && kept <= 300_000 : kept == 0)
    if !hasRoomForState { #expect(FileSystem.removeEmptyFolder(state + ".new")) }
    #expect(!scene.events.contains { if case .retrying = $0 { true } else { false } })
    let before = scene.hub.sentByteCount
    _ = try await scene.download()
    #expect(scene.isComplete)
    #expect(scene.hub.sentByteCount - before == ScriptedHub.contents.count - kept)
  }

  @Test("Several connections write one file", arguments: [Fault.none, .cut, .noRanges, .expired])
  private func connections(fault: Fault) async throws {
    let scene = try DownloadScene(fault)
    var options = DownloadScene.options
    options.connections = 4
    options.partLength = 50_000
    _ = try await scene.download(options: options)
    #expect(scene.isComplete)
    #expect(scene.names == [ScriptedHub.sha256])
  }
}
