package import SwiftletChatTemplates
package import SwiftletTokenizers

extension ChatTemplate {
  /// What every conversation renders to that begins with these messages, up to the end of the last one's text.
  package func beginning(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition]
  ) throws(ChatTemplateError) -> [TextSegment] {
    // What two continuations have in common. Some forms put instructions into the first prompt, so a conversation without
    // one has to be given a stand-in.
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
    return texts[0].commonBeginning(texts[1])
  }
}

extension [TextSegment] {
  /// What both begin with.
  func commonBeginning(_ other: [TextSegment]) -> [TextSegment] {
    var common: [TextSegment] = []
    for (one, two) in zip(self, other) {
      guard one.parsesSpecialTokens == two.parsesSpecialTokens else { break }
      if one == two {
        common.append(one)
        continue
      }
      let bytes = zip(one.text.utf8, two.text.utf8).prefix { $0 == $1 }.map(\.0)
      // The texts differ in a character of ASCII, so no character is cut in two.
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
  /// The tokens of some segments, with those of remembered answers as they were generated.
  func tokens(for segments: [TextSegment], tokenizer: Tokenizer) -> [TokenID] {
    guard let (tokens, rest) = longestBeginning(of: segments), let rest = tokenizer.continuation(rest) else {
      return tokenizer.encode(segments)
    }
    return tokens + rest
  }
}

extension Tokenizer {
  /// The tokens of segments that go on with a text, or `nil` if that cannot be told apart from the text.
  ///
  /// A text of its own may get tokens that it would not get inside another: a beginning of a sequence, or a space that
  /// some vocabularies put first. So the segments are given something to go on with, whose own tokens then are dropped.
  func continuation(_ segments: [TextSegment]) -> ArraySlice<TokenID>? {
    let stem = TextSegment(text: "0", parsesSpecialTokens: false)
    let beginning = encode([stem], addingBOSAndEOS: false)
    let whole = encode([stem] + segments, addingBOSAndEOS: false)
    return whole.starts(with: beginning) ? whole.dropFirst(beginning.count) : nil
  }
}
