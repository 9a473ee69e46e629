public import Foundation
import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Decimal: Generable {
  /// The schema of numbers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.number(NumericBounds())), name: "Decimal")
  }

  /// Converts generated content to a decimal of up to 38 digits, without rounding to `Double`.
  ///
  /// NaN converts to NaN; JSON cannot represent it.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a number, too large, or infinite.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let number) = content.storage else { throw content.mismatch("a number") }
    if !number.isFinite, number.double.isNaN {
      self = .nan
      return
    }
    guard let value = Decimal(number) else {
      throw content.parsingError("Expected a number that a Decimal can hold, found \(number.text.prefix(64)).")
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

extension Decimal {
  /// Creates a decimal rounded to 38 digits; `nil` if the number is too large or not finite.
  init?(_ number: JSONNumber) {
    // Longer texts have more digits than a decimal holds, or an unusual notation.
    guard number.isFinite, number.text.utf8.count <= 1000 else { return nil }
    guard let value = Decimal(string: number.text), value.isFinite else { return nil }
    self = value
  }
}

extension JSONNumber {
  init(_ value: Decimal) {
    self.init(literal: value.isFinite ? value.description : "nan")
  }
}
