/// An output file that cannot be written, or must not be.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path as given.
  package let path: String
  /// The condition that was found.
  package let found: String
  /// The condition that was expected.
  package let expected: String

  package init(_ path: String, found: String, expected: String = "a path that can be written") {
    (self.path, self.found, self.expected) = (path, found, expected)
  }

  /// A one-line description: path, found, expected.
  package var description: String { "\(path): found \(found), expected \(expected)" }
}

extension GGUFError {
  /// Creates the error of a GGUF file that cannot be written.
  init(_ error: OutputError) {
    self.init(.cannotWrite, file: error.path, found: error.found, expected: error.expected)
  }
}
