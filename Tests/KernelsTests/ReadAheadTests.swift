import Testing

@testable import SwiftletKernels

@Suite struct ReadAheadTests {
  private static func address(_ number: Int) -> UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: number) }

  private func begin(_ targets: PrefetchTargets, at addresses: [Int], _ readAhead: ReadAhead) throws {
    let addresses = try unsafe addresses.map { unsafe try #require(Self.address($0)) }
    unsafe readAhead.begin(targets) { unsafe addresses[$0] }
  }

  @Test func eachThreadExpectsWhereItBeganInWhatCameNextTheLastTime() throws {
    let readAhead = ReadAhead(threads: 2)
    let (first, second) = (PrefetchTargets(), PrefetchTargets())
    try begin(first, at: [0x10000, 0x20000], readAhead)
    // Nothing has come after anything yet.
    #expect(unsafe readAhead.nextAddress(thread: 0) == nil)
    try begin(second, at: [0x30000, 0x40000], readAhead)
    #expect(unsafe readAhead.nextAddress(thread: 0) == nil)
    try begin(first, at: [0x10000, 0x20000], readAhead)
    #expect(unsafe readAhead.nextAddress(thread: 0) == Self.address(0x30000))
    #expect(unsafe readAhead.nextAddress(thread: 0) == Self.address(0x30000 + ReadAhead.stepByteCount))
    #expect(unsafe readAhead.nextAddress(thread: 1) == Self.address(0x40000))
    try begin(second, at: [0x30000, 0x40000], readAhead)
    #expect(unsafe readAhead.nextAddress(thread: 1) == Self.address(0x20000))
  }

  @Test func aThreadAsksForNoMoreThanItMay() throws {
    let readAhead = ReadAhead(threads: 1)
    let targets = PrefetchTargets()
    for _ in 0..<2 { try begin(targets, at: [0x10000], readAhead) }
    var steps = 0
    while unsafe readAhead.nextAddress(thread: 0) != nil { steps += 1 }
    #expect(steps == ReadAhead.maximumByteCount / ReadAhead.stepByteCount)
    readAhead.advance(thread: 0)
    #expect(unsafe readAhead.nextAddress(thread: 0) == nil)
  }

  @Test func askingForWhatDoesNotExistDoesNothing() throws {
    let readAhead = ReadAhead(threads: 1)
    let targets = PrefetchTargets()
    for _ in 0..<2 { try begin(targets, at: [64], readAhead) }
    for _ in 0..<ReadAhead.maximumByteCount / ReadAhead.stepByteCount { readAhead.advance(thread: 0) }
    #expect(unsafe readAhead.nextAddress(thread: 0) == nil)
  }

  @Test func withoutAPlaceNothingIsAskedFor() {
    let readAhead = ReadAhead(threads: 2)
    let targets = PrefetchTargets()
    for _ in 0..<2 { unsafe readAhead.begin(targets) { _ in nil } }
    #expect(unsafe readAhead.nextAddress(thread: 0) == nil)
    #expect(unsafe readAhead.nextAddress(thread: 1) == nil)
  }
}
