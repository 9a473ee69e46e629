import SwiftletJSON

extension GeneratedContent {
  /// Reads content from JSON, of which the end may be missing.
  ///
  /// Where the text ends early, ``isComplete`` is false and the content is what can be known: strings, arrays and
  /// structures show what has arrived, while keys without values, and numbers that could have further digits, are left
  /// out. Nothing but white space, too, is the beginning of a JSON text; the content is then null.
  ///
  /// The order of keys and the text of numbers are kept. Arrays and structures may be nested 256 deep, and a text may
  /// have 16 MiB.
  ///
  /// - Parameter json: A JSON text, or the beginning of one.
  /// - Throws: ``ParsingError`` if the text is neither; its description says at which byte.
  public init(json: String) throws {
    do {
      self = try ContentJSON.read(json)
    } catch {
      throw ParsingError(rawContent: json, underlyingError: error, debugDescription: error.description)
    }
  }

  /// The content as JSON on one line, with a space after each colon and comma.
  ///
  /// Whole numbers have no fraction. Numbers that JSON cannot write, such as infinity, become `null`.
  public var jsonString: String { ContentJSON.text(self) }
}

extension GeneratedContent: CustomDebugStringConvertible {
  /// The content as JSON.
  public var debugDescription: String { jsonString }
}
