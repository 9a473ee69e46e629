import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Float: Generable {
  /// The schema of numbers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.number(NumericBounds())), name: "Float")
  }

  /// Converts generated content to a number, rounded to the nearest `Float`.
  ///
  /// Infinity and NaN convert to themselves; JSON cannot represent them.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a number or too large.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let number) = content.storage else { throw content.mismatch("a number") }
    let value = number.float
    guard value.isFinite || !number.isFinite else {
      throw content.parsingError("Expected a number that a Float can hold, found \(number.text.prefix(64)).")
    }
    self = value
  }

  /// The number as generated content.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }

  /// Instructions with the number as text.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }

  /// A prompt with the number as text.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(generatedContent.jsonString)]) }
}
