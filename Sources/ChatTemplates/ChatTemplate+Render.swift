public import SwiftletTokenizers

extension ChatTemplate {
  /// Writes a conversation.
  ///
  /// Text that the template writes may hold markers, and says so in its segments; what people and models said is plain
  /// text in segments of its own, so nothing in it is ever taken for a marker.
  ///
  /// In the plain form, each turn begins a line, but for an answer: it goes on where the turn before it ended, as that is
  /// how it came about. Asking for an answer adds nothing.
  ///
  /// - Parameters:
  ///   - messages: The turns, in order; instructions count only at the beginning.
  ///   - addingGenerationPrompt: Whether to go on up to where the model's answer begins.
  ///   - bos: The text that begins a sequence, where the model has one.
  ///   - eos: The text that ends a sequence, where the model has one.
  /// - Returns: The conversation, in pieces.
  public func render(
    _ messages: [ChatMessage], addingGenerationPrompt: Bool, bos: String?, eos: String? = nil
  ) -> [TextSegment] {
    var page = Page()
    if writesBOS, form != .llama2 { page.mark(bos ?? "") }
    switch form {
    case .plain: writePlain(messages, to: &page)
    case .chatML, .llama3:
      writeRoles(messages, closingLast: addingGenerationPrompt || !leavesLastTurnOpen, to: &page)
    case .gemma: writeGemma(messages, to: &page)
    case .llama2: writeLlama2(messages, bos: bos ?? "<s>", eos: eos ?? "</s>", to: &page)
    }
    // Templates that leave the last turn open take an answer at the end for one to go on with.
    let isAnswered = leavesLastTurnOpen && messages.last?.role == .assistant
    if addingGenerationPrompt, !isAnswered { page.mark(opening(of: .assistant)) }
    return page.segments
  }
}

extension ChatTemplate {
  /// What stands before a turn's text.
  private func opening(of role: ChatMessage.Role) -> String {
    switch form {
    case .chatML: "<|im_start|>\(role.rawValue)\n"
    case .llama3: "<|start_header_id|>\(role.rawValue)<|end_header_id|>\n\n"
    case .gemma: "<start_of_turn>\(role == .assistant ? "model" : role.rawValue)\n"
    case .plain, .llama2: ""
    }
  }

  /// What stands after a turn's text.
  private var closing: String {
    switch form {
    case .chatML: "<|im_end|>\n"
    case .llama3: "<|eot_id|>"
    case .gemma: "<end_of_turn>\n"
    case .plain, .llama2: ""
    }
  }

  /// Writes the texts alone.
  private func writePlain(_ messages: [ChatMessage], to page: inout Page) {
    for (index, message) in messages.enumerated() {
      page.say(index == 0 || message.role == .assistant ? message.content : "\n" + message.content)
    }
  }

  /// Writes turns that name their roles.
  private func writeRoles(_ messages: [ChatMessage], closingLast: Bool, to page: inout Page) {
    if let defaultInstructions, messages.first?.role != .system {
      page.mark(opening(of: .system) + defaultInstructions + closing)
    }
    for (index, message) in messages.enumerated() {
      page.mark(opening(of: message.role))
      page.say(trimsContent ? message.content.trimmed : message.content)
      if closingLast || index + 1 < messages.count { page.mark(closing) }
    }
  }

  /// Writes turns of two roles, of which the first takes in the instructions.
  private func writeGemma(_ messages: [ChatMessage], to page: inout Page) {
    let (instructions, turns) = split(messages)
    for (index, turn) in turns.enumerated() {
      page.mark(opening(of: turn.role))
      if index == 0, let instructions {
        page.say(trimsInstructions ? instructions.trimmed : instructions)
        page.mark("\n\n")
      }
      page.say(trimsContent ? turn.content.trimmed : turn.content)
      page.mark(closing)
    }
  }

  /// Writes turns in which each pair of prompt and answer is a sequence.
  private func writeLlama2(_ messages: [ChatMessage], bos: String, eos: String, to page: inout Page) {
    let (instructions, turns) = split(messages)
    for (index, turn) in turns.enumerated() {
      if turn.role == .assistant {
        page.mark(" ")
        page.say(turn.content.trimmed)
        page.mark(" " + eos)
      } else {
        page.mark(bos + "[INST] ")
        if index == 0, let instructions {
          page.mark("<<SYS>>\n")
          page.say(instructions)
          page.mark("\n<</SYS>>\n\n")
          page.say(turn.content.trimmedAtEnd)
        } else {
          page.say(turn.content.trimmed)
        }
        page.mark(" [/INST]")
      }
    }
  }

  /// The instructions, and the turns after them.
  private func split(_ messages: [ChatMessage]) -> (instructions: String?, turns: ArraySlice<ChatMessage>) {
    guard let first = messages.first, first.role == .system else { return (nil, messages[...]) }
    // Instructions alone are still shown, as the beginning of a prompt that is not there yet.
    let turns = messages.count > 1 ? messages.dropFirst() : [ChatMessage(role: .user, content: "")]
    return (first.content, turns)
  }
}

/// Collects the pieces of a conversation.
private struct Page {
  private(set) var segments: [TextSegment] = []

  /// Adds text that the template writes, to the last piece if the template wrote that too.
  mutating func mark(_ text: String) {
    guard !text.isEmpty else { return }
    if let last = segments.indices.last, segments[last].parsesSpecialTokens {
      segments[last].text += text
    } else {
      segments.append(TextSegment(text: text, parsesSpecialTokens: true))
    }
  }

  /// Adds text that a person or a model wrote, as a piece of its own.
  mutating func say(_ text: String) {
    guard !text.isEmpty else { return }
    segments.append(TextSegment(text: text, parsesSpecialTokens: false))
  }
}

extension String {
  /// The string without white space around it.
  fileprivate var trimmed: String {
    String(String.UnicodeScalarView(trimmedAtEnd.unicodeScalars.drop(while: \.isTemplateSpace)))
  }

  /// The string without white space at its end.
  fileprivate var trimmedAtEnd: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.isTemplateSpace }) else { return "" }
    return String(unicodeScalars[...last])
  }
}

extension Unicode.Scalar {
  /// White space as the template language knows it: Unicode's, and the four separators of ASCII.
  fileprivate var isTemplateSpace: Bool { properties.isWhitespace || (0x1C...0x1F).contains(value) }
}
