import Foundation
import Synchronization
import Testing

@testable import SwiftletStore

/// The parts of a file, their state, and the counts of a download.
struct DownloadPartTests {
  @Test("Ranges are what a set of bytes is")
  func ranges() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var (ranges, bytes) = (ByteRanges(), Set<Int>())
      for _ in 0..<8 {
        let start = Int.random(in: 0..<60, using: &random)
        let range = start..<start + Int.random(in: 0..<12, using: &random)
        ranges.insert(range)
        bytes.formUnion(range)
      }
      #expect(ranges.count == bytes.count)
      #expect(ranges.prefixCount == (0..<100).first { !bytes.contains($0) })
      #expect(ranges.ranges.flatMap(Array.init) == bytes.sorted())
      let gap = ranges.firstGap(below: 80, limit: 7)
      let start = (0..<80).first { !bytes.contains($0) }
      #expect(gap?.lowerBound == start)
      let missing: [Int]? = start.map { start in Array((start..<80).prefix { !bytes.contains($0) }.prefix(7)) }
      #expect(gap.map(Array.init) == missing)
    }
    var full = ByteRanges()
    full.insert(0..<80)
    #expect(full.firstGap(below: 80, limit: 7) == nil)
    // Beyond 32 bits, and without a known end.
    #expect(ByteRanges().firstGap(below: .max, limit: .max) == 0..<Int.max)
    full.insert(80..<5 << 30)
    #expect(full.firstGap(below: 6 << 30, limit: 1 << 26) == 5 << 30..<(5 << 30) + (1 << 26))
  }

  @Test(
    "The fields of parts",
    arguments: [
      ("bytes 0-99/1000", 0..<100, 1000), ("bytes 5000000000-5000000001/*", 5_000_000_000..<5_000_000_002, nil),
      ("Bytes 3-3/4", 3..<4, 4),
    ] as [(String, Range<Int>, Int?)])
  func contentRange(field: String, range: Range<Int>, total: Int?) throws {
    let parsed = try #require(ContentRange(field))
    #expect(parsed.range == range)
    #expect(parsed.total == total)
  }

  @Test(
    "What is no field of a part",
    arguments: [
      "", "bytes", "bytes */1000", "bytes 5-4/10", "bytes 0-9/9", "bytes -1-5/10", "items 0-1/2", "bytes 0-1",
      "bytes 0-x/9",
      "bytes 0-9223372036854775807/*",
    ])
  func noContentRange(field: String) {
    #expect(ContentRange(field) == nil)
  }

  @Test("A state is read as it was written")
  func state() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "swiftlet-state-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var state = PartialState(url: "https://x/y\"z", etag: "e", byteCount: 5 << 30, commit: nil)
    state.ranges.insert(0..<10)
    state.ranges.insert(20..<5 << 30)
    try Data(state.bytes).write(to: URL(filePath: path))
    #expect(PartialState(path: path) == state)
    #expect(state.fits(PartialState(url: "other", etag: "e", byteCount: nil, commit: "c")))
    #expect(!state.fits(PartialState(url: "https://x", etag: "f", byteCount: 5 << 30, commit: nil)))
    #expect(!state.fits(PartialState(url: "https://x", etag: "e", byteCount: 1, commit: nil)))
    func mismatch(_ old: (etag: String?, size: Int?), _ new: (etag: String?, size: Int?)) -> RestartReason? {
      PartialState(url: "u", etag: old.etag, byteCount: old.size, commit: nil).mismatch(
        PartialState(url: "u", etag: new.etag, byteCount: new.size, commit: nil))
    }
    let (monday, tuesday) = (
      "last modified Mon, 30 Nov 2026 08:00:00 GMT", "last modified Tue, 01 Dec 2026 08:00:00 GMT"
    )
    #expect(mismatch((nil, 1), (nil, 1)) == .unknown && mismatch((nil, 1), (nil, 2)) == .changed)
    #expect(mismatch((monday, 1), (monday, 1)) == nil && mismatch((monday, 1), (tuesday, 1)) == .changed)
    #expect(mismatch((monday, nil), (monday, 1)) == .unknown && mismatch((monday, 1), ("e", 1)) == .unknown)
    #expect(mismatch(("e", nil), ("e", 1)) == nil && mismatch(("e", 1), (nil, 1)) == .unknown)
  }

  @Test("Progress makes failures forgotten, a delay that is too long ends the attempts")
  func failures() {
    var policy = RetryPolicy()
    policy.jitter = { 1.5 }
    var counter = RetryCounter(policy, progress: 100)
    let delay1 = counter.delay()
    #expect(delay1 == .seconds(1.5))
    counter.receive(99)
    let delay2 = counter.delay()
    #expect(delay2 == .seconds(3))
    counter.receive(60)
    counter.receive(40)
    let delay3 = counter.delay()
    #expect(delay3 == .seconds(1.5))
    let delay4 = counter.delay(requested: .seconds(20))
    #expect(delay4 == .seconds(20))
    let delay5 = counter.delay(requested: .seconds(301))
    #expect(delay5 == nil)
    for _ in 0..<2 { let delay6 = counter.delay(); #expect(delay6 != nil) }
    let delay7 = counter.delay()
    #expect(delay7 == nil)
  }

  @Test("The speed is that of the last seconds")
  func speed() throws {
    var meter = SpeedMeter()
    let start = ContinuousClock.now
    #expect(meter.bytesPerSecond == nil)
    for tenth in 0...200 {
      // A thousand bytes a second, and from the tenth second on ten thousand.
      let count = tenth <= 100 ? tenth * 100 : 10_000 + (tenth - 100) * 1000
      let isDue = meter.record(count, at: start + .milliseconds(100 * tenth))
      #expect(isDue)
      let isEarly = meter.record(count, at: start + .milliseconds(100 * tenth + 50))
      #expect(!isEarly)
      if tenth == 100 { #expect(abs((meter.bytesPerSecond ?? 0) - 1000) < 1) }
    }
    #expect(abs((meter.bytesPerSecond ?? 0) - 10_000) < 1)
  }

  @Test("A file of more than 4 GiB continues at its offset, in a file with holes")
  func largeOffsets() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swiftlet-part-\(UUID().uuidString)").path
    try FileSystem.createFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let start = 5 << 30
    let path = "\(folder)/f"
    try Data().write(to: URL(filePath: path))
    try #require(truncate(path, off_t(start)) == 0)
    var state = PartialState(url: "http://x/y", etag: "e", byteCount: start + 100, commit: nil)
    state.ranges.insert(0..<start)
    try Data(state.bytes).write(to: URL(filePath: path + ".json"))
    let route = RequestRoute(to: try #require(URL(string: "http://x/y")), tokenOrigin: nil)
    let location = FileLocation(route: route, etag: "e")
    let partial = try PartialDownload(
      path: path, owner: PartialOwner.claim(path + ".owner"),
      file: RemoteFile(name: "f", byteCount: start + 100) { location },
      location: location, policy: RetryPolicy(), report: { _ in })
    guard case .fetch(let claim) = await partial.work(limit: 1 << 26) else {
      Issue.record("nothing is left to fetch")
      return
    }
    #expect(claim.range == start..<start + 100)
    #expect(try await !partial.write(Data(repeating: 7, count: 100), for: claim.id))
    #expect(await partial.receivedByteCount == start + 100)
    #expect(FileSystem.status(path)?.byteCount == start + 100)
  }

  @Test("4: an idle connection takes over from a slow one")
  func slowConnection() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swiftlet-part-\(UUID().uuidString)").path
    try FileSystem.createFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let now = Mutex(ContinuousClock.now)
    let policy = RetryPolicy(now: { now.withLock { $0 } })
    let route = RequestRoute(to: try #require(URL(string: "http://x/y")), tokenOrigin: nil)
    let file = RemoteFile(name: "f", byteCount: 4 << 20) { FileLocation(route: route) }
    let partial = try PartialDownload(
      path: "\(folder)/f", owner: nil, file: file, location: FileLocation(route: route), policy: policy,
      report: { _ in })
    func claim(_ work: PartialDownload.Work) -> PartialDownload.Claim? {
      if case .fetch(let claim) = work { claim } else { nil }
    }
    let slow = try #require(claim(await partial.work(limit: 4 << 20)))
    #expect(slow.range == 0..<4 << 20)
    #expect(try await partial.write(Data(count: 1 << 20), for: slow.id))
    // Nobody takes what is on its way.
    #expect(claim(await partial.work(limit: 4 << 20)) == nil)
    now.withLock { $0 += .seconds(10) }
    let half = try #require(claim(await partial.work(limit: 4 << 20)))
    #expect(half.range == 5 << 19..<4 << 20)
    #expect(try await !partial.write(Data(count: 3 << 20), for: slow.id))
    #expect(try await !partial.write(Data(count: 1), for: slow.id))
    #expect(await partial.receivedByteCount == 5 << 19)
    // The last short part is taken over as a whole.
    #expect(try await partial.write(Data(count: (3 << 19) - 100), for: half.id))
    now.withLock { $0 += .seconds(100_000_000) }
    let last = try #require(claim(await partial.work(limit: 4 << 20)))
    #expect(last.range == (4 << 20) - 100..<4 << 20)
    #expect(try await !partial.write(Data(count: 100), for: half.id))
    #expect(try await !partial.write(Data(count: 100), for: last.id))
    if case .finished = await partial.work(limit: 1) {} else { Issue.record("not finished") }
    // Four MiB of zeros, by sha256sum.
    #expect(try await partial.checksum() == "bb9f8df61474d25e71fa00722318cd387396ca1736605e1248821cc0de3d3af8")
  }
}
