import SwiftletGGUF
import SwiftletInference
package import SwiftletJSON

/// The chunks of a streamed answer in the form of OpenAI's chat completions API.
package struct ChatCompletionStream {
  /// The form that the client wants.
  package struct Form: Sendable {
    /// True if a last chunk has the numbers of tokens.
    package var includesUsage = false
    /// True if the progress of reading the prompt is reported.
    package var reportsProgress = false
    /// True if reasoning is also a member `reasoning`.
    package var namesReasoningTwice = false

    /// Creates the default form.
    package init() {}
  }

  private struct Choice {
    var hasRole = false
    var entries: [TokenLogProbability] = []
    var timings: AnswerTimings?
    var usage = AnswerUsage()
  }

  private let identity: AnswerIdentity
  private let form: Form
  private let startTime: Duration
  private var choices: [Choice]

  /// Creates the stream of an answer.
  ///
  /// - Parameters:
  ///   - identity: The members that all chunks share.
  ///   - form: The form that the client wants.
  ///   - count: The number of choices.
  ///   - startTime: The time from which the progress counts.
  package init(identity: AnswerIdentity, form: Form = Form(), choices count: Int = 1, startTime: Duration = .zero) {
    (self.identity, self.form, self.startTime) = (identity, form, startTime)
    choices = Array(repeating: Choice(), count: count)
  }

  /// Returns the chunks for an event.
  ///
  /// - Parameters:
  ///   - event: The event of one of the choices.
  ///   - time: The time of the event.
  /// - Returns: The chunks.
  package mutating func chunks(for event: AnswerQueue.Event, at time: Duration = .zero) -> [JSONValue] {
    let choice = event.choice
    switch event.event {
    case .accepted:
      // Progress has the role in its first chunk.
      return form.reportsProgress ? [] : role(choice)
    case .progress(let processed, let total, let cached):
      return form.reportsProgress ? [progress(choice, processed, total, cached, at: time)] : []
    case .prefilled: return []
    case .tokens: return []
    case .timings(let timings):
      choices[choice].timings = timings
      return []
    case .logProbabilities(let entries):
      choices[choice].entries += entries
      return []
    case .text(let text): return role(choice) + [delta(choice, [("content", .string(text))])]
    case .reasoning(let text):
      let other: JSONValue? = form.namesReasoningTwice ? .string(text) : nil
      return role(choice) + [delta(choice, [("reasoning_content", .string(text)), ("reasoning", other)])]
    case .toolCallBegan(let index, let id, let name):
      let function = JSONValue.members([("name", .string(name)), ("arguments", "")])
      let call = JSONValue.members([
        ("index", .count(index)), ("id", .string("call_\(id)")), ("type", "function"), ("function", function),
      ])
      return role(choice) + [delta(choice, [("tool_calls", .array([call]))])]
    case .toolCallArguments(let index, let text):
      let function = JSONValue.members([("arguments", .string(text))])
      let call = JSONValue.members([("index", .count(index)), ("function", function)])
      return [delta(choice, [("tool_calls", .array([call]))])]
    case .finished(let end):
      choices[choice].usage = end.usage
      choices[choice].timings = choices.count == 1 ? end.timings : nil
      return role(choice) + [delta(choice, [], finish: end.reason.chatCompletion)]
    }
  }

  /// The chunks after the last event.
  package var lastChunks: [JSONValue] {
    guard form.includesUsage else { return [] }
    let usage = AnswerUsage(ofChoices: choices.map { $0.usage }).chatCompletion
    return [
      .members(
        identity.members(of: "chat.completion.chunk") + [("choices", .array([])), ("usage", usage)])
    ]
  }

  /// The event after the last chunk.
  package static let end = Array("data: [DONE]\n\n".utf8)

  /// The chunk with the role, if there was none.
  private mutating func role(_ choice: Int) -> [JSONValue] {
    guard !choices[choice].hasRole else { return [] }
    choices[choice].hasRole = true
    return [chunk(choice, [("role", "assistant"), ("content", "")])]
  }

  private mutating func progress(
    _ choice: Int, _ processed: Int, _ total: Int, _ cached: Int, at time: Duration
  ) -> JSONValue {
    let members: [(String, JSONValue?)] =
      choices[choice].hasRole ? [] : [("role", "assistant"), ("content", .null)]
    choices[choice].hasRole = true
    let milliseconds = Int(clamping: ((time - startTime).inSeconds * 1000).rounded())
    let progress = JSONValue.members([
      ("total", .count(total)), ("cache", .count(cached)), ("processed", .count(processed)),
      ("time_ms", .count(milliseconds)),
    ])
    return chunk(choice, members, others: [("prompt_progress", progress)])
  }

  /// A chunk with a piece of the answer, and what has been noted about it.
  private mutating func delta(
    _ choice: Int, _ members: [(String, JSONValue?)], finish: String? = nil
  ) -> JSONValue {
    let entries = choices[choice].entries
    let timings = choices[choice].timings
    (choices[choice].entries, choices[choice].timings) = ([], nil)
    return chunk(
      choice, members, entries: entries, finish: finish, others: [("timings", timings?.json)])
  }

  private func chunk(
    _ choice: Int, _ members: [(String, JSONValue?)], entries: [TokenLogProbability] = [], finish: String? = nil,
    others: [(String, JSONValue?)] = []
  ) -> JSONValue {
    let choice = JSONValue.members([
      ("index", .count(choice)), ("delta", .members(members)),
      ("logprobs", entries.isEmpty ? .null : .chatCompletion(entries)),
      ("finish_reason", finish.map { .string($0) } ?? .null),
    ])
    let usage: [(String, JSONValue?)] = [("usage", form.includesUsage ? .null : nil)]
    return .members(
      identity.members(of: "chat.completion.chunk") + [("choices", .array([choice]))] + usage + others)
  }
}
