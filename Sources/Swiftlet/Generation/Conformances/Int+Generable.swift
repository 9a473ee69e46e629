import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Int: Generable {
  /// The form of whole numbers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.integer(NumericBounds())), name: "Int")
  }

  /// Reads a whole number, without the loss that a detour over `Double` would bring.
  ///
  /// - Parameter content: The content. A fraction of zero does no harm.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is no number, has a fraction, or is too large.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let number) = content.storage else { throw content.mismatch("a whole number") }
    guard let value = number.integer else {
      throw content.parsingError("Expected a whole number of at most 64 bits, found \(number.text.prefix(64)).")
    }
    self = value
  }

  /// The number as content.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }

  /// Instructions of one piece, the number.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(description)]) }

  /// A prompt of one piece, the number.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(description)]) }
}
