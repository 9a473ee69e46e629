import SwiftletGGUF
import SwiftletInference
import SwiftletJSON

extension JSONFields {
  /// The names that other servers have for settings.
  private static let otherNames = [
    "repetition_penalty": ["repeat_penalty"], "typical_p": ["typ_p"], "reasoning_budget": ["thinking_budget_tokens"],
  ]

  /// The sampling options of a client, with OpenAI's ranges.
  var clientSampling: SamplingOptions {
    get throws(FieldError) {
      let ranges: KeyValuePairs<String, ClosedRange<Double>> = [
        "temperature": 0...2, "frequency_penalty": -2...2, "presence_penalty": -2...2,
      ]
      for (name, range) in ranges {
        guard case .number(let text)? = member(name), let number = Double(text), !range.contains(number)
        else { continue }
        let (lower, upper) = (Int(clamping: range.lowerBound), Int(clamping: range.upperBound))
        throw FieldError(path(of: name), "found \(text.prefix(40)), expected a number from \(lower) to \(upper)")
      }
      return try sampling
    }
  }

  /// The sampling options, under the names of ``SamplingSetting``.
  var sampling: SamplingOptions {
    get throws(FieldError) {
      var options = SamplingOptions()
      let biases = try logitBiases.tokens
      if !biases.isEmpty { options.logitBias = biases }
      // Biases have more forms than a command line has.
      for setting in SamplingSetting.all where setting.name != "logit_bias" {
        let names = [setting.name] + (Self.otherNames[setting.name] ?? [])
        guard let name = names.first(where: { member($0) != nil }), let value = member(name) else { continue }
        guard let texts = value.texts(of: setting.valueKind) else {
          throw FieldError(path(of: name), "found \(value.excerpt), expected \(setting.range)")
        }
        if let wrong = setting.parse(texts, into: &options) {
          throw FieldError(path(of: name), "found \(wrong.prefix(40)), expected \(setting.range)")
        }
      }
      return options
    }
  }
}

extension JSONValue {
  /// The value in the syntax of the command line; `nil` if it has another type than the setting.
  fileprivate func texts(of kind: SamplingSetting.ValueKind) -> [String]? {
    switch (kind, self) {
    case (.greedy, .bool(let isGreedy)): isGreedy ? [""] : []
    case (.number, .number(let text)), (.text, .string(let text)), (.texts, .string(let text)): [text]
    case (.count, .number(let text)), (.window, .number(let text)), (.seed, .number(let text)),
      (.mirostat, .number(let text)):
      // `2.0` and `2e0` are integers in JSON.
      [integer.map { String($0) } ?? text]
    case (.texts, .array(let elements)):
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    default: nil
    }
  }
}
