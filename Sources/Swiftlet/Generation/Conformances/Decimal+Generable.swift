public import Foundation
import SwiftletJSON

// swift-format-ignore: OmitExplicitReturns
extension Decimal: Generable {
  /// The form of numbers.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.number(NumericBounds())), name: "Decimal")
  }

  /// Reads a number, with up to 38 digits and without the loss that a detour over `Double` would bring.
  ///
  /// What was made from a value that is not a number is read as such; no JSON has it.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is no number, too large, or infinite.
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

  /// The number as content.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }

  /// Instructions of one piece, the number.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(generatedContent.jsonString)])
  }

  /// A prompt of one piece, the number.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(generatedContent.jsonString)]) }
}

extension Decimal {
  /// A number as a decimal, rounded to 38 digits, or `nil` if it is too large or not finite.
  init?(_ number: JSONNumber) {
    // What has more text than this either has more digits than count or is written in an odd way.
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
