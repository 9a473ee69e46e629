/// An output file that cannot be written, or must not be.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path as given.
  package let path: String
  /// The condition that was found.
  package let found: String
  /// The condition that was expected; empty for an error of the system, which says all.
  package let expected: String

  package init(_ path: String, found: String, expected: String = "") {
    (self.path, self.found, self.expected) = (path, found, expected)
  }

  /// The error without its path: what was found, and what was expected.
  package var reason: String { expected.isEmpty ? found : "found \(found), expected \(expected)" }

  /// A one-line description: path, found, expected.
  package var description: String { "\(path): \(reason)" }
}

extension GGUFError {
  /// Creates the error of a GGUF file that cannot be written.
  init(_ error: OutputError) {
    self.init(.cannotWrite, file: error.path, found: error.found, expected: error.expected)
  }
}
