import Testing

@testable import SwiftletInference

/// Drafts by prompt lookup.
@Suite struct PromptLookupTests {
  /// A cost of rows that is so low that drafts are long.
  private static let cheap = 0.01

  private func expect(
    _ lookup: inout PromptLookup, _ tokens: [Int], limit: Int, rowCost: Double = cheap, _ expected: [Int]
  ) {
    let draft = lookup.draft(after: tokens, limit: limit, rowCost: rowCost)
    #expect(draft == expected)
  }

  @Test func draftsWhatFollowedTheLastTime() {
    var lookup = PromptLookup()
    expect(&lookup, [1, 2], limit: 3, [])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7], limit: 3, [])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3], limit: 3, [4, 5, 6])
    // The later match counts.
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 8, 1, 2, 3], limit: 2, [8, 1])
    expect(&lookup, [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 8, 1, 2, 3, 9], limit: 9, [])
  }

  @Test func theLongestAgreementCounts() {
    var lookup = PromptLookup()
    let stem = [1, 2, 3, 4, 5, 6, 7, 9, 9, 4, 5, 6, 8]
    expect(&lookup, stem + [2, 3, 4, 5, 6], limit: 1, [7])
    lookup = PromptLookup()
    expect(&lookup, stem + [9, 4, 5, 6], limit: 1, [8])
  }

  @Test func aTextThatRepeatsItselfGoesOnBeyondItsEnd() {
    var lookup = PromptLookup()
    expect(&lookup, [5, 5, 5], limit: 4, [])
    expect(&lookup, [5, 5, 5, 5], limit: 4, [5, 5, 5, 5])
    lookup = PromptLookup()
    expect(&lookup, [6, 7, 8, 6, 7, 8], limit: 7, [6, 7, 8, 6, 7, 8, 6])
  }

  @Test(arguments: [0, 1, 5])
  func aLimitIsKept(_ limit: Int) {
    var lookup = PromptLookup()
    let draft = lookup.draft(after: Array(0..<30) + Array(0..<10), limit: limit, rowCost: Self.cheap)
    #expect(draft == Array((10..<30).prefix(limit)))
    let longest = lookup.draft(after: Array(0..<30) + Array(0..<10), limit: 1000, rowCost: Self.cheap)
    #expect(longest == Array((10..<30).prefix(PromptLookup.maximumLength)))
  }

  /// A document of which a copy is written, with a change.
  private func drafts(_ copy: [Int]) -> [Int] {
    let document = Array(100..<160)
    var lookup = PromptLookup()
    return (0..<copy.count).map { end in
      lookup.draft(after: document + copy[...end], limit: 1, rowCost: Self.cheap).first ?? -1
    }
  }

  @Test func aChangedTokenIsPassedOver() {
    let copy = Array(105..<115) + [7] + Array(116..<120)
    #expect(drafts(copy)[9...] == [115, 116, 117, 118, 119, 120])
  }

  @Test func tokensThatWerePutInOrLeftOutArePassedOver() {
    // 115 to 117 are left out.
    #expect(drafts(Array(105..<115) + [118, 119])[10...] == [119, 120])
    // 7 is put in before 115, and after 115 it is clear that it was.
    #expect(drafts(Array(105..<115) + [7, 115, 116])[11...] == [116, 117])
  }

  @Test func draftsAreLongWhereTheyAreAcceptedAndStopWhereTheyAreNot() {
    let document = Array(0..<200)
    var lookup = PromptLookup()
    func length(_ tokens: [Int], rowCost: Double) -> Int {
      lookup.draft(after: tokens, limit: 100, rowCost: rowCost).count
    }
    var lengths = (4..<60).map { length(document + document[..<$0], rowCost: 0.1) }
    #expect(lengths.first ?? 0 < 8 && lengths.last == PromptLookup.maximumLength)
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 <= $1 })
    // Three tokens as before, and then another one: the fourth token is never accepted.
    lookup = PromptLookup()
    var text = document
    lengths = (0..<60).map { time in
      let start = 3 * time
      for end in start..<start + 3 {
        text.append(document[end])
        _ = length(text, rowCost: 0.1)
      }
      defer { text += [1000 + time, 2000 + time, 3000 + time] }
      return length(text, rowCost: 0.1)
    }
    #expect(lengths.first ?? 0 > 0 && lengths.suffix(30).allSatisfy { $0 == 0 })
  }

  /// Records with the same keys need not have the same values.
  @Test func forcedTokensAreNoAgreement() {
    var lookup = PromptLookup()
    var text = [100, 101]
    func add(forced tokens: [Int]) {
      for token in tokens {
        lookup.recordForced(at: text.count)
        text.append(token)
      }
    }
    add(forced: [1, 2, 3, 4])
    text += [60, 61, 62, 63]
    expect(&lookup, text, limit: 3, [])
    add(forced: [1, 2, 3, 4])
    expect(&lookup, text, limit: 3, [])
    // A value that begins as the last one did may continue likewise.
    text.append(60)
    expect(&lookup, text, limit: 1, [61])
    // Without forced tokens the same text repeats itself.
    var other = PromptLookup()
    expect(&other, Array(text.dropLast()), limit: 1, [60])
  }

  /// However many keys they share, values that differ each time are not drafted.
  @Test func recordsOfOtherValuesAreNotDrafted() {
    var lookup = PromptLookup()
    var text: [Int] = []
    for record in 0..<20 {
      for key in 1...8 {
        lookup.recordForced(at: text.count)
        text.append(key)
      }
      expect(&lookup, text, limit: 1, [])
      text.append(1000 + record)
      expect(&lookup, text, limit: 1, [])
    }
  }

  @Test func aLongPromptIsLookedAtFromItsEnd() {
    var lookup = PromptLookup()
    let far = [1, 2, 3, 4, 5] + (0..<40_000).map { 10 + $0 }
    expect(&lookup, far + [1, 2, 3], limit: 2, [])
    expect(&lookup, far + [1, 2, 3] + [39_000, 39_001, 39_002], limit: 2, [39_003, 39_004])
  }
}

/// The estimates of acceptance rates and costs.
@Suite struct SpeculationCostTests {
  @Test func theDraftLengthIsOptimalForTheAcceptanceRate() {
    // The initial acceptance rate after a long match is 0.85.
    let acceptance = AcceptanceEstimator()
    for cost in [0.02, 0.1, 0.35, 0.8] {
      // Tokens for a step's time, by draft length.
      let gains = (0...30).map { count -> Double in
        let tokens = (0...count).reduce(0.0) { sum, index in sum + (0..<index).reduce(1.0) { rate, _ in rate * 0.85 } }
        return tokens / (1 + cost * Double(count))
      }
      let best = gains.firstIndex(of: gains.max() ?? 0)
      #expect(acceptance.draftLength(matchLength: 20, rowCost: cost, limit: 30) == best, "cost \(cost)")
    }
    #expect(acceptance.draftLength(matchLength: 20, rowCost: 0.02, limit: 3) == 3)
    #expect(acceptance.draftLength(matchLength: 0, rowCost: 0.5, limit: 3) == 0)
  }

  @Test func acceptanceRatesFollowTheTrials() {
    var acceptance = AcceptanceEstimator()
    for _ in 0..<100 { acceptance.record(isHit: false, matchLength: 3) }
    #expect(acceptance.draftLength(matchLength: 3, rowCost: 0.05, limit: 9) == 0)
    #expect(acceptance.draftLength(matchLength: 20, rowCost: 0.05, limit: 9) > 0)
    for _ in 0..<100 { acceptance.record(isHit: true, matchLength: 3) }
    #expect(acceptance.draftLength(matchLength: 3, rowCost: 0.05, limit: 9) > 0)
  }

  /// Nothing is drafted if token masks are expensive.
  @Test func masksCostToo() {
    var cost = SpeculationCost()
    let unknown = cost.relative(sequences: 1, isGuided: true)
    #expect(unknown == cost.relative(sequences: 1, isGuided: false) && unknown > 0)
    for _ in 0..<50 {
      cost.record(seconds: 0.01, sequences: 1, draftTokens: 0, isGuided: true)
      cost.record(maskSeconds: 0.0001)
    }
    #expect(abs(cost.relative(sequences: 1, isGuided: true) - unknown - 0.01) < 0.002)
    for _ in 0..<100 { cost.record(maskSeconds: 0.02) }
    let slow = cost.relative(sequences: 1, isGuided: true)
    #expect(slow > 1 && AcceptanceEstimator().draftLength(matchLength: 20, rowCost: slow, limit: 16) == 0)
    #expect(cost.relative(sequences: 1, isGuided: false) == unknown)
    // That they have become cheaper is noticed without drafts.
    for _ in 0..<100 { cost.record(maskSeconds: 0.0001) }
    #expect(cost.relative(sequences: 1, isGuided: true) < 0.15)
  }

  @Test func theCostOfARowIsMeasured() {
    var cost = BatchRowCost()
    let unknown = cost.relative(sequences: 1)
    #expect(unknown > 0)
    for count in 0..<100 {
      cost.record(seconds: 0.04, sequences: 1, extraRows: 0)
      cost.record(seconds: 0.04 + 0.002 * Double(count % 8 + 1), sequences: 1, extraRows: count % 8 + 1)
      cost.record(seconds: 0.06, sequences: 3, extraRows: 0)
    }
    #expect(abs(cost.relative(sequences: 1) - 0.05) < 0.005)
    // A step of three sequences takes half as long again.
    #expect(abs(cost.relative(sequences: 3) - 0.1) < 0.01)
    #expect(cost.relative(sequences: 2) == unknown)
    // The cost stays within its bounds, whatever is measured.
    for _ in 0..<100 { cost.record(seconds: 9, sequences: 1, extraRows: 1) }
    #expect(cost.relative(sequences: 1) <= 0.35)
    for _ in 0..<100 { cost.record(seconds: 0.01, sequences: 1, extraRows: 1) }
    #expect(cost.relative(sequences: 1) > 0)
    // Without measurements the cost returns to the default.
    for _ in 0..<1000 { cost.record(seconds: 0.04, sequences: 1, extraRows: 0) }
    #expect(abs(cost.relative(sequences: 1) - unknown) < 0.005)
  }
}
