import Swiftlet
import SwiftletTokenizers

extension Tokenizer {
  /// Writes what is odd about the file to standard error.
  func showWarnings() { Output.show(tokenizerWarnings: warnings) }
}

extension GGUFLanguageModel {
  /// Writes what is odd about the file's tokenizer to standard error.
  func showWarnings() { Output.show(tokenizerWarnings: tokenizerWarnings) }
}

extension Output {
  fileprivate static func show(tokenizerWarnings warnings: [String]) {
    for warning in warnings { error("swiftlet: warning: \(warning)\n") }
  }
}
