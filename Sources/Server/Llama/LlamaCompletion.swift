import SwiftletGGUF
import SwiftletInference
package import SwiftletJSON

/// The answers to completions in the form of llama.cpp's server.
package struct LlamaCompletion {
  private let model: String
  private let prompts: [String]
  private let choiceCount: Int
  private let fields: [String]
  private let settings: JSONValue
  private var answers: [CollectedAnswer]

  /// Creates the answers.
  ///
  /// - Parameters:
  ///   - model: The name of the model.
  ///   - prompts: The prompts.
  ///   - count: The number of choices of each prompt.
  ///   - fields: The paths of the members of each answer, with slashes; empty for all.
  ///   - settings: The settings of the request.
  package init(
    model: String, prompts: [String], choicesOfEachPrompt count: Int = 1, fields: [String] = [],
    settings: JSONValue = .members([])
  ) {
    (self.model, self.prompts, choiceCount, self.fields) = (model, prompts, max(count, 1), fields)
    self.settings = settings
    answers = Array(repeating: CollectedAnswer(), count: prompts.count * choiceCount)
  }

  /// The beginning of the request, if the progress of its prompts is reported; `nil` otherwise.
  package var startTime: Duration?

  /// Adds an event, and returns the event of a stream for it; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time of the event, for the progress.
  /// - Returns: The event of the stream.
  package mutating func append(_ event: AnswerQueue.Event, at time: Duration = .zero) -> JSONValue? {
    let index = event.choice
    let known = answers[index].logProbabilities?.count ?? 0
    answers[index].append(event.event)
    switch event.event {
    case .accepted(let count):
      answers[index].usage.promptTokens = count
      return nil
    case .text(let text), .reasoning(let text):
      // Those of this text came just before it.
      let entries = (answers[index].logProbabilities ?? [])[streamed[index, default: 0]..<known]
      streamed[index] = known
      let tokens = answers[index].tokens[streamedTokens[index, default: 0]...]
      streamedTokens[index] = answers[index].tokens.count
      return .members([
        ("index", .count(index)), ("content", .string(text)), ("tokens", .array(tokens.map { .count($0) })),
        ("stop", false), ("id_slot", .count(index)),
        ("tokens_predicted", .count(answers[index].usage.generatedTokens)),
        ("tokens_evaluated", .count(answers[index].usage.promptTokens)),
        ("completion_probabilities", entries.isEmpty ? nil : .array(entries.map { $0.llama })),
        ("timings", answers[index].timings?.json),
      ])
    case .finished:
      return final(index, content: "", tokens: answers[index].tokens[streamedTokens[index, default: 0]...])
    case .progress(let processed, let total, let cached):
      guard let startTime else { return nil }
      let milliseconds = Int(clamping: ((time - startTime).inSeconds * 1000).rounded())
      return .members([
        ("index", .count(index)), ("content", ""), ("tokens", .array([])), ("stop", false), ("id_slot", .count(index)),
        ("tokens_predicted", .count(0)), ("tokens_evaluated", .count(total)),
        (
          "prompt_progress",
          .members([
            ("total", .count(total)), ("cache", .count(cached)), ("processed", .count(processed)),
            ("time_ms", .count(milliseconds)),
          ])
        ), ("timings", answers[index].timings?.json),
      ])
    case .prefilled, .toolCallBegan, .toolCallArguments, .logProbabilities, .tokens, .timings: return nil
    }
  }

  /// The number of log-probabilities of each answer that the stream has had.
  private var streamed: [Int: Int] = [:]

  /// The number of tokens of each answer that the stream has had.
  private var streamedTokens: [Int: Int] = [:]

  /// The whole answer, or an array of several.
  package var json: JSONValue {
    let all = answers.indices.map { final($0, content: answers[$0].text, tokens: answers[$0].tokens[...]) }
    return all.count == 1 ? all[0] : .array(all)
  }

  private func final(_ index: Int, content: String, tokens: ArraySlice<Int>) -> JSONValue {
    let answer = answers[index]
    let (type, word): (String, String) =
      switch answer.reason {
      case .stop, .toolCalls: ("eos", "")
      case .stopSequence(let text): ("word", text)
      case .length: ("limit", "")
      }
    let isWhole = !content.isEmpty || answer.text.isEmpty
    let members: JSONValue = .members([
      ("index", .count(index)), ("content", .string(content)), ("tokens", .array(tokens.map { .count($0) })),
      ("id_slot", .count(index)),
      ("stop", true), ("model", .string(model)), ("tokens_predicted", .count(answer.usage.generatedTokens)),
      ("tokens_evaluated", .count(answer.usage.promptTokens)), ("generation_settings", settings),
      ("prompt", .string(prompts[index / choiceCount])),
      ("has_new_line", .bool(answer.text.utf8.contains(UInt8(ascii: "\n")))), ("truncated", false),
      ("stop_type", .string(type)), ("stopping_word", .string(word)),
      ("tokens_cached", .count(answer.usage.cachedTokens)), ("timings", answer.timings?.json),
      ("completion_probabilities", isWhole ? answer.logProbabilities.map { .array($0.map { $0.llama }) } : nil),
    ])
    return fields.isEmpty ? members : members.limited(toPaths: fields)
  }
}

extension JSONValue {
  /// Returns an object of the values at paths with slashes, which are their names; those that are absent are left out.
  fileprivate func limited(toPaths paths: [String]) -> JSONValue {
    .members(
      paths.map { path in
        (path, path.split(separator: "/").reduce(Optional(self)) { $0?[String($1)] })
      })
  }
}

extension TokenLogProbability {
  /// The entry of a token with its alternatives.
  fileprivate var llama: JSONValue {
    let alternatives = top.map { JSONValue.members(Self.members($0.token, $0.bytes, $0.logProbability)) }
    return .members(Self.members(token, bytes, logProbability ?? 0) + [("top_logprobs", .array(alternatives))])
  }

  private static func members(
    _ token: Int, _ bytes: [UInt8], _ logProbability: Double
  ) -> [(String, JSONValue?)] {
    [
      ("id", .count(token)), ("token", .string(String(decoding: bytes, as: UTF8.self))),
      ("bytes", .array(bytes.map { .count(Int($0)) })), ("logprob", .number(logProbability)),
    ]
  }
}
