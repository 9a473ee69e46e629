import SwiftletTokenizers
import Synchronization

/// Remembers which tokens a conversation was made of, up to the end of an answer.
///
/// A model may spell a text with other tokens than the tokenizer would. When the next turn brings the answer back as
/// text, tokenizing it anew could differ from what the engine has in its cache, and everything from there on would have
/// to be read again. So the tokens are looked up here, by the exact segments that they stood for.
final class TokenHistory: Sendable {
  /// The greatest number of conversations remembered; the ones not used for longest are forgotten.
  private static let limit = 128

  private struct Key: Hashable {
    let texts: [String]
    let parses: [Bool]

    init(_ segments: some Sequence<TextSegment>) {
      texts = segments.map(\.text)
      parses = segments.map(\.parsesSpecialTokens)
    }
  }

  private struct State {
    var tokens: [Key: [TokenID]] = [:]
    /// The keys, the one used last at the end.
    var order: [Key] = []

    /// Moves a key to the end of the order.
    mutating func touch(_ key: Key) {
      order.removeAll { $0 == key }
      order.append(key)
    }
  }

  private let state = Mutex(State())

  /// Remembers what tokens some segments stood for.
  func remember(_ tokens: [TokenID], for segments: some Sequence<TextSegment>) {
    let key = Key(segments)
    state.withLock { state in
      state.touch(key)
      state.tokens[key] = tokens
      if state.order.count > Self.limit { state.tokens[state.order.removeFirst()] = nil }
    }
  }

  /// The tokens of the longest remembered beginning of some segments, and the number of segments they stand for.
  func longestBeginning(of segments: [TextSegment]) -> (tokens: [TokenID], count: Int)? {
    for index in segments.indices.dropLast().reversed() where !segments[index].parsesSpecialTokens {
      let key = Key(segments[...index])
      let tokens = state.withLock { state -> [TokenID]? in
        guard let tokens = state.tokens[key] else { return nil }
        state.touch(key)
        return tokens
      }
      if let tokens { return (tokens, index + 1) }
    }
    return nil
  }
}
