import SwiftletJSON

extension GeneratedContent {
  /// Parses content from JSON that may be incomplete.
  ///
  /// For incomplete text, ``isComplete`` is false and the content is what is known so far: strings, arrays and
  /// structures are partial, while keys without values, and numbers that could have further digits, are
  /// omitted. White space alone is also a prefix of JSON text; the content is null then.
  ///
  /// The order of keys and the text of numbers are preserved. Arrays and structures may be nested 256 deep, and a text
  /// may have 16 MiB.
  ///
  /// - Parameter json: A JSON text or a prefix of one.
  /// - Throws: ``ParsingError`` if the text is neither; its description contains the byte offset.
  public init(json: String) throws {
    do {
      self = try ContentJSON.read(json)
    } catch {
      throw ParsingError(rawContent: json, underlyingError: error, debugDescription: error.description)
    }
  }

  /// The content as JSON on one line, with a space after each colon and comma.
  ///
  /// Whole numbers have no fraction. Numbers that JSON cannot represent, such as infinity, become `null`.
  public var jsonString: String { ContentJSON.text(self) }
}

extension GeneratedContent: CustomDebugStringConvertible {
  /// The content as JSON.
  public var debugDescription: String { jsonString }
}
