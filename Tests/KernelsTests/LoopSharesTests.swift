import Testing

@testable import SwiftletKernels

/// Which chunks of a loop a thread gets.
@Suite struct LoopSharesTests {
  @Test(arguments: [1, 2, 3, 7, 8, 9, 20], [1, 2, 5, 16, 100])
  func aThreadBeginsWithItsShare(_ threads: Int, _ chunks: Int) {
    let shares = LoopShares(threads: threads)
    for thread in 0..<threads {
      shares.begin(chunks: chunks)
      var claimed: [Int] = []
      shares.forEach(of: chunks, thread: thread) { claimed.append($0) }
      // Alone it gets everything: from the start of its share on, around the end of the loop, in order.
      let start = min(thread, thread * 8 / threads) * chunks / min(threads, 8)
      #expect(claimed == Array(start..<chunks) + Array(0..<start))
      #expect(shares.firstChunk(of: chunks, thread: thread) == start)
    }
  }

  @Test func whatOthersLeaveIsClaimedOnce() {
    let shares = LoopShares(threads: 2)
    shares.begin(chunks: 10)
    var (first, second): ([Int], [Int]) = ([], [])
    // The second thread comes while the first one is in its second chunk, and takes the rest.
    shares.forEach(of: 10, thread: 0) { chunk in
      first.append(chunk)
      if chunk == 1 { shares.forEach(of: 10, thread: 1) { second.append($0) } }
    }
    #expect(first == [0, 1])
    #expect(second == [5, 6, 7, 8, 9, 2, 3, 4])
  }

  @Test func aLoopBeginsAnew() {
    let shares = LoopShares(threads: 3)
    for chunks in [7, 2, 30] {
      shares.begin(chunks: chunks)
      var claimed = 0
      shares.forEach(of: chunks, thread: 2) { _ in claimed += 1 }
      shares.forEach(of: chunks, thread: 1) { _ in claimed += 1 }
      #expect(claimed == chunks)
    }
  }
}
