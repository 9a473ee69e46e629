import Foundation
import Swiftlet

/// The built-in tools of the chat; they have no side effects and see nothing but their arguments.
enum BuiltInTools {
  static var all: [any Tool] { [Calculator(), Clock(), WordCount()] }

  /// Prints a tool call and its result to standard error, and returns the result.
  static func show(_ name: String, _ input: String, _ output: String) -> String {
    Output.error("[\(name)\(input.isEmpty ? "" : ": " + input) → \(output)]\n")
    return output
  }
}

/// A calculator for arithmetic expressions.
struct Calculator: Tool {
  let name = "calculator"
  let description = "Calculates the value of an arithmetic expression."

  @Generable struct Arguments {
    @Guide(description: "The expression, such as (2 + 3) * sqrt(16)") var expression: String
  }

  func call(arguments: Arguments) async throws -> String {
    // Errors are returned as text so that the model can correct the expression.
    do {
      let value = try Expression.value(arguments.expression)
      return BuiltInTools.show(name, arguments.expression, Expression.text(value))
    } catch {
      return BuiltInTools.show(name, arguments.expression, "error: \(error)")
    }
  }
}

/// A clock in UTC.
struct Clock: Tool {
  let name = "clock"
  let description = "Tells the date and the time of day in UTC."

  @Generable struct Arguments {}

  func call(arguments: Arguments) async throws -> String {
    BuiltInTools.show(name, "", Date.now.formatted(.iso8601))
  }
}

/// A counter of words and characters.
struct WordCount: Tool {
  let name = "word_count"
  let description = "Counts the words and characters of a text."

  @Generable struct Arguments {
    @Guide(description: "The text") var text: String
  }

  func call(arguments: Arguments) async throws -> String {
    let words = arguments.text.split(whereSeparator: \.isWhitespace).count
    let shown = arguments.text.count > 40 ? arguments.text.prefix(40) + "…" : arguments.text[...]
    return BuiltInTools.show(name, String(shown), "\(words) words, \(arguments.text.count) characters")
  }
}
