import Foundation

/// Where tables and progress go.
enum Report {
  /// Prints a table or a line to standard output at once.
  static func print(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// Says on standard error what is being measured.
  static func progress(_ text: String) { note("… " + text) }

  /// Writes a line to standard error.
  static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
