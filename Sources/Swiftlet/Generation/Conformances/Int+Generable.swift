import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Int: Generable {
  /// The schema of integers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.integer(NumericBounds())), name: "Int")
  }

  /// Converts generated content to an integer, without rounding to `Double`.
  ///
  /// - Parameter content: The content. A fraction of zero is allowed.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a number, has a fraction, or is too large.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let number) = content.storage else { throw content.mismatch("a whole number") }
    guard let value = number.integer else {
      throw content.parsingError("Expected a whole number of at most 64 bits, found \(number.text.prefix(64)).")
    }
    self = value
  }

  /// The number as generated content.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }

  /// Instructions with the number as text.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(description)]) }

  /// A prompt with the number as text.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(description)]) }
}
