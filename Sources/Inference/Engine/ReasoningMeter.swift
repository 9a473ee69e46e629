import SwiftletTokenizers

/// Counts the tokens of thoughts while an answer is written.
///
/// It goes by the text, because models spell tags with other tokens than a tokenizer does where they have none for them.
struct ReasoningMeter: Sendable {
  private enum Place {
    /// Where thoughts may begin.
    case before
    case inside
    /// Where the answer has begun.
    case after
  }

  private let limit: ReasoningLimit
  private let begin: [UInt8]
  private let ends: [[UInt8]]
  private var place: Place
  private var count = 0
  /// The end of the text so far, in which a tag may have begun.
  private var tail: [UInt8] = []

  init(_ limit: ReasoningLimit) {
    self.limit = limit
    begin = Array(limit.begin.utf8)
    ends = limit.ends.map { Array($0.utf8) }.filter { !$0.isEmpty }
    place = limit.isBegun ? .inside : .before
  }

  /// The tokens that have to come next, nil if the model may go on.
  var closing: [TokenID]? {
    guard place == .inside, count >= limit.tokenCount, !limit.closing.isEmpty else { return nil }
    // A character is not cut in two, unless it never ends.
    let isWhole = tail.incompleteCharacterLength == 0 || count - 3 >= limit.tokenCount
    return isWhole ? limit.closing : nil
  }

  /// Takes in the text of the next token.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard place != .after else { return }
    let wasInside = place == .inside
    tail += bytes
    while advance() {}
    if wasInside, place == .inside { count += 1 }
  }

  /// Goes on to the next place, if the text has what leads there.
  private mutating func advance() -> Bool {
    switch place {
    case .before: begin.isEmpty ? false : limit.beginsAnywhere ? search() : compare()
    case .inside: leave()
    case .after: false
    }
  }

  /// Looks whether the text begins with thoughts.
  private mutating func compare() -> Bool {
    tail.removeFirst(tail.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count)
    if tail.starts(with: begin) {
      enter(after: begin.count)
      return true
    }
    if !begin.starts(with: tail) { (place, tail) = (.after, []) }
    return false
  }

  /// Looks for thoughts anywhere in the text.
  private mutating func search() -> Bool {
    if let index = tail.firstIndex(of: begin) {
      enter(after: index + begin.count)
      return true
    }
    tail.removeFirst(max(0, tail.count - (begin.count - 1)))
    return false
  }

  private mutating func enter(after end: Int) {
    tail.removeFirst(end)
    place = .inside
  }

  /// Looks for the end of the thoughts.
  private mutating func leave() -> Bool {
    let found = ends.compactMap { end in tail.firstIndex(of: end).map { (start: $0, end: $0 + end.count) } }
    if let first = found.min(by: { $0.start < $1.start }) {
      tail.removeFirst(first.end)
      place = .before
      return true
    }
    // Long enough for the beginning of a tag, and of a character.
    let longest = ends.reduce(4) { max($0, $1.count) }
    tail.removeFirst(max(0, tail.count - (longest - 1)))
    return false
  }
}

extension [UInt8] {
  /// Where some bytes stand for the first time.
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    guard !part.isEmpty, part.count <= count else { return nil }
    return (0...count - part.count).first { self[$0...].starts(with: part) }
  }

  /// How many bytes at the end are the beginning of a character of UTF-8.
  fileprivate var incompleteCharacterLength: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
