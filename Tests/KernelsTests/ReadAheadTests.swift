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

  @Test func aPoolExpectsTheFirstChunkOfEachShare() {
    for (threads, chunks) in [(1, 7), (2, 7), (3, 2), (8, 40), (20, 41)] {
      let shares = LoopShares(threads: threads)
      shares.begin(chunks: chunks)
      for thread in 0..<threads {
        let first = shares.firstChunk(of: chunks, thread: thread)
        #expect(first >= 0 && first <= chunks)
      }
      var taken: [Int] = []
      shares.forEach(of: chunks, thread: threads - 1) { taken.append($0) }
      let first = shares.firstChunk(of: chunks, thread: threads - 1)
      #expect(taken.first == first || first == chunks, "\(threads) threads, \(chunks) chunks")
      #expect(taken.sorted() == Array(0..<chunks))
    }
  }
}
