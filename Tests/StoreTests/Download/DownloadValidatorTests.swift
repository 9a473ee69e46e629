import Foundation
import SwiftletHTTP
import Synchronization
import TestSupport
import Testing

@testable import SwiftletStore

/// The answers of servers before the first byte: delays, entity tags or what stands for them, and missing ranges.
struct DownloadValidatorTests {
  private func file(_ scene: DownloadScene, _ requester: HubRequester) throws -> RemoteFile {
    requester.file(at: try #require(URL(string: "\(scene.hub.storageAddress)/me/ok/\(ScriptedHub.name)")), name: "f")
  }

  /// Downloads the file of the storage by its address, which tells no checksum.
  private func download(
    _ scene: DownloadScene, options: Downloader.Options = DownloadScene.options, retries: RetryPolicy = .quick,
    onEvent: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
  ) async throws -> DownloadedFile {
    let requester = try scene.hub.client().requester
    return try await Downloader(requester: requester, retries: retries, options: options)
      .download(try file(scene, requester), to: scene.destination, report: onEvent)
  }

  @Test("Retry-After of a HEAD is obeyed, of the hub as of other servers", arguments: [true, false])
  func delayOfHead(isHub: Bool) async throws {
    let slept = Mutex<[Duration]>([])
    var policy = RetryPolicy.quick
    policy.sleep = { duration in slept.withLock { $0.append(duration) } }
    let scene = try DownloadScene(.busyHead)
    _ = try await isHub ? scene.download(retries: policy) : download(scene, retries: policy)
    #expect(scene.isComplete)
    #expect(slept.withLock { $0 } == [.seconds(7)])
  }

  @Test("A plan for a URL repeats what may pass")
  func planRepeats() async throws {
    let folder = try StoreFolder()
    let hub = try ScriptedHub(.busyHead)
    let name = try ModelName("\(hub.storageAddress)/me/ok/\(ScriptedHub.name)")
    let plan = try await hub.store(folder.environment).downloadPlan(for: name)
    #expect(plan.byteCount == ScriptedHub.contents.count)
  }

  @Test(
    "Downloads without a known checksum go on by the entity tag, or the date and size",
    arguments: [ScriptedHub.Fault.headless, .dated, .none])
  func resumption(fault: ScriptedHub.Fault) async throws {
    let scene = try DownloadScene(fault)
    let kept = try await partOfFile(scene)
    let events = Mutex<[DownloadEvent]>([])
    let before = scene.hub.sentByteCount
    _ = try await download(scene) { event in events.withLock { $0.append(event) } }
    #expect(scene.isComplete)
    #expect(events.withLock { $0.contains(.resumed(byteCount: kept)) })
    // The method HEAD is replaced by a read of one byte.
    #expect(scene.hub.sentByteCount - before == ScriptedHub.contents.count - kept + (fault == .headless ? 1 : 0))
  }

  /// Leaves a part of the file as a download that was interrupted does.
  private func partOfFile(_ scene: DownloadScene) async throws -> Int {
    scene.hub.limitAnswers(to: 200_000)
    var policy = RetryPolicy.quick
    policy.delays = []
    var options = DownloadScene.options
    options.partLength = 1 << 20
    await #expect(throws: (any Error).self) { try await download(scene, options: options, retries: policy) }
    scene.hub.limitAnswers(to: .max)
    let kept = PartialState(path: scene.destination.partial + ".json")?.ranges.count ?? 0
    #expect(kept == 200_000)
    return kept
  }

  @Test("A part of which nothing tells whether it is still the same is said to be that, and not to have changed")
  func unknown() async throws {
    let scene = try DownloadScene(.untagged)
    _ = try await partOfFile(scene)
    let events = Mutex<[DownloadEvent]>([])
    _ = try await download(scene) { event in events.withLock { $0.append(event) } }
    #expect(scene.isComplete)
    #expect(events.withLock { $0.contains(.restarted(.unknown)) && !$0.contains(.restarted(.changed)) })
    scene.hub.fault = .dated
    try FileSystem.remove(scene.destination.path)
    _ = try await partOfFile(scene)
    scene.hub.setDate("Tue, 01 Dec 2026 08:00:00 GMT")
    _ = try await download(scene) { event in events.withLock { $0.append(event) } }
    #expect(events.withLock { $0.contains(.restarted(.changed)) })
  }

  @Test("A server without ranges is refused if the file is large and would have to fit into memory")
  func wholeFiles() async throws {
    let scene = try DownloadScene(.noRanges)
    var options = DownloadScene.options
    options.wholeFileLimit = ScriptedHub.contents.count - 1
    // The sockets of this module stop reading; URLSession does not.
    #if os(Linux)
      _ = try await download(scene, options: options)
      #expect(scene.isComplete)
      try FileSystem.remove(scene.destination.path)
    #endif
    options.stopsReading = { _ in false }
    let failure = DownloadError.noRanges(
      file: "f", byteCount: ScriptedHub.contents.count, limit: ScriptedHub.contents.count - 1)
    await #expect(throws: failure) { try await download(scene, options: options) }
    #expect(!scene.isPresent)
    options.wholeFileLimit += 1
    _ = try await download(scene, options: options)
    #expect(scene.isComplete)
    #expect(Downloader.Options().wholeFileLimit == 256 << 20)
    let https = try #require(URL(string: "https://x/y"))
    #expect(!HTTPClient().stopsReading(of: https))
  }

  @Test("A compressed body that was not asked for is an error that names the encoding")
  func compressed() async throws {
    let scene = try DownloadScene(.compressedFile)
    let error = await #expect(throws: HubError.self) { try await scene.download() }
    #expect(error == .connection(host: "127.0.0.1", .malformed("the body is in the encoding gzip")))
    #expect(!scene.isPresent)
  }

  @Test("A cancelled task does not wait for the checksum")
  func cancelledVerification() async throws {
    let scene = try DownloadScene()
    try FileSystem.createFolder("\(scene.folder)/blobs")
    let path = scene.destination.partial
    // A file with holes of 64 GiB takes minutes to read.
    try Data().write(to: URL(filePath: path))
    try #require(truncate(path, off_t(64 << 30)) == 0)
    let hasher = try FileHasher(path: path, checksum: nil, byteCount: nil)
    let task = Task { try await hasher.finish(at: 64 << 30) }
    task.cancel()
    guard case .failure(DownloadError.interrupted) = await task.result else {
      Issue.record("the file was read to its end")
      return
    }
    // Also what the download of it says is what is kept, not what is hashed.
    let download = Task {
      try await scene.download { event in
        if event == .verifying { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    guard case .failure(DownloadError.interrupted(ScriptedHub.contents.count)) = await download.result else {
      Issue.record("\(await download.result)")
      return
    }
    _ = try await scene.download()
    #expect(scene.isComplete)
  }

  @Test("3: a server that becomes silent again and again is read to the end, every byte once")
  func silence() async throws {
    let scene = try DownloadScene(.stalls)
    let client = try scene.hub.client()
    var requester = client.requester
    requester.stallTimeout = .milliseconds(700)
    var policy = RetryPolicy.quick
    policy.delays = Array(repeating: .zero, count: 10_000)
    var options = DownloadScene.options
    options.partLength = 1 << 20
    let entry = CachedTree.Entry(
      byteCount: ScriptedHub.contents.count, gitHash: ScriptedHub.commit, sha256: ScriptedHub.sha256)
    let file = client.file(ScriptedHub.name, entry: entry, of: "me/ok", at: ScriptedHub.commit)
    let events = Mutex<[DownloadEvent]>([])
    _ = try await Downloader(requester: requester, retries: policy, options: options)
      .download(file, to: scene.destination) { event in events.withLock { $0.append(event) } }
    #expect(scene.isComplete)
    let counts = events.withLock { $0.compactMap(\.byteCount) }
    #expect(counts == counts.sorted())
    // A loaded machine may be as silent as that server, and then asks for a part again.
    let retries = events.withLock { $0.filter { if case .retrying = $0 { true } else { false } }.count }
    #expect(retries >= 2)
    let third = ScriptedHub.contents.count / 3 + 1
    #expect(scene.hub.sentByteCount <= ScriptedHub.contents.count + (retries - 2) * third)
  }

  @Test("4: of two connections, the fast one takes over what the silent one has, and does not wait for it")
  func takeover() async throws {
    let scene = try DownloadScene(.silentFirst)
    var options = DownloadScene.options
    options.connections = 2
    options.partLength = 1 << 20
    var policy = RetryPolicy.quick
    let start = ContinuousClock.now
    // Seconds go by in hundredths of seconds.
    policy.now = { start + (.now - start) * 100 }
    _ = try await scene.download(options: options, retries: policy)
    #expect(scene.isComplete)
    #expect(!scene.events.contains { if case .retrying = $0 { true } else { false } })
  }
}
