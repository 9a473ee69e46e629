import SwiftletTokenizers

/// The sequence breakers of DRY, which are found in the text whatever the token boundaries.
struct SequenceBreakers: Sendable {
  private let breakers: [[UInt8]]
  private let vocabulary: Vocabulary
  private let longest: Int

  /// The maximum length in bytes; longer texts are ignored.
  private static let limit = 64

  init(_ breakers: [String], vocabulary: Vocabulary) {
    self.breakers = breakers.map { Array($0.utf8) }.filter { !$0.isEmpty && $0.count <= Self.limit }
    self.vocabulary = vocabulary
    longest = self.breakers.reduce(0) { max($0, $1.count) }
  }

  /// Returns true if a token contains a whole breaker.
  func isContained(in token: Int) -> Bool {
    let text = vocabulary.piece(of: token)
    return breakers.contains { breaker in !Self.ends(of: breaker, in: text).isEmpty }
  }

  /// Returns true if a breaker ends in a token, and appends the token to `tail`, the last bytes of the text.
  func isCompleted(by token: Int, after tail: inout [UInt8]) -> Bool {
    let start = tail.count
    tail.append(contentsOf: vocabulary.piece(of: token))
    let found = breakers.contains { breaker in Self.ends(of: breaker, in: tail[...]).contains { $0 > start } }
    // Without breakers nothing is kept.
    tail = Array(tail.suffix(max(0, longest - 1)))
    return found
  }

  /// Returns the end offsets of the occurrences of a breaker in a text.
  private static func ends(of breaker: [UInt8], in text: ArraySlice<UInt8>) -> some Collection<Int> {
    let last = text.count - breaker.count
    return (0...max(0, last)).lazy.filter { start in
      start <= last && text[(text.startIndex + start)...].starts(with: breaker)
    }.map { $0 + breaker.count }
  }
}
