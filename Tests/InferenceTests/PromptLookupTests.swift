import Testing

@testable import SwiftletInference

/// Guesses from what came before.
@Suite struct PromptLookupTests {
  private func expect(_ lookup: inout PromptLookup, _ tokens: [Int], limit: Int, _ expected: [Int]) {
    let guess = lookup.guess(after: tokens, limit: limit)
    #expect(Array(guess) == expected)
  }

  @Test func guessesWhatFollowedTheLastTime() {
    var lookup = PromptLookup()
    expect(&lookup, [1, 2], limit: 9, [])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7], limit: 9, [])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3], limit: 9, [4, 5, 6])
    // The later place counts.
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 8, 1, 2, 3], limit: 2, [8, 1])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 8, 1, 2, 3, 9], limit: 9, [])
  }

  @Test func aSequenceMayOverlapItself() {
    var lookup = PromptLookup()
    expect(&lookup, [5, 5, 5], limit: 9, [])
    expect(&lookup, [5, 5, 5, 5], limit: 9, [5])
  }

  @Test func guessesGrowWhileTheyHoldAndPauseWhenTheyFail() {
    var lookup = PromptLookup()
    var tokens = Array(0..<40) + [0, 1, 2]
    func next() -> Int {
      tokens.append((tokens.last ?? 0) + 1)
      return lookup.guess(after: tokens, limit: 100).count
    }
    func expectNext(_ expected: Int) {
      let found = next()
      #expect(found == expected)
    }
    expect(&lookup, tokens, limit: 100, [3, 4, 5])
    lookup.learn(guessed: 3, accepted: 3)
    expectNext(6)
    lookup.learn(guessed: 6, accepted: 6)
    expectNext(12)
    lookup.learn(guessed: 12, accepted: 12)
    expectNext(12)
    lookup.learn(guessed: 12, accepted: 4)
    expectNext(4)
    var pauses: [Int] = []
    for _ in 0..<3 {
      lookup.learn(guessed: 3, accepted: 0)
      var pause = 0
      while next() == 0, pause < 100 { pause += 1 }
      pauses.append(pause)
    }
    #expect(pauses == [1, 2, 4])
  }
}
