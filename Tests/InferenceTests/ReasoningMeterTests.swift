import Testing

@testable import SwiftletInference

/// Where thoughts begin and end, and how many tokens they have.
@Suite struct ReasoningMeterTests {
  private func limit(_ count: Int, begun: Bool = false, anywhere: Bool = false) -> ReasoningLimit {
    ReasoningLimit(
      tokenCount: count, begin: "<think>", beginsAnywhere: anywhere, isBegun: begun, ends: ["</think>", "<call>"],
      closing: [7])
  }

  /// After how many of some tokens the thoughts have to end, nil if they need not.
  private func end(_ limit: ReasoningLimit, _ tokens: [String]) -> Int? {
    var meter = ReasoningMeter(limit)
    for (index, token) in tokens.enumerated() {
      if meter.closing != nil { return index }
      meter.append(token.utf8)
    }
    return meter.closing == nil ? nil : tokens.count
  }

  @Test func tokensBetweenTheTagsAreCounted() {
    #expect(end(limit(2), ["<think>", "a", "b", "c"]) == 3)
    #expect(end(limit(2), [" \n", "<th", "ink", ">\n", "a", "b"]) == 6)
    #expect(end(limit(2, begun: true), ["a", "b", "c"]) == 2)
    #expect(end(limit(0, begun: true), ["a"]) == 0)
    #expect(end(limit(0), ["<think>", "a"]) == 1)
    #expect(end(limit(.max, begun: true), ["a", "b"]) == nil)
  }

  @Test func answersAreNotCounted() {
    #expect(end(limit(2), ["Hello", "<think>", "a", "b", "c"]) == nil)
    #expect(end(limit(2), ["<thin", "g>", "a", "b", "c"]) == nil)
    for tag in [["</think>"], ["x</", "think>y"], ["<call>"]] {
      #expect(end(limit(3, begun: true), ["a"] + tag + ["b", "c", "d", "e", "f"]) == nil)
    }
  }

  @Test func allThoughtsOfAnAnswerAreOneSum() {
    #expect(end(limit(3), ["<think>", "a", "b", "</think>", "\n", "<think>", "c", "d"]) == 7)
    #expect(end(limit(3), ["<think>", "a", "b", "</think>", "x", "<think>", "c", "d"]) == nil)
    #expect(end(limit(3, anywhere: true), ["y", "<think>", "a", "b", "</think>", "x", "<think>", "c", "d"]) == 8)
  }

  @Test func aCharacterIsNotCutUnlessItNeverEnds() {
    var meter = ReasoningMeter(limit(1, begun: true))
    meter.append([0xF0])
    for byte: UInt8 in [0x9F, 0x99, 0x82] {
      #expect(meter.closing == nil)
      meter.append([byte])
    }
    #expect(meter.closing == [7])
    var broken = ReasoningMeter(limit(1, begun: true))
    for _ in 0..<4 {
      #expect(broken.closing == nil)
      broken.append([0xF0])
    }
    #expect(broken.closing == [7])
  }
}
