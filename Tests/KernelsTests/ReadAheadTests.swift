import Testing

@testable import SwiftletKernels

@Suite struct ReadAheadTests {
  private static func address(_ number: Int) -> UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: number) }

  private func begin(_ product: FollowingReads, at places: [Int], _ readAhead: ReadAhead) throws {
    let places = try unsafe places.map { unsafe try #require(Self.address($0)) }
    unsafe readAhead.begin(product) { unsafe places[$0] }
  }

  @Test func eachThreadExpectsWhereItBeganInWhatCameNextTheLastTime() throws {
    let readAhead = ReadAhead(threads: 2)
    let (first, second) = (FollowingReads(), FollowingReads())
    try begin(first, at: [0x10000, 0x20000], readAhead)
    // Nothing has come after anything yet.
    #expect(unsafe readAhead.takeStep(thread: 0) == nil)
    try begin(second, at: [0x30000, 0x40000], readAhead)
    #expect(unsafe readAhead.takeStep(thread: 0) == nil)
    try begin(first, at: [0x10000, 0x20000], readAhead)
    #expect(unsafe readAhead.takeStep(thread: 0) == Self.address(0x30000))
    #expect(unsafe readAhead.takeStep(thread: 0) == Self.address(0x30000 + ReadAhead.step))
    #expect(unsafe readAhead.takeStep(thread: 1) == Self.address(0x40000))
    try begin(second, at: [0x30000, 0x40000], readAhead)
    #expect(unsafe readAhead.takeStep(thread: 1) == Self.address(0x20000))
  }

  @Test func aThreadAsksForNoMoreThanItMay() throws {
    let readAhead = ReadAhead(threads: 1)
    let product = FollowingReads()
    for _ in 0..<2 { try begin(product, at: [0x10000], readAhead) }
    var steps = 0
    while unsafe readAhead.takeStep(thread: 0) != nil { steps += 1 }
    #expect(steps == ReadAhead.most / ReadAhead.step)
    readAhead.advance(thread: 0)
    #expect(unsafe readAhead.takeStep(thread: 0) == nil)
  }

  @Test func askingForWhatDoesNotExistDoesNothing() throws {
    let readAhead = ReadAhead(threads: 1)
    let product = FollowingReads()
    for _ in 0..<2 { try begin(product, at: [64], readAhead) }
    for _ in 0..<ReadAhead.most / ReadAhead.step { readAhead.advance(thread: 0) }
    #expect(unsafe readAhead.takeStep(thread: 0) == nil)
  }

  @Test func withoutAPlaceNothingIsAskedFor() {
    let readAhead = ReadAhead(threads: 2)
    let product = FollowingReads()
    for _ in 0..<2 { unsafe readAhead.begin(product) { _ in nil } }
    #expect(unsafe readAhead.takeStep(thread: 0) == nil)
    #expect(unsafe readAhead.takeStep(thread: 1) == nil)
  }
}
