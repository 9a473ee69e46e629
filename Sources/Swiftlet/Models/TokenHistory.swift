import SwiftletTokenizers
import Synchronization

/// A store of the token sequences of conversations, up to the end of an answer.
///
/// A model may generate other tokens than the tokenizer produces for the same text. When the next turn contains the
/// answer as text, tokenizing it again could differ from the KV cache, and everything after it would be prefilled
/// again. So the tokens are looked up here by the text of the prompt and the answer.
///
/// The lookup also compares which ranges of a prompt may contain control tokens, so that a text which merely resembles
/// another conversation never gets its tokens.
final class TokenHistory: Sendable {
  /// The capacity in conversations; the least recently used ones are removed.
  private static let limit = 128

  /// A prompt and its answer.
  private struct Conversation {
    var prompt: PromptText
    var answer: [UInt8]
    var tokens: [TokenID]

    var length: Int { prompt.bytes.count + answer.count }
  }

  /// The conversations, least recently used first.
  private let conversations = Mutex<[Conversation]>([])

  /// Stores the tokens of a prompt and its answer.
  func remember(_ tokens: [TokenID], prompt: [TextSegment], answer: String) {
    let conversation = Conversation(prompt: PromptText(prompt), answer: Array(answer.utf8), tokens: tokens)
    conversations.withLock { conversations in
      conversations.removeAll { $0.prompt == conversation.prompt && $0.answer == conversation.answer }
      conversations.append(conversation)
      if conversations.count > Self.limit { conversations.removeFirst() }
    }
  }

  /// Removes all conversations.
  func removeAll() { conversations.withLock { $0 = [] } }

  /// The tokens of the longest stored prefix of the segments, and the remaining segments.
  func longestPrefix(of segments: [TextSegment]) -> (tokens: [TokenID], rest: [TextSegment])? {
    let text = PromptText(segments)
    let found = conversations.withLock { conversations -> Conversation? in
      let matching = conversations.indices.filter { index in
        let conversation = conversations[index]
        return text.begins(with: conversation.prompt)
          && text.bytes[conversation.prompt.bytes.count...].starts(with: conversation.answer)
      }
      guard let longest = matching.max(by: { conversations[$0].length < conversations[$1].length }) else { return nil }
      let conversation = conversations.remove(at: longest)
      conversations.append(conversation)
      return conversation
    }
    // The engine has to process at least one token.
    guard let found, let rest = Self.dropping(found.length, from: segments), !rest.isEmpty else { return nil }
    return (found.tokens, rest)
  }

  /// The segments without their first bytes; `nil` if those end within a character.
  private static func dropping(_ count: Int, from segments: [TextSegment]) -> [TextSegment]? {
    var count = count
    var rest: [TextSegment] = []
    for segment in segments {
      let utf8 = segment.text.utf8
      if count >= utf8.count {
        count -= utf8.count
        continue
      }
      guard let text = String(utf8.dropFirst(count)) else { return nil }
      rest.append(TextSegment(text: text, parsesSpecialTokens: segment.parsesSpecialTokens))
      count = 0
    }
    return rest
  }
}

/// A text with the ranges in which control tokens may occur.
private struct PromptText: Equatable {
  private(set) var bytes: [UInt8] = []
  /// The byte offsets at which those ranges begin and end, alternately.
  private(set) var boundaries: [Int] = []

  init(_ segments: [TextSegment]) {
    var isTrusted = false
    for segment in segments where !segment.text.isEmpty {
      if segment.parsesSpecialTokens != isTrusted {
        boundaries.append(bytes.count)
        isTrusted.toggle()
      }
      bytes += segment.text.utf8
    }
  }

  /// True if the text begins with another one that has the same control token ranges.
  func begins(with other: PromptText) -> Bool {
    let count = other.bytes.count
    return bytes.count >= count
      && boundaries.prefix { $0 < count }.elementsEqual(other.boundaries.prefix { $0 < count })
      && bytes.starts(with: other.bytes)
  }
}

extension TokenHistory {
  /// The tokens of segments, with the generated tokens of stored answers reused.
  ///
  /// A result with more than `limit` tokens may lack the end.
  func tokens(for segments: [TextSegment], tokenizer: Tokenizer, stoppingAfter limit: Int = .max) -> [TokenID] {
    guard let (tokens, rest) = longestPrefix(of: segments),
      let rest = tokenizer.continuation(rest, stoppingAfter: limit)
    else { return tokenizer.encode(segments, stoppingAfter: limit) }
    return tokens + rest
  }
}

extension Tokenizer {
  /// The tokens of segments that continue a text, or `nil` if they merge with the preceding text.
  ///
  /// A separate text may get tokens that it would not get inside another one: BOS, or the space that some tokenizers
  /// prepend. So the segments are encoded after a short stem, whose tokens are dropped.
  func continuation(_ segments: [TextSegment], stoppingAfter limit: Int = .max) -> ArraySlice<TokenID>? {
    let stem = TextSegment(text: "0", parsesSpecialTokens: false)
    let beginning = encode([stem], addingBOSAndEOS: false)
    let whole = encode([stem] + segments, addingBOSAndEOS: false, stoppingAfter: limit)
    return whole.starts(with: beginning) ? whole.dropFirst(beginning.count) : nil
  }
}
