import SwiftletJSON

/// The answer of a request while it grows, as a value with identities.
///
/// Of a text in JSON only that is read which has come since the last time.
struct AnswerReader: Sendable {
  /// The identity of the whole answer, from which those of its parts follow.
  private let id = GenerationID()

  private var reader: JSONReader<IdentifiedContentBuilder>?
  /// The length of the text that the reader has been given, in bytes of UTF-8.
  private var length = 0
  private var failure: JSONError?

  /// Forgets what has been read, after the text has changed otherwise than at its end.
  mutating func reset() {
    reader = nil
  }

  /// The value of a text that is the answer itself.
  func content(ofText text: String) -> GeneratedContent {
    GeneratedContent(.string(text), id: id)
  }

  /// Reads the value that a text stands for.
  ///
  /// - Parameter text: JSON, or the beginning of it: the text of last time with more at its end.
  /// - Returns: The value so far.
  /// - Throws: ``GeneratedContent/ParsingError`` if the text is no beginning of JSON.
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
    return JSONReader(options: ContentJSON.options, at: id.place)
  }
}
