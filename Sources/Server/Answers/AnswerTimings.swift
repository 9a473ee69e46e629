package import SwiftletJSON

/// The times of an answer, under the names of llama.cpp's server.
package struct AnswerTimings: Sendable, Equatable {
  /// The tokens of the prompt that came from the prefix cache.
  package var cachedTokens = 0
  /// The tokens of the prompt that were read.
  package var promptTokens = 0
  /// The seconds of reading the prompt.
  package var promptSeconds = 0.0
  /// The generated tokens.
  package var generatedTokens = 0
  /// The seconds of generating.
  package var generationSeconds = 0.0

  /// Creates times that are zero.
  package init() {}

  /// The object `timings`.
  package var json: JSONValue {
    // The first token comes from the end of the prompt, without a step of its own.
    func rates(_ name: String, _ count: Int, _ seconds: Double, steps: Int) -> [(String, JSONValue?)] {
      [
        ("\(name)_n", .count(count)), ("\(name)_ms", .number(seconds * 1000)),
        ("\(name)_per_token_ms", .number(steps > 0 ? seconds * 1000 / Double(steps) : 0)),
        ("\(name)_per_second", .number(seconds > 0 ? Double(steps) / seconds : 0)),
      ]
    }
    return .members(
      [("cache_n", .count(cachedTokens))] + rates("prompt", promptTokens, promptSeconds, steps: promptTokens)
        + rates("predicted", generatedTokens, generationSeconds, steps: max(0, generatedTokens - 1)))
  }
}

extension JSONValue {
  /// Creates an integer.
  package static func count(_ count: Int) -> JSONValue { .number(String(count)) }

  /// Creates a number; those that JSON lacks become the nearest that OpenAI's API has for them.
  package static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .number(value < 0 ? "-9999.0" : "0") }
    return .number("\(value)")
  }
}
