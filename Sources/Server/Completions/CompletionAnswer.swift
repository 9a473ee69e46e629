import SwiftletInference
package import SwiftletJSON

/// The part of a completion's form that its request decides.
package struct CompletionForm: Sendable {
  /// The prompts that the choices begin with; `nil` if they have the new text only.
  package var echoedPrompts: [String]?
  /// The number of choices of each prompt.
  package var choicesOfEachPrompt = 1
  /// True if there are log-probabilities.
  package var hasLogProbabilities = false
  /// True if at least one token was to be generated.
  package var generates = true
  /// True if a stream ends with the numbers of tokens.
  package var includesUsage = false

  /// Creates the default form.
  package init() {}

  /// Returns the prompt that a choice begins with.
  func echo(_ choice: Int) -> String? { echoedPrompts?[choice / max(choicesOfEachPrompt, 1)] }

  /// Returns true if the entries of a choice lack one of a generated token, which clients expect behind a prompt.
  func needsEndEntry(_ entryCount: Int, _ usage: AnswerUsage) -> Bool {
    hasLogProbabilities && echoedPrompts != nil && generates && entryCount <= usage.promptTokens
  }
}

/// A whole answer in the form of OpenAI's completions API.
package struct CompletionAnswer {
  private let identity: AnswerIdentity
  private let form: CompletionForm
  private let choices: [CollectedAnswer]

  /// Creates an answer.
  package init(identity: AnswerIdentity, form: CompletionForm = CompletionForm(), choices: [CollectedAnswer]) {
    (self.identity, self.form, self.choices) = (identity, form, choices)
  }

  /// The object `text_completion`.
  package var json: JSONValue {
    let usage = AnswerUsage(ofChoices: choices.map { $0.usage }, choicesOfEachPrompt: form.choicesOfEachPrompt)
    return .members(
      identity.members(of: "text_completion") + [
        ("choices", .array(choices.indices.map { choice($0) })), ("usage", usage.chatCompletion),
        ("timings", choices.count == 1 ? choices[0].timings?.json : nil),
      ])
  }

  private func choice(_ index: Int) -> JSONValue {
    let choice = choices[index]
    let text = (form.echo(index) ?? "") + choice.text
    var entries = choice.logProbabilities ?? []
    if form.needsEndEntry(entries.count, choice.usage) { entries.append(CompletionLogProbabilities.end) }
    var legacy = CompletionLogProbabilities()
    return .completionChoice(
      index, text, form.hasLogProbabilities ? legacy.json(entries, text: text) : nil, choice.reason)
  }
}

/// The chunks of a streamed answer in the form of OpenAI's completions API.
package struct CompletionStream {
  private struct Choice {
    var entries: [TokenLogProbability] = []
    var entryCount = 0
    var legacy = CompletionLogProbabilities()
    var usage = AnswerUsage()
  }

  private let identity: AnswerIdentity
  private let form: CompletionForm
  private var choices: [Choice]

  /// Creates the stream of an answer.
  ///
  /// - Parameters:
  ///   - identity: The members that all chunks share.
  ///   - form: The form that the client wants.
  ///   - count: The number of choices of all prompts.
  package init(identity: AnswerIdentity, form: CompletionForm = CompletionForm(), choices count: Int = 1) {
    (self.identity, self.form) = (identity, form)
    choices = Array(repeating: Choice(), count: count)
  }

  /// Returns the chunks for an event.
  package mutating func chunks(for event: AnswerQueue.Event) -> [JSONValue] {
    switch event.event {
    case .accepted, .progress, .timings, .tokens, .toolCallBegan, .toolCallArguments: return []
    case .prefilled: return form.echo(event.choice).map { [chunk(event.choice, $0)] } ?? []
    case .logProbabilities(let entries):
      choices[event.choice].entries += entries
      choices[event.choice].entryCount += entries.count
      return []
    case .text(let text), .reasoning(let text): return [chunk(event.choice, text)]
    case .finished(let end):
      choices[event.choice].usage = end.usage
      if form.needsEndEntry(choices[event.choice].entryCount, end.usage) {
        choices[event.choice].entries.append(CompletionLogProbabilities.end)
      }
      return [chunk(event.choice, "", end.reason)]
    }
  }

  /// The chunks after the last event.
  package var lastChunks: [JSONValue] {
    guard form.includesUsage else { return [] }
    let usage = AnswerUsage(ofChoices: choices.map { $0.usage }, choicesOfEachPrompt: form.choicesOfEachPrompt)
    return [
      .members(identity.members(of: "text_completion") + [("choices", .array([])), ("usage", usage.chatCompletion)])
    ]
  }

  private mutating func chunk(_ index: Int, _ text: String, _ reason: AnswerEnd.Reason? = nil) -> JSONValue {
    let entries = choices[index].entries
    choices[index].entries = []
    let logProbabilities = entries.isEmpty ? nil : choices[index].legacy.json(entries, text: text)
    return .members(
      identity.members(of: "text_completion") + [
        ("choices", .array([.completionChoice(index, text, logProbabilities, reason)])),
        ("usage", form.includesUsage ? .null : nil),
      ])
  }
}

extension JSONValue {
  /// An element of `choices`.
  fileprivate static func completionChoice(
    _ index: Int, _ text: String, _ logProbabilities: JSONValue?, _ reason: AnswerEnd.Reason?
  ) -> JSONValue {
    .members([
      ("text", .string(text)), ("index", .count(index)), ("logprobs", logProbabilities ?? .null),
      ("finish_reason", reason.map { .string($0.chatCompletion) } ?? .null),
    ])
  }
}
