package import Swiftlet
import SwiftletJSON

/// A prompt that is completed as it is: a text, its tokens, or a mixture.
package struct CompletionPrompt: Sendable, Equatable {
  /// A part of a prompt.
  package enum Part: Sendable, Equatable {
    /// A text.
    case text(String)
    /// Tokens.
    case tokens([Int])
  }

  /// The parts in order.
  package var parts: [Part]
  /// The path of the member, for errors.
  package var path: String

  /// The text whose middle is generated; `nil` to complete the parts.
  package var gap: FillInTheMiddle?

  /// Creates a prompt.
  package init(_ parts: [Part], at path: String) { (self.parts, self.path) = (parts, path) }

  /// Creates a prompt whose middle is generated.
  package init(_ gap: FillInTheMiddle, at path: String) {
    self.init([.text(gap.prefix)], at: path)
    self.gap = gap
  }

  /// The prompt as text; `nil` if it has tokens.
  package var text: String? {
    if parts.count == 1, case .text(let text) = parts[0] { text } else { nil }
  }

  /// Reads the member `prompt`: a text, tokens, or an array of either.
  ///
  /// - Parameters:
  ///   - fields: The members of the request.
  ///   - allowsMixtures: True if an array may have both texts and tokens, which are one prompt then.
  /// - Returns: The prompts.
  /// - Throws: ``FieldError`` for another value.
  static func prompts(_ fields: JSONFields, allowsMixtures: Bool) throws(FieldError) -> [CompletionPrompt] {
    let path = fields.path(of: "prompt")
    guard let value = fields.member("prompt") else {
      throw FieldError(path, "found none, expected a text, tokens, or an array of either")
    }
    if let text = value.promptText { return [CompletionPrompt([.text(text)], at: path)] }
    guard let elements = value.elements, !elements.isEmpty else {
      throw FieldError(path, "found \(value.excerpt), expected a text, tokens, or an array of either")
    }
    let hasIDs = elements.contains { $0.integer != nil }
    if hasIDs, allowsMixtures || elements.allSatisfy({ $0.integer != nil }) {
      var parts: [Part] = []
      for (index, element) in elements.enumerated() { try add(element, to: &parts, at: "\(path).\(index)") }
      return [CompletionPrompt(parts, at: path)]
    }
    var prompts: [CompletionPrompt] = []
    for (index, element) in elements.enumerated() {
      let path = "\(path).\(index)"
      if let text = element.promptText {
        prompts.append(CompletionPrompt([.text(text)], at: path))
        continue
      }
      guard let members = element.elements, !members.isEmpty else {
        throw FieldError(path, "found \(element.excerpt), expected a text or tokens")
      }
      var parts: [Part] = []
      for (number, member) in members.enumerated() {
        guard allowsMixtures || member.integer != nil else {
          throw FieldError("\(path).\(number)", "found \(member.excerpt), expected a token")
        }
        try add(member, to: &parts, at: "\(path).\(number)")
      }
      prompts.append(CompletionPrompt(parts, at: path))
    }
    return prompts
  }

  /// Returns prompts with the text of `suffix` after the gap that is generated.
  ///
  /// - Throws: ``FieldError`` for prompts with tokens.
  static func prompts(
    _ prompts: [CompletionPrompt], before suffix: String
  ) throws(FieldError) -> [CompletionPrompt] {
    var filled: [CompletionPrompt] = []
    for prompt in prompts {
      guard let text = prompt.text else {
        throw FieldError(prompt.path, "found tokens beside suffix, expected a text")
      }
      filled.append(CompletionPrompt(FillInTheMiddle(prefix: text, suffix: suffix), at: prompt.path))
    }
    return filled
  }

  private static func add(_ value: JSONValue, to parts: inout [Part], at path: String) throws(FieldError) {
    if let text = value.string {
      parts.append(.text(text))
    } else if let id = value.integer {
      guard case .tokens(let ids)? = parts.last else { return parts.append(.tokens([id])) }
      parts[parts.count - 1] = .tokens(ids + [id])
    } else {
      throw FieldError(path, "found \(value.excerpt), expected a text or a token")
    }
  }
}

extension JSONValue {
  /// The text of a prompt: a string, or an object with `prompt_string` and nothing else, as on llama.cpp's server.
  fileprivate var promptText: String? {
    if let string { return string }
    guard let members, members.count == 1 else { return nil }
    return self["prompt_string"]?.string
  }
}
