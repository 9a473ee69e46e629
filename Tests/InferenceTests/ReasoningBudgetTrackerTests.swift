import Testing

@testable import SwiftletInference

/// Tests of the limits of reasoning and of its token count.
@Suite struct ReasoningBudgetTrackerTests {
  private func limit(_ count: Int, begun: Bool = false, anywhere: Bool = false) -> ReasoningLimit {
    ReasoningLimit(
      tokenCount: count, startTag: "<think>", matchesStartAnywhere: anywhere, startsInReasoning: begun,
      endTags: ["</think>", "<call>"], closing: [7])
  }

  /// The number of tokens after which reasoning has to end; nil if it need not.
  private func end(_ limit: ReasoningLimit, _ tokens: [String]) -> Int? {
    var tracker = ReasoningBudgetTracker(limit)
    for (index, token) in tokens.enumerated() {
      if tracker.closing != nil { return index }
      tracker.append(token.utf8)
    }
    return tracker.closing == nil ? nil : tokens.count
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

  @Test func allReasoningOfAnAnswerIsOneSum() {
    #expect(end(limit(3), ["<think>", "a", "b", "</think>", "\n", "<think>", "c", "d"]) == 7)
    #expect(end(limit(3), ["<think>", "a", "b", "</think>", "x", "<think>", "c", "d"]) == nil)
    #expect(end(limit(3, anywhere: true), ["y", "<think>", "a", "b", "</think>", "x", "<think>", "c", "d"]) == 8)
  }

  @Test func aCharacterIsNotCutUnlessItNeverEnds() {
    var tracker = ReasoningBudgetTracker(limit(1, begun: true))
    tracker.append([0xF0])
    for byte: UInt8 in [0x9F, 0x99, 0x82] {
      #expect(tracker.closing == nil)
      tracker.append([byte])
    }
    #expect(tracker.closing == [7])
    var broken = ReasoningBudgetTracker(limit(1, begun: true))
    for _ in 0..<4 {
      #expect(broken.closing == nil)
      broken.append([0xF0])
    }
    #expect(broken.closing == [7])
  }
}
