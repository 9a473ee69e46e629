package import SwiftletChatTemplates
package import SwiftletTokenizers

extension ChatTemplate {
  /// The common prefix of all renderings that begin with these messages, up to the end of the last one's text.
  package func commonPrefix(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition]
  ) throws(ChatTemplateError) -> [TextSegment] {
    // Computed from two continuations. Some templates merge instructions into the first prompt, so a conversation
    // without one gets a placeholder.
    var texts: [[TextSegment]] = []
    for ending in ["?", "!"] {
      var messages = messages
      if messages.last?.role == .user {
        messages[messages.count - 1].content += ending
      } else {
        messages.append(ChatMessage(role: .user, content: ending))
      }
      texts.append(try render(messages, tools: tools, addingGenerationPrompt: false))
    }
    return texts[0].commonPrefix(texts[1])
  }
}

extension [TextSegment] {
  /// The common prefix of two renderings.
  func commonPrefix(_ other: [TextSegment]) -> [TextSegment] {
    var common: [TextSegment] = []
    for (one, two) in zip(self, other) {
      guard one.parsesSpecialTokens == two.parsesSpecialTokens else { break }
      if one == two {
        common.append(one)
        continue
      }
      let bytes = zip(one.text.utf8, two.text.utf8).prefix { $0 == $1 }.map(\.0)
      // The texts differ in an ASCII character, so no UTF-8 sequence is split.
      if !bytes.isEmpty {
        common.append(
          TextSegment(text: String(decoding: bytes, as: UTF8.self), parsesSpecialTokens: one.parsesSpecialTokens))
      }
      break
    }
    return common
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
