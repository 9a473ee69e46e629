import SwiftletTokenizers
import Synchronization

/// Remembers which tokens a conversation was made of, up to the end of an answer.
///
/// A model may spell a text with other tokens than the tokenizer would. When the next turn brings the answer back as
/// text, tokenizing it anew could differ from what the engine has in its cache, and everything from there on would have
/// to be read again. So the tokens are looked up here, by the prompt and by what the model wrote after it.
///
/// Prompts are told apart by what in them may hold control tokens too, so that a text which only looks like another
/// conversation never gets its tokens.
final class TokenHistory: Sendable {
  /// The greatest number of conversations remembered; the ones not used for longest are forgotten.
  private static let limit = 128

  /// A prompt and its answer.
  private struct Conversation {
    var prompt: PromptText
    var answer: [UInt8]
    var tokens: [TokenID]

    var length: Int { prompt.bytes.count + answer.count }
  }

  /// The conversations, the one used last at the end.
  private let conversations = Mutex<[Conversation]>([])

  /// Remembers what tokens a prompt and an answer stood for.
  func remember(_ tokens: [TokenID], prompt: [TextSegment], answer: String) {
    let conversation = Conversation(prompt: PromptText(prompt), answer: Array(answer.utf8), tokens: tokens)
    conversations.withLock { conversations in
      conversations.removeAll { $0.prompt == conversation.prompt && $0.answer == conversation.answer }
      conversations.append(conversation)
      if conversations.count > Self.limit { conversations.removeFirst() }
    }
  }

  /// Forgets all conversations.
  func removeAll() { conversations.withLock { $0 = [] } }

  /// The tokens of the longest remembered beginning of some segments, and the segments that follow.
  func longestBeginning(of segments: [TextSegment]) -> (tokens: [TokenID], rest: [TextSegment])? {
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
    // An engine has to read something to go on.
    guard let found, let rest = Self.dropping(found.length, from: segments), !rest.isEmpty else { return nil }
    return (found.tokens, rest)
  }

  /// The segments without some bytes at the beginning; `nil` if those end within a character.
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

/// A text with the places where control tokens may be in it.
private struct PromptText: Equatable {
  private(set) var bytes: [UInt8] = []
  /// Where those places begin and end, in turn.
  private(set) var borders: [Int] = []

  init(_ segments: [TextSegment]) {
    var isTrusted = false
    for segment in segments where !segment.text.isEmpty {
      if segment.parsesSpecialTokens != isTrusted {
        borders.append(bytes.count)
        isTrusted.toggle()
      }
      bytes += segment.text.utf8
    }
  }

  /// Whether the text goes on from another one, which has its control tokens at the same places.
  func begins(with other: PromptText) -> Bool {
    let count = other.bytes.count
    return bytes.count >= count && borders.prefix { $0 < count }.elementsEqual(other.borders.prefix { $0 < count })
      && bytes.starts(with: other.bytes)
  }
}
