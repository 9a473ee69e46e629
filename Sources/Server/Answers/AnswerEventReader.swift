package import Swiftlet
package import SwiftletInference

/// The events that an answer has only if its client asks for them.
package struct AnswerEventForm: Sendable, Equatable {
  /// True if each piece of the answer is preceded by the times so far.
  package var reportsTimes = false
  /// True if each piece of the answer is preceded by its tokens.
  package var reportsTokens = false

  /// Creates the form without such events.
  package init() {}
}

/// A converter of the engine's and the channel's events into events of an answer.
package struct AnswerEventReader {
  /// The reason of the engine; `nil` while it generates.
  private(set) var finishReason: FinishReason?
  private var usage = AnswerUsage()
  private var timings = AnswerTimings()
  /// The identifiers of the calls in the channel, in order.
  private var callIDs: [String] = []
  /// The times of the steps so far.
  private var start: Duration?
  private var prefilled: Duration?
  /// The log-probabilities of tokens whose text has not been delivered; those of reasoning and calls never are.
  private var pending: [TokenLogProbability] = []
  /// The log-probabilities of the prompt's tokens, until it has been read.
  private var promptEntries: [TokenLogProbability] = []
  /// The tokens that have not been delivered, if they are.
  private var pendingTokens: [Int] = []
  private let form: AnswerEventForm

  /// Creates a converter.
  package init(_ form: AnswerEventForm = AnswerEventForm()) { self.form = form }

  /// Notes that the prompt fits.
  package mutating func accept(promptTokens: Int, at time: Duration) -> AnswerEvent {
    (start, usage.promptTokens) = (time, promptTokens)
    return .accepted(promptTokens: promptTokens)
  }

  /// Returns the events for an event of the engine at a time.
  package mutating func events(for event: GenerationEvent, at time: Duration) -> [AnswerEvent] {
    switch event {
    case .prefilling(let total, let cached, let processed):
      let progress = AnswerEvent.progress(processed: processed, total: total, cached: cached)
      guard form.reportsTimes else { return [progress] }
      (timings.cachedTokens, timings.promptTokens) = (cached, max(0, processed - cached))
      timings.promptSeconds = timings.promptTokens > 0 ? (time - (start ?? time)).inSeconds : 0
      return [.timings(timings), progress]
    case .prefilled(let total, let cached):
      (usage.promptTokens, usage.cachedTokens, prefilled) = (total, cached, time)
      (timings.cachedTokens, timings.promptTokens) = (cached, total - cached)
      timings.promptSeconds = (time - (start ?? time)).inSeconds
      defer { promptEntries = [] }
      return (promptEntries.isEmpty ? [] : [.logProbabilities(promptEntries)])
        + [.prefilled(total: total, cached: cached)]
    case .promptLogProbability(let entry):
      promptEntries.append(entry)
      return []
    case .logProbability(let entry):
      pending.append(entry)
      return []
    case .token(let token):
      if form.reportsTokens { pendingTokens.append(token) }
      usage.generatedTokens += 1
      timings.generatedTokens += 1
      timings.generationSeconds = (time - (prefilled ?? time)).inSeconds
      return []
    case .statistics(let statistics):
      timings.promptSeconds = statistics.promptTime.inSeconds
      timings.generationSeconds = statistics.generationTime.inSeconds
      return []
    case .finished(let reason):
      finishReason = finishReason ?? reason
      return []
    }
  }

  /// Returns the events for an event of the channel.
  package mutating func events(for event: LanguageModelExecutorGenerationChannel.Event) -> [AnswerEvent] {
    let times: [AnswerEvent] = form.reportsTimes ? [.timings(timings)] : []
    switch event.kind {
    case .response:
      let text = event.responseText
      guard !text.isEmpty else { return [] }
      let entries = pending.take(coveringText: Array(text.utf8))
      return times + takeTokens() + (entries.isEmpty ? [] : [.logProbabilities(entries)]) + [.text(text)]
    case .reasoning(let reasoning):
      guard case .appendText(let fragment) = reasoning.action.kind else { return [] }
      usage.reasoningTokens += fragment.tokenCount
      pending = []
      return fragment.content.isEmpty ? [] : times + takeTokens() + [.reasoning(fragment.content)]
    case .toolCalls(let calls):
      guard case .toolCall(let call) = calls.action.kind else { return [] }
      pending = []
      var events = times
      if callIDs.last != call.id {
        callIDs.append(call.id)
        events.append(.toolCallBegan(index: callIDs.count - 1, id: Identifier.short(), name: call.name))
      }
      if case .appendArguments(let fragment) = call.action.kind, !fragment.content.isEmpty {
        events.append(.toolCallArguments(index: callIDs.count - 1, fragment.content))
      }
      return events.count == times.count ? [] : events
    }
  }

  /// Removes and returns the event of the tokens that have not been delivered; none if there are none.
  package mutating func takeTokens() -> [AnswerEvent] {
    guard !pendingTokens.isEmpty else { return [] }
    defer { pendingTokens = [] }
    return [.tokens(pendingTokens)]
  }

  /// The end of the answer.
  package var end: AnswerEnd {
    let reason = AnswerEnd.Reason(finishReason, hasCalls: !callIDs.isEmpty)
    return AnswerEnd(reason: reason, usage: usage, timings: timings)
  }

  /// True if the engine reached a limit, so that what the answer lacks is no error.
  package var isCutOff: Bool { finishReason == .maximumTokens || finishReason == .contextFull }
}

extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double { self / .seconds(1) }
}

extension [TokenLogProbability] {
  /// Removes and returns the entries of the tokens that a text was made of.
  ///
  /// There may be tokens of markers before it, and of text behind it that is held back; the first token may have a
  /// space that the text lacks.
  mutating func take(coveringText text: [UInt8]) -> [TokenLogProbability] {
    let bytes = flatMap { $0.bytes }
    let isEnd = bytes.reversed().starts(with: text.reversed())
    var (first, end) = (0, count)
    if isEnd {
      var length = bytes.count
      while first < count, length - self[first].bytes.count >= text.count {
        length -= self[first].bytes.count
        first += 1
      }
    } else if bytes.starts(with: text) {
      end = 0
      var length = 0
      while end < count, length < text.count {
        length += self[end].bytes.count
        end += 1
      }
    }
    let entries = self[first..<end]
    self = Array(self[end...])
    return Array(entries)
  }
}
