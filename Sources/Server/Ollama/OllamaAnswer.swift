import SwiftletGGUF
import SwiftletInference
package import SwiftletJSON

/// An answer in the form of ollama's API: the lines of a stream, or one object.
package struct OllamaAnswer: Sendable {
  private let model: String
  private let kind: OllamaRequest.Kind
  /// The call whose arguments are not complete; calls are sent as a whole.
  private var call: CollectedAnswer.Call?
  private var entries: [TokenLogProbability] = []

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - model: The name of the model, as the client gave it.
  ///   - kind: The endpoint.
  package init(model: String, kind: OllamaRequest.Kind) { (self.model, self.kind) = (model, kind) }

  /// Returns the lines for an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - date: The time of the day, as text.
  ///   - age: The time since the request.
  /// - Returns: The lines as JSON.
  package mutating func lines(for event: AnswerEvent, date: String, age: Duration) -> [JSONValue] {
    switch event {
    case .accepted, .progress, .prefilled, .timings, .tokens: return []
    case .logProbabilities(let new):
      entries += new
      return []
    case .text(let text): return finishCall(date) + [part(Content(text: text), date)]
    case .reasoning(let text): return finishCall(date) + [part(Content(reasoning: text), date)]
    case .toolCallBegan(_, let id, let name):
      defer { call = CollectedAnswer.Call(id: id, name: name, arguments: "") }
      return finishCall(date)
    case .toolCallArguments(_, let text):
      call?.arguments += text
      return []
    case .finished(let end):
      let last = Content(isLast: true)
      return finishCall(date) + [object(last, date, Self.numbers(end, age), entries: [])]
    }
  }

  /// Returns a whole answer.
  package func json(_ answer: CollectedAnswer, date: String, age: Duration) -> JSONValue {
    let end = AnswerEnd(reason: answer.reason, usage: answer.usage, timings: answer.timings)
    let content = Content(text: answer.text, reasoning: answer.reasoning, calls: answer.calls, isLast: true)
    return object(content, date, Self.numbers(end, age), entries: answer.logProbabilities ?? [])
  }

  /// Returns the answer to a request that only loads or unloads the model.
  package func json(reason: String, date: String) -> JSONValue {
    object(Content(isLast: true), date, [("done_reason", .string(reason))], entries: [])
  }

  private struct Content {
    var text = ""
    var reasoning = ""
    var calls: [CollectedAnswer.Call] = []
    var isLast = false
  }

  /// The line of the call that is complete now.
  private mutating func finishCall(_ date: String) -> [JSONValue] {
    guard let call else { return [] }
    self.call = nil
    return [part(Content(calls: [call]), date)]
  }

  private mutating func part(_ content: Content, _ date: String) -> JSONValue {
    defer { entries = [] }
    return object(content, date, [], entries: entries)
  }

  private func object(
    _ content: Content, _ date: String, _ numbers: [(String, JSONValue?)], entries: [TokenLogProbability]
  ) -> JSONValue {
    let thinking: JSONValue? = content.reasoning.isEmpty ? nil : .string(content.reasoning)
    let calls: JSONValue? = content.calls.isEmpty ? nil : .array(content.calls.map { $0.ollama })
    let text: JSONValue = .string(content.text)
    let body: [(String, JSONValue?)] =
      switch kind {
      case .chat:
        [
          (
            "message",
            .members([("role", "assistant"), ("content", text), ("thinking", thinking), ("tool_calls", calls)])
          )
        ]
      case .generate: [("response", text), ("thinking", thinking), ("tool_calls", calls)]
      }
    let logProbabilities = entries.isEmpty ? nil : JSONValue.chatCompletion(entries)["content"]
    let beginning: [(String, JSONValue?)] = [("model", .string(model)), ("created_at", .string(date))]
    return .members(
      beginning + body + [("logprobs", logProbabilities), ("done", .bool(content.isLast))] + numbers)
  }

  private static func numbers(_ end: AnswerEnd, _ age: Duration) -> [(String, JSONValue?)] {
    let total = age.inNanoseconds
    let prompt = Int(clamping: (end.timings?.promptSeconds ?? 0) * 1e9)
    let generation = Int(clamping: (end.timings?.generationSeconds ?? 0) * 1e9)
    let reason: JSONValue = end.reason == .length ? "length" : "stop"
    return [
      ("done_reason", reason), ("total_duration", .count(total)),
      // The time before the prompt was read: loading, and waiting for others.
      ("load_duration", .count(max(0, total - prompt - generation))),
      ("prompt_eval_count", .count(end.usage.promptTokens)),
      ("prompt_eval_cached_count", .count(end.usage.cachedTokens)), ("prompt_eval_duration", .count(prompt)),
      ("eval_count", .count(end.usage.generatedTokens)), ("eval_duration", .count(generation)),
    ]
  }
}

extension CollectedAnswer.Call {
  /// The call with its arguments as an object, which is empty if they were cut off.
  fileprivate var ollama: JSONValue {
    let value = try? JSONValue.read(Array(arguments.utf8), options: .init())
    let object = value?.members == nil ? JSONValue.members([]) : value
    let function = JSONValue.members([("name", .string(name)), ("arguments", object)])
    return .members([("id", .string("call_\(id)")), ("function", function)])
  }
}

extension Duration {
  /// The duration in nanoseconds.
  var inNanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) &* 1_000_000_000 &+ Int(clamping: attoseconds / 1_000_000_000)
  }
}
