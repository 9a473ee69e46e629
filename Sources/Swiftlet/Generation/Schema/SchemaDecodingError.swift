/// An error of JSON that is not a schema.
struct SchemaDecodingError: Error, Equatable {
  /// The kind of problem.
  enum Problem: Equatable {
    /// A key is missing.
    case missing(String)
    /// A value has the wrong type.
    case mismatch(expected: String, found: String)
    /// A value has the right type but cannot be used.
    case unusable(String)
  }

  /// The path of keys to the problem.
  var path: [String]
  /// The problem.
  var problem: Problem

  /// Converts to the error that a decoder throws.
  ///
  /// - Parameter prefix: The coding path of the schema.
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
