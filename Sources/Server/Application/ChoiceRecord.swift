/// The tokens and times of one choice of an answer, for the access log and the metrics.
struct ChoiceRecord: Sendable {
  /// The generated tokens.
  private(set) var outputTokens = 0
  /// The tokens of the prompt that were read, without those from the prefix cache.
  private(set) var readTokens = 0
  /// The seconds of reading them.
  private(set) var promptSeconds = 0.0
  /// The tokens of the prompt and of the answer so far.
  private(set) var contextTokens = 0
  /// The time at which the prompt was accepted.
  private var accepted: Duration?
  /// The times of the first token and of the last one.
  private var tokenTimes: (first: Duration, last: Duration)?
  /// The seconds of generating of an answer that has ended.
  private var wholeSeconds: Double?

  /// The seconds of generating; of an answer whose client has left, those between its tokens.
  var generationSeconds: Double { wholeSeconds ?? tokenTimes.map { ($0.last - $0.first).inSeconds } ?? 0 }

  /// Counts a token, as an answer may never come to its end.
  mutating func noteToken(at time: Duration) {
    outputTokens += 1
    contextTokens += 1
    tokenTimes = (tokenTimes?.first ?? time, time)
  }

  /// Notes an event of the answer.
  mutating func note(_ event: AnswerEvent, at time: Duration) {
    switch event {
    case .accepted: accepted = time
    case .prefilled(let total, let cached):
      (readTokens, contextTokens) = (total - cached, total + outputTokens)
      promptSeconds = accepted.map { (time - $0).inSeconds } ?? 0
    case .finished(let end):
      outputTokens = end.usage.generatedTokens
      contextTokens = end.usage.promptTokens + end.usage.generatedTokens
      guard let timings = end.timings else { return }
      (readTokens, promptSeconds) = (timings.promptTokens, timings.promptSeconds)
      wholeSeconds = timings.generationSeconds
    default: break
    }
  }
}

extension AccessRecord {
  /// Adds the numbers of a choice, which is generated at the same time as others.
  mutating func add(_ choice: ChoiceRecord) {
    outputTokens += choice.outputTokens
    readTokens += choice.readTokens
    promptSeconds += choice.promptSeconds
    longestContext = max(longestContext, choice.contextTokens)
    generationSeconds = max(generationSeconds, choice.generationSeconds)
    choiceSeconds += choice.generationSeconds
  }
}
