import SwiftletTokenizers

/// Texts that repetitions do not reach across, found in the text of tokens wherever the tokens' borders lie.
struct SequenceBreakers: Sendable {
  private let breakers: [[UInt8]]
  private let vocabulary: Vocabulary
  private let longest: Int

  /// Longer ones are no breakers but quotations.
  private static let limit = 64

  init(_ breakers: [String], vocabulary: Vocabulary) {
    self.breakers = breakers.map { Array($0.utf8) }.filter { !$0.isEmpty && $0.count <= Self.limit }
    self.vocabulary = vocabulary
    longest = self.breakers.reduce(0) { max($0, $1.count) }
  }

  /// Whether a token has a whole breaker in it.
  func isIn(_ token: Int) -> Bool {
    let text = vocabulary.piece(of: token)
    return breakers.contains { breaker in !Self.ends(of: breaker, in: text).isEmpty }
  }

  /// Whether a breaker ends in a token; `tail` is what came before it, and then what comes before the next.
  func isCompleted(by token: Int, after tail: inout [UInt8]) -> Bool {
    let border = tail.count
    tail.append(contentsOf: vocabulary.piece(of: token))
    let found = breakers.contains { breaker in Self.ends(of: breaker, in: tail[...]).contains { $0 > border } }
    tail.removeFirst(max(0, tail.count - longest + 1))
    return found
  }

  /// Where a text ends in another, as counts of bytes from its beginning.
  private static func ends(of breaker: [UInt8], in text: ArraySlice<UInt8>) -> some Collection<Int> {
    let last = text.count - breaker.count
    return (0...max(0, last)).lazy.filter { start in
      start <= last && text[(text.startIndex + start)...].starts(with: breaker)
    }.map { $0 + breaker.count }
  }
}
