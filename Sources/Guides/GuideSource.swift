public import SwiftletJSON

/// A description of what an answer has to be.
public indirect enum GuideSource: Sendable, Hashable {
  /// JSON that satisfies a schema.
  case schema(JSONSchema)
  /// An object that satisfies a schema, whose members are not written as JSON: arguments of a tool, say.
  case members(JSONSchema, MemberSyntax)
  /// Text that a regular expression (ECMA-262) matches wholly.
  case pattern(String)
  /// Text that a grammar in GBNF, the notation of llama.cpp, derives from its rule `root`; the payload is the grammar.
  ///
  /// The whole notation is understood but for terminals that name tokens (`<think>`, `<[1000]>`). Rules may be recursive,
  /// though not to their left.
  case grammar(String)
  /// One of some texts.
  case choice([String])
  /// Any text up to the first occurrence of a tag, the tag included.
  case textUntil(tag: String)
  /// Any text in which none of the tags occurs, possibly empty.
  case text(without: [String])
  /// One after the other.
  case sequence([GuideSource])
  /// One of several.
  case anyOf([GuideSource])
  /// Any number of times, or none at all; the part must not be possibly empty.
  case repeated(GuideSource)
}

extension GuideSource {
  /// JSON that satisfies a schema.
  ///
  /// - Parameter text: The schema's JSON text.
  /// - Returns: The description.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if it is not JSON, and
  ///   ``GuideError/tooComplex(pointer:reason:)`` if it is longer than ``JSONSchema/maximumLength``.
  public static func schema(parsing text: String) throws(GuideError) -> GuideSource {
    .schema(try JSONSchema(guiding: Array(text.utf8)))
  }
}

extension JSONSchema {
  /// Reads a schema for a guide.
  init(guiding text: [UInt8]) throws(GuideError) {
    do throws(JSONError) {
      try self.init(parsing: text)
    } catch {
      guard case .tooLong(let limit) = error.problem else {
        throw .malformedJSON(offset: error.offset, reason: error.reason)
      }
      throw .tooComplex(pointer: "", reason: "a schema of more than \(limit >> 20) MB")
    }
  }
}
