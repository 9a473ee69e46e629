package import SwiftletJSON

/// The texts of a request for embeddings, some of which may be given as tokens.
package struct EmbeddingInput: Sendable, Equatable {
  /// A text to embed.
  package enum Text: Sendable, Equatable {
    /// The text itself.
    case text(String)
    /// The tokens of a text, including special ones.
    case tokens([Int])
  }

  /// The texts in order.
  package var texts: [Text]
  /// The name of the member, for errors.
  package var member: String
  /// True if there is an array of texts, whose indices errors name.
  private let isList: Bool

  /// The largest number of texts.
  static let maximumCount = 2048

  /// Creates the input of texts.
  package init(_ texts: [String], member: String) {
    (self.texts, self.member, isList) = (texts.map { .text($0) }, member, true)
  }

  /// Reads the input: a text, its tokens, or an array of either.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - member: The name of the member, for errors.
  ///   - allowsEmpty: True if a text may be empty, and there may be none.
  /// - Throws: ``FieldError`` for another value, or too many texts.
  package init(_ value: JSONValue, member: String, allowsEmpty: Bool = false) throws(FieldError) {
    self.member = member
    if let text = Self.text(value, allowsEmpty: allowsEmpty) {
      (texts, isList) = ([text], false)
      return
    }
    guard let elements = value.elements, !elements.isEmpty || allowsEmpty else {
      throw FieldError(member, "found \(value.excerpt), expected a text, its tokens, or an array of either")
    }
    guard elements.count <= Self.maximumCount else {
      throw FieldError(member, "found \(elements.count) texts, expected at most \(Self.maximumCount)")
    }
    isList = true
    texts = []
    for (index, element) in elements.enumerated() {
      guard let text = Self.text(element, allowsEmpty: allowsEmpty) else {
        throw FieldError("\(member).\(index)", "found \(element.excerpt), expected a text that is not empty, or tokens")
      }
      texts.append(text)
    }
  }

  private static func text(_ value: JSONValue, allowsEmpty: Bool) -> Text? {
    if let text = value.string { return text.isEmpty && !allowsEmpty ? nil : .text(text) }
    guard let elements = value.elements, !elements.isEmpty else { return nil }
    let ids = elements.compactMap { $0.integer }
    return ids.count == elements.count ? .tokens(ids) : nil
  }

  /// Returns the path of a text, for errors.
  package func path(of index: Int) -> String { isList ? "\(member).\(index)" : member }
}
