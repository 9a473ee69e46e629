import Swiftlet
import SwiftletTokenizers

extension Tokenizer {
  /// Prints the warnings about the tokenizer to standard error.
  func showWarnings() { Output.show(tokenizerWarnings: warnings) }
}

extension GGUFLanguageModel {
  /// Prints the warnings about the tokenizer to standard error.
  func showWarnings() { Output.show(tokenizerWarnings: tokenizerWarnings) }
}

extension Output {
  fileprivate static func show(tokenizerWarnings warnings: [String]) {
    for warning in warnings { error("swiftlet: warning: \(warning)\n") }
  }
}
