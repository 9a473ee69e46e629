import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Double: Generable {
  /// The form of numbers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.number(NumericBounds())), name: "Double")
  }

  /// Reads a number, rounded to the nearest `Double`.
  ///
  /// What was made from an infinite value, or one that is not a number, is read as such; no JSON has it.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is no number or too large.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let number) = content.storage else { throw content.mismatch("a number") }
    let value = number.double
    guard value.isFinite || !number.isFinite else {
      throw content.parsingError("Expected a number that a Double can hold, found \(number.text.prefix(64)).")
    }
    self = value
  }

  /// The number as content.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }

  /// Instructions of one piece, the number.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }

  /// A prompt of one piece, the number.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(generatedContent.jsonString)]) }
}
