import Foundation
import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

/// A converter of the engine's events into channel events for one answer.
struct Answer {
  /// All tokens so far.
  private(set) var tokens: [TokenID] = []

  /// The raw text so far, including markers.
  private(set) var raw = ""

  private var detokenizer: Detokenizer
  /// The parser of reasoning and tool calls; `nil` if all text is answer text.
  private var parser: AnswerParser?
  /// The matcher of stop sequences.
  private var stop: StopSequences
  /// The reader of calls outside of the model's format; `nil` if none are expected.
  private var bareCallReader: BareCallReader?
  /// The calls outside of the model's format.
  private(set) var bareCalls: [ToolCall] = []
  /// Returns true if a tool accepts the arguments of a call.
  private let isValid: (BareCallReader.Call) -> Bool
  private var repeatedCalls: RepeatedCallFilter
  /// True if an answer may have several calls outside of the model's format.
  private let allowsParallelCalls: Bool
  private var input = LanguageModelExecutorGenerationChannel.Usage.Input(totalTokenCount: 0, cachedTokenCount: 0)

  /// The number of tokens since the last event: a character or a marker may take several.
  private var pendingTokens = 0
  private var reasoningTokens = 0

  /// The current tool call.
  private var call: (id: String, name: String)?
  private var kind = Kind.response

  /// The kinds of transcript entries.
  private enum Kind {
    case response, reasoning, toolCalls
  }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - detokenizer: The detokenizer of the answer.
  ///   - parser: The parser of reasoning and tool calls; `nil` if all text is answer text.
  ///   - stop: The matcher of stop sequences.
  ///   - bareCalls: The reader of calls outside of the model's format; `nil` if none are expected.
  ///   - allowsParallelCalls: True if there may be several of these; otherwise all but the first are dropped.
  ///   - answered: The calls that tools have just answered, which are dropped.
  ///   - isValid: Returns true if a tool accepts the arguments of a call outside of the model's format.
  init(
    detokenizer: Detokenizer, parser: AnswerParser?, stop: StopSequences = StopSequences([]),
    bareCalls: BareCallReader? = nil, allowsParallelCalls: Bool = true, answered: [ToolCall] = [],
    isValid: @escaping (BareCallReader.Call) -> Bool = { _ in false }
  ) {
    self.detokenizer = detokenizer
    self.parser = parser
    self.stop = stop
    (bareCallReader, self.allowsParallelCalls) = (bareCalls, allowsParallelCalls)
    self.isValid = isValid
    repeatedCalls = RepeatedCallFilter(answered: answered)
  }

  /// True if the answer so far has no more than calls that tools have just answered.
  var hasOnlyAnsweredCalls: Bool { repeatedCalls.hasOnlyAnswered }

  /// True if the answer may still turn out to have no more than calls that tools have just answered.
  var mayHaveOnlyAnsweredCalls: Bool { repeatedCalls.mayHaveOnlyAnswered }

  /// The reason to end the generation before the model does; `nil` if there is none.
  var finishReason: FinishReason? {
    if let text = stop.found { return .stopSequence(text) }
    return repeatedCalls.isRepeating || bareCallReader?.isRepeating == true ? .endOfGeneration : nil
  }

  /// The channel events for an event of the engine.
  mutating func events(for event: GenerationEvent) throws -> [LanguageModelExecutorGenerationChannel.Event] {
    switch event {
    case .prefilled(let count, let cached):
      input = .init(totalTokenCount: count, cachedTokenCount: cached)
      return []
    case .token(let token):
      tokens.append(token)
      pendingTokens += 1
      return try events(for: try detokenizer.append(token))
    case .prefilling, .promptLogProbability, .logProbability, .statistics, .finished:
      return []
    }
  }

  /// The channel events at the end of the generation.
  mutating func lastEvents() throws -> [LanguageModelExecutorGenerationChannel.Event] {
    var events = try events(for: detokenizer.finish())
    if finishReason == nil {
      events += try parsing { (parser) throws(AnswerError) in try parser.finish() }.compactMap { channelEvent($0) }
    }
    if stop.found == nil {
      events += bareCallEvents().compactMap { channelEvent($0) }
      let rest = stop.finish()
      if !rest.isEmpty { events.append(responseEvent(rest)) }
    }
    return events + [usage]
  }

  private mutating func events(for new: String) throws -> [LanguageModelExecutorGenerationChannel.Event] {
    guard !new.isEmpty else { return [] }
    raw += new
    guard parser != nil else { return [channelEvent(.text(new))].compactMap(\.self) }
    return try parsing { (parser) throws(AnswerError) in try parser.append(new.utf8) }.compactMap { channelEvent($0) }
  }

  /// Runs the parser.
  ///
  /// - Throws: ``GeneratedContent/ParsingError`` for a malformed tool call.
  private mutating func parsing(
    _ body: (inout AnswerParser) throws(AnswerError) -> [AnswerEvent]
  ) throws(GeneratedContent.ParsingError) -> [AnswerEvent] {
    guard var parser else { return [] }
    // Moved out meanwhile, so that its buffers are not copied.
    self.parser = nil
    defer { self.parser = parser }
    do {
      let events = try body(&parser)
      return repeatedCalls.filter(events.flatMap { holdingBareCalls($0) })
    } catch {
      throw GeneratedContent.ParsingError(rawContent: raw, underlyingError: error, debugDescription: "\(error)")
    }
  }

  /// The events of which text is held back that may be calls outside of the model's format.
  private mutating func holdingBareCalls(_ event: AnswerEvent) -> [AnswerEvent] {
    guard bareCallReader != nil else { return [event] }
    switch event {
    case .text(let text): return [bareCallReader?.append(text) ?? text].filter { !$0.isEmpty }.map { .text($0) }
    case .reasoning: return [event]
    case .callBegan, .arguments, .callEnded:
      let text = bareCallReader?.release() ?? ""
      return text.isEmpty ? [event] : [.text(text), event]
    }
  }

  /// The calls outside of the model's format that the whole answer consists of, or the text that was held back for
  /// them.
  private mutating func bareCallEvents() -> [AnswerEvent] {
    guard let (calls, text) = bareCallReader?.finish(isValid: isValid) else { return [] }
    guard text.isEmpty else { return repeatedCalls.filter([.text(text)]) }
    return calls.flatMap { call -> [AnswerEvent] in
      if !allowsParallelCalls, !bareCalls.isEmpty { return [] }
      let events = repeatedCalls.filter([.callBegan(name: call.name), .arguments(call.arguments), .callEnded])
      if !events.isEmpty { bareCalls.append(ToolCall(id: "", name: call.name, arguments: call.arguments)) }
      return events
    }
  }

  /// The channel event for a piece of the answer; `nil` if all of it is held back for a possible stop sequence.
  private mutating func channelEvent(_ event: AnswerEvent) -> LanguageModelExecutorGenerationChannel.Event? {
    switch event {
    case .text(let text):
      let text = stop.append(text)
      return text.isEmpty ? nil : responseEvent(text)
    case .reasoning(let text):
      defer { pendingTokens = 0 }
      kind = .reasoning
      reasoningTokens += pendingTokens
      return .reasoning(action: .appendText(text, tokenCount: pendingTokens))
    case .callBegan(let name):
      call = (UUID().uuidString, name)
      return arguments("")
    case .arguments(let text): return arguments(text)
    case .callEnded: return arguments("")
    }
  }

  private mutating func responseEvent(_ text: String) -> LanguageModelExecutorGenerationChannel.Event {
    defer { pendingTokens = 0 }
    kind = .response
    return .response(action: .appendText(text, tokenCount: pendingTokens))
  }

  private mutating func arguments(_ text: String) -> LanguageModelExecutorGenerationChannel.Event {
    defer { pendingTokens = 0 }
    kind = .toolCalls
    return .toolCalls(
      action: .toolCall(
        id: call?.id ?? "", name: call?.name ?? "", action: .appendArguments(text, tokenCount: pendingTokens)))
  }

  /// The usage event, for the kind of the last entry, as another kind would start another entry.
  private var usage: LanguageModelExecutorGenerationChannel.Event {
    let output = LanguageModelExecutorGenerationChannel.Usage.Output(
      totalTokenCount: tokens.count, reasoningTokenCount: reasoningTokens)
    return switch kind {
    case .response: .response(action: .updateUsage(input: input, output: output))
    case .reasoning: .reasoning(action: .updateUsage(input: input, output: output))
    case .toolCalls: .toolCalls(action: .updateUsage(input: input, output: output))
    }
  }
}

extension LanguageModelExecutorGenerationChannel.Event {
  /// The text that the event adds to a response.
  package var responseText: String {
    if case .response(let response) = kind, case .appendText(let fragment) = response.action.kind {
      fragment.content
    } else {
      ""
    }
  }
}
