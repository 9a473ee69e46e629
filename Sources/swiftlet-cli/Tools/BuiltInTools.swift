import Foundation
import Swiftlet

/// Tools of the chat: they change nothing, and see nothing but what they are given.
enum BuiltInTools {
  static var all: [any Tool] { [Calculator(), Clock(), WordCount()] }

  /// Shows on standard error what a tool did.
  static func show(_ name: String, _ input: String, _ output: String) -> String {
    Output.error("[\(name)\(input.isEmpty ? "" : ": " + input) → \(output)]\n")
    return output
  }
}

/// Calculates.
struct Calculator: Tool {
  let name = "calculator"
  let description = "Calculates the value of an arithmetic expression."

  @Generable struct Arguments {
    @Guide(description: "The expression, such as (2 + 3) * sqrt(16)") var expression: String
  }

  func call(arguments: Arguments) async throws -> String {
    // A model can do something about a mistake that it is told of.
    do {
      let value = try Expression.value(arguments.expression)
      return BuiltInTools.show(name, arguments.expression, Expression.text(value))
    } catch {
      return BuiltInTools.show(name, arguments.expression, "error: \(error)")
    }
  }
}

/// Tells the time.
struct Clock: Tool {
  let name = "clock"
  let description = "Tells the date and the time of day in UTC."

  @Generable struct Arguments {}

  func call(arguments: Arguments) async throws -> String {
    BuiltInTools.show(name, "", Date.now.formatted(.iso8601))
  }
}

/// Counts words.
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
