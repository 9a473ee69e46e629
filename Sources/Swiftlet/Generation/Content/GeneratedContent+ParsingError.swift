public import Foundation

extension GeneratedContent {
  /// An error of parsing JSON or converting content.
  public struct ParsingError: LocalizedError, Sendable, CustomDebugStringConvertible {
    /// The text that could not be parsed.
    public var rawContent: String

    /// The error behind this one, if there is one.
    public var underlyingError: (any Error)?

    /// The error's message, for a developer.
    public var debugDescription: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - rawContent: The text that could not be parsed.
    ///   - underlyingError: The error behind this one.
    ///   - debugDescription: The error's message.
    public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    /// The error's message.
    public var errorDescription: String? { debugDescription }
  }

  /// Creates an error with an excerpt of this content.
  func parsingError(_ message: String, underlying: (any Error)? = nil) -> ParsingError {
    let json = jsonString
    let limit = 500
    let shown = json.utf8.count <= limit ? json : String(json.prefix(limit)) + "…"
    return ParsingError(rawContent: json, underlyingError: underlying, debugDescription: "\(message) Content: \(shown)")
  }

  /// Creates the error for content of the wrong kind.
  func mismatch(_ expected: String) -> ParsingError {
    parsingError("Expected \(expected), found \(kindName).")
  }
}
