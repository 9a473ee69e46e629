import SwiftletJSON

/// An incremental parser that turns the growing text of an answer into a value with stable identities.
///
/// Each call parses only the JSON text appended since the previous call.
struct IncrementalAnswerParser: Sendable {
  /// The identity of the whole answer, from which the identities of its parts are derived.
  private let id = GenerationID()

  private var reader: JSONReader<IdentifiedContentBuilder>?
  /// The length of the parsed text in UTF-8 bytes.
  private var length = 0
  private var failure: JSONError?

  /// Discards the parser state, after the text has changed other than by appending.
  mutating func reset() {
    reader = nil
  }

  /// The value of an answer that is plain text.
  func content(ofText text: String) -> GeneratedContent {
    GeneratedContent(.string(text), id: id)
  }

  /// Parses the value of a JSON text.
  ///
  /// - Parameter text: JSON or a prefix of JSON; it extends the text of the previous call.
  /// - Returns: The value so far.
  /// - Throws: ``GeneratedContent/ParsingError`` if the text is not a prefix of JSON.
  mutating func content(ofJSON text: String) throws -> GeneratedContent {
    var current = reader.take() ?? start()
    defer { reader = current }
    if failure == nil {
      do throws(JSONError) {
        try current.append(text.utf8.dropFirst(length))
      } catch {
        failure = error
      }
      length = text.utf8.count
    }
    if let failure {
      throw GeneratedContent.ParsingError(
        rawContent: text, underlyingError: failure, debugDescription: failure.description)
    }
    var content = current.value
    content.id = id
    return content
  }

  private mutating func start() -> JSONReader<IdentifiedContentBuilder> {
    length = 0
    failure = nil
    return JSONReader(options: ContentJSON.options, at: id.path)
  }
}
