import Foundation

/// The output of tables and progress.
enum Report {
  /// Prints a table or a line to standard output, unbuffered.
  static func print(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// Prints a progress message to standard error.
  static func progress(_ text: String) { note("… " + text) }

  /// Writes a line to standard error.
  static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
