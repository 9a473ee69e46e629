public import SwiftletJSON

/// A constraint on generated text: a schema, pattern, grammar, choice or composition.
public indirect enum GuideSource: Sendable, Hashable {
  /// JSON that satisfies a schema.
  case schema(JSONSchema)
  /// An object that satisfies a schema, with members in another syntax than JSON, such as tool call arguments.
  case members(JSONSchema, MemberSyntax)
  /// Text that a regular expression (ECMA-262) matches entirely.
  case pattern(String)
  /// Text derived from the rule `root` of a GBNF grammar, the notation of llama.cpp; the payload is the grammar.
  ///
  /// The notation is supported except for terminals that name tokens (`<think>`, `<[1000]>`). Rules may be recursive,
  /// but not left-recursive.
  case grammar(String)
  /// One of the given texts.
  case choice([String])
  /// Any text up to and including the first occurrence of a tag.
  case textUntil(tag: String)
  /// Any text, possibly empty, in which none of the tags occurs.
  case text(without: [String])
  /// The concatenation of the parts.
  case sequence([GuideSource])
  /// One of the alternatives.
  case anyOf([GuideSource])
  /// Zero or more repetitions; the part must not match the empty text.
  case repeated(GuideSource)
}

extension GuideSource {
  /// JSON that satisfies a schema.
  ///
  /// - Parameter text: The schema's JSON text.
  /// - Returns: The guide source.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if it is not JSON, and
  ///   ``GuideError/tooComplex(pointer:reason:)`` if it is longer than ``JSONSchema/maximumLength``.
  public static func schema(parsing text: String) throws(GuideError) -> GuideSource {
    .schema(try JSONSchema(parsingForGuide: Array(text.utf8)))
  }
}

extension JSONSchema {
  /// Parses a schema, converting errors to `GuideError`.
  init(parsingForGuide text: [UInt8]) throws(GuideError) {
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
