import Foundation
import SwiftletStore

/// The value of an option that names a model: `NAME=MODEL` or `MODEL`.
struct ModelArgument {
  /// The name that the model gets; nil for its own.
  let alias: String?
  /// The name or path of the model.
  let model: String

  init(_ text: String) {
    guard let sign = text.firstIndex(of: "="), !FileManager.default.fileExists(atPath: text),
      Self.isAlias(text[..<sign]) || FileManager.default.fileExists(atPath: String(text[text.index(after: sign)...]))
    else {
      (alias, model) = (nil, text)
      return
    }
    (alias, model) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// Returns true for text that is neither the beginning of a path nor that of a name with a scheme.
  private static func isAlias(_ text: Substring) -> Bool { !text.contains("/") && !text.contains(":") }
}

extension ModelName {
  /// True for a path.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// Parses the value of an option or an operand.
  ///
  /// - Throws: ``UsageError`` that names the option.
  init(argument name: String, _ text: String) throws(UsageError) {
    do {
      try self.init(text)
    } catch {
      throw UsageError(argument: name, reason: "\(error)")
    }
  }
}
