import Foundation

/// One request while it runs: where it began in the transcript, and what it has taken so far.
///
/// A request is a chain of steps, in each of which an executor is called once. Positions are those of the session's
/// transcript, which nobody but the request changes while it runs.
struct Turn: Sendable {
  /// Tells this request from earlier ones whose executor may still be sending.
  let id = UUID()

  /// The identifier of the prompt.
  let promptID: String

  /// What the answer has to look like, or `nil` for text.
  let schema: GenerationSchema?

  /// The transcript before the request, to which a failure leads back.
  let before: Transcript

  /// The position of the prompt.
  var start: Int

  /// The position of the first entry of the step that is running.
  var stepStart: Int

  /// Whether the history was rewritten on purpose, after which there is no way back to the transcript of before.
  var historyWasRewritten = false

  /// Whether somebody tried to replace the transcript meanwhile.
  var wasDisturbed = false

  /// What becomes of the transcript if the request fails, as far as a profile has said.
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?

  /// The entry and the segment that the last event concerned.
  var cursor = Cursor()

  /// The whole answer, once it is complete: a hook may take it out of the transcript.
  var answer: GeneratedContent?

  /// The JSON text of the step's calls, by their identifiers.
  var argumentTexts: [String: String] = [:]

  /// The answer so far, as a value.
  var answerReader = AnswerReader()

  /// The length of all text of answers, in bytes of UTF-8.
  var answerLength = 0

  /// Up to which length of the answers each of their changes has a snapshot, read or not.
  ///
  /// A snapshot takes as long as what it shows is large. Of longer answers it is made when it is read.
  static let lengthOfEagerSnapshots = 1024

  /// The tokens of the steps before, and of the step that is running.
  private var earlierUsage = LanguageModelSession.Usage.none
  var stepUsage = LanguageModelSession.Usage.none

  /// Where the next event may go on.
  struct Cursor: Sendable {
    var entry: Int?
    var segment: Int?
  }

  init(prompt: Transcript.Prompt, schema: GenerationSchema?, before: Transcript) {
    promptID = prompt.id
    self.schema = schema
    self.before = before
    start = before.endIndex
    stepStart = before.endIndex
  }
}

extension Turn {
  /// The tokens of all steps.
  var usage: LanguageModelSession.Usage { earlierUsage + stepUsage }

  /// Makes ready for the events of the next step.
  mutating func beginStep(in transcript: Transcript) {
    earlierUsage += stepUsage
    stepUsage = .none
    cursor = Cursor()
    argumentTexts = [:]
    answerReader.reset()
    stepStart = transcript.endIndex
  }

  /// Finds the prompt again after entries before it have come or gone.
  mutating func relocate(in transcript: Transcript) {
    start = transcript.entries.firstIndex { $0.id == promptID } ?? transcript.endIndex
  }

  /// What the request has brought, as the transcript has it.
  ///
  /// The content is `nil` if what there is of it cannot be read yet.
  mutating func progress(in transcript: Transcript) -> Progress? {
    let entries = transcript.entries[min(start, transcript.endIndex)...]
    guard let content = answer ?? (schema == nil ? textContent(in: entries) : structuredContent(in: transcript)) else {
      return nil
    }
    return Progress(content: content, entries: entries, usage: usage)
  }

  /// All that has been answered, with a line break where tools have run in between.
  private func textContent(in entries: ArraySlice<Transcript.Entry>) -> GeneratedContent {
    var text = ""
    var isInterrupted = false
    for entry in entries {
      switch entry {
      case .response(let response):
        let addition = response.text
        guard !addition.isEmpty else { continue }
        // Most answers are one response, whose text then is not copied.
        text = text.isEmpty ? addition : text + (isInterrupted ? "\n" : "") + addition
        isInterrupted = false
      case .toolCalls:
        isInterrupted = true
      default:
        continue
      }
    }
    return answerReader.content(ofText: text)
  }

  /// What has been answered in the step that is running, as a value.
  private mutating func structuredContent(in transcript: Transcript) -> GeneratedContent? {
    let responses = stepResponses(in: transcript)
    if case .structure(let segment)? = responses.last?.segments.last { return segment.content }
    return try? answerReader.content(ofJSON: Self.text(of: responses))
  }

  /// The text of responses; that of a single one is not copied.
  static func text(of responses: [Transcript.Response]) -> String {
    responses.count == 1 ? responses[0].text : responses.map(\.text).joined()
  }

  /// The responses of the step that is running.
  func stepResponses(in transcript: Transcript) -> [Transcript.Response] {
    transcript.entries[min(stepStart, transcript.endIndex)...].compactMap {
      if case .response(let response) = $0 { response } else { nil }
    }
  }
}
