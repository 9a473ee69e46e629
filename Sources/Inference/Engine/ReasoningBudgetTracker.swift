import SwiftletTokenizers

/// Counts the reasoning tokens of an answer while it is generated.
///
/// Tags are matched in the text, since models without tokens for them write them with other tokens than a tokenizer.
struct ReasoningBudgetTracker: Sendable {
  private enum State {
    /// Before the start tag.
    case before
    case inside
    /// After the answer has begun.
    case after
  }

  private let limit: ReasoningLimit
  private let startTag: [UInt8]
  private let endTags: [[UInt8]]
  private var state: State
  private var count = 0
  /// The end of the text so far, which may contain the beginning of a tag.
  private var tail: [UInt8] = []

  init(_ limit: ReasoningLimit) {
    self.limit = limit
    startTag = Array(limit.startTag.utf8)
    endTags = limit.endTags.map { Array($0.utf8) }.filter { !$0.isEmpty }
    state = limit.startsInReasoning ? .inside : .before
  }

  /// The tokens that are forced next; nil while the budget lasts.
  var closing: [TokenID]? {
    guard state == .inside, count >= limit.tokenCount, !limit.closing.isEmpty else { return nil }
    // Not within a UTF-8 character, unless it stays incomplete.
    let isWhole = tail.incompleteTailLength == 0 || count - 3 >= limit.tokenCount
    return isWhole ? limit.closing : nil
  }

  /// Adds the text of the next token.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard state != .after else { return }
    let wasInside = state == .inside
    tail += bytes
    while advance() {}
    if wasInside, state == .inside { count += 1 }
  }

  /// Moves to the next state if the text has the tag for it.
  private mutating func advance() -> Bool {
    switch state {
    case .before: startTag.isEmpty ? false : limit.matchesStartAnywhere ? search() : compare()
    case .inside: leave()
    case .after: false
    }
  }

  /// Matches the start tag at the beginning of the text.
  private mutating func compare() -> Bool {
    tail.removeFirst(tail.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count)
    if tail.starts(with: startTag) {
      enter(after: startTag.count)
      return true
    }
    if !startTag.starts(with: tail) { (state, tail) = (.after, []) }
    return false
  }

  /// Searches the text for the start tag.
  private mutating func search() -> Bool {
    if let index = tail.firstIndex(of: startTag) {
      enter(after: index + startTag.count)
      return true
    }
    tail.removeFirst(max(0, tail.count - (startTag.count - 1)))
    return false
  }

  private mutating func enter(after end: Int) {
    tail.removeFirst(end)
    state = .inside
  }

  /// Searches the text for an end tag.
  private mutating func leave() -> Bool {
    let found = endTags.compactMap { end in tail.firstIndex(of: end).map { (start: $0, end: $0 + end.count) } }
    if let first = found.min(by: { $0.start < $1.start }) {
      tail.removeFirst(first.end)
      state = .before
      return true
    }
    // Long enough for the beginning of a tag, and of a character.
    let longest = endTags.reduce(4) { max($0, $1.count) }
    tail.removeFirst(max(0, tail.count - (longest - 1)))
    return false
  }
}

extension [UInt8] {
  /// The index of the first occurrence of some bytes.
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    guard !part.isEmpty, part.count <= count else { return nil }
    return (0...count - part.count).first { self[$0...].starts(with: part) }
  }
}
