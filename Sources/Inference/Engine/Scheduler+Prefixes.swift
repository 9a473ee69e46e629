import SwiftletKernels

/// A prefix of a sequence's prompt that another sequence is prefilling.
struct AwaitedPrefix {
  /// The request of the other sequence.
  let leader: PendingRequest
  /// The number of tokens after which its pages can be shared.
  let count: Int
}

/// Prompts that begin alike and arrive together: one sequence prefills the prefix, and the others wait for its pages.
///
/// So the prefix is computed once and stored once, and attention reads it once per step for all of them.
extension Scheduler {
  /// Lets a new sequence wait for the longest prefix that an active one will prefill, if that is worth a page.
  mutating func awaitPrefix(_ sequence: inout ActiveSequence) {
    guard sequence.reusableTokens.count == sequence.tokens.count else { return }
    let pageSize = KeyValuePool.positionsPerPage
    var (leader, longest): (Int?, Int) = (nil, sequence.cachedCount + pageSize - 1)
    for index in active.indices where active[index].isPrefilling {
      guard active[index].request.adapter === sequence.request.adapter else { continue }
      let common = commonPrefixLength(active[index].request.prompt, sequence.request.prompt)
      // The last token has to be run for its logits.
      let limit = sequence.request.wholeCount(min(common, sequence.request.prompt.count - 1))
      let count = sequence.request.wholeCount(sharedCount(index, upTo: limit))
      if count > longest, count > active[index].cachedCount { (leader, longest) = (index, count) }
    }
    guard let leader else { return }
    if pages.usesCheckpoints { active[leader].checkpointCount = longest }
    sequence.awaited = AwaitedPrefix(leader: active[leader].pending, count: longest)
  }

  /// The number of tokens, at most `limit`, after which the pages of a sequence in prefill can be shared.
  private func sharedCount(_ index: Int, upTo limit: Int) -> Int {
    guard pages.usesCheckpoints else {
      return limit / KeyValuePool.positionsPerPage * KeyValuePool.positionsPerPage
    }
    // A sequence stores one checkpoint in its prompt.
    guard let count = active[index].checkpointCount else { return limit }
    return count <= limit ? count : 0
  }

  /// Lets the sequences continue whose prefixes have been prefilled, or whose leaders have ended.
  mutating func adoptPrefixes() {
    for index in active.indices {
      guard let awaited = active[index].awaited else { continue }
      let isBeingPrefilled = active.contains {
        $0.pending === awaited.leader && $0.isPrefilling && $0.cachedCount < awaited.count
      }
      if isBeingPrefilled { continue }
      active[index].awaited = nil
      let gained = pages.extendPrefix(of: &active[index])
      count(index) { $0.cachedTokens += gained }
    }
  }

  /// The weight of a sequence in the prefill budget: its own, or that of a sequence that waits for it.
  func weight(of index: Int) -> Int {
    active.reduce(active[index].request.priority.weight) { weight, other in
      other.awaited?.leader === active[index].pending ? max(weight, other.request.priority.weight) : weight
    }
  }

  private func commonPrefixLength(_ a: [Int], _ b: [Int]) -> Int {
    var count = 0
    while count < min(a.count, b.count), a[count] == b[count] { count += 1 }
    return count
  }
}
