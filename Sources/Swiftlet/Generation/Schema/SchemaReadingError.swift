/// Why JSON is not a schema.
struct SchemaReadingError: Error, Equatable {
  /// What is wrong.
  enum Problem: Equatable {
    /// A key is missing.
    case missing(String)
    /// A value has another type than it has to.
    case mismatch(expected: String, found: String)
    /// A value has the right type but cannot be used.
    case unusable(String)
  }

  /// The keys that lead to what is wrong.
  var path: [String]
  /// What is wrong there.
  var problem: Problem

  /// The error as a decoder would throw it.
  ///
  /// - Parameter prefix: Where in the decoder's data the schema begins.
  /// - Returns: The decoder's error.
  func decodingError(at prefix: [any CodingKey]) -> DecodingError {
    let path = prefix + path.map { ContentKey(stringValue: $0) as any CodingKey }
    switch problem {
    case .missing(let key):
      return .keyNotFound(
        ContentKey(stringValue: key), .init(codingPath: path, debugDescription: "A schema needs '\(key)' here."))
    case .mismatch(let expected, let found):
      let context = DecodingError.Context(codingPath: path, debugDescription: "Expected \(expected), found \(found).")
      return .typeMismatch(GeneratedContent.self, context)
    case .unusable(let reason): return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
    }
  }
}
