import Foundation
import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

/// An answer while an engine makes it: turns the engine's events into those of a channel.
struct Answer {
  /// All tokens so far.
  private(set) var tokens: [TokenID] = []

  /// All that the model wrote so far, tags included.
  private(set) var raw = ""

  private var detokenizer: Detokenizer
  /// Takes thoughts and calls out; `nil` if every text is a part of the answer.
  private var parser: AnswerParser?
  /// Looks for what ends the answer in its text.
  private var stop: StopTexts
  private var input = LanguageModelExecutorGenerationChannel.Usage.Input(totalTokenCount: 0, cachedTokenCount: 0)

  /// The tokens since the last event: a character, or a tag, may take several.
  private var pendingTokens = 0
  private var reasoningTokens = 0

  /// The call at hand.
  private var call: (id: String, name: String)?
  private var kind = Kind.response

  /// The entries that an event can be about.
  private enum Kind {
    case response, reasoning, toolCalls
  }

  init(detokenizer: Detokenizer, parser: AnswerParser?, stop: StopTexts = StopTexts([])) {
    self.detokenizer = detokenizer
    self.parser = parser
    self.stop = stop
  }

  /// True once a stop text has come.
  var isStopped: Bool { stop.isFound }

  /// What to send on for an event of the engine.
  mutating func events(for event: GenerationEvent) throws -> [LanguageModelExecutorGenerationChannel.Event] {
    switch event {
    case .promptRead(let count, let cached):
      input = .init(totalTokenCount: count, cachedTokenCount: cached)
      return []
    case .token(let token):
      tokens.append(token)
      pendingTokens += 1
      return try events(for: try detokenizer.append(token))
    case .statistics, .finished:
      return []
    }
  }

  /// What to send when the engine has finished.
  mutating func lastEvents() throws -> [LanguageModelExecutorGenerationChannel.Event] {
    var events = try events(for: detokenizer.finish())
    if !isStopped {
      events += try parsing { (parser) throws(AnswerError) in try parser.finish() }.compactMap { channelEvent($0) }
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

  /// Uses the parser.
  ///
  /// - Throws: ``GeneratedContent/ParsingError`` for a call that is not as calls have to be.
  private mutating func parsing(
    _ body: (inout AnswerParser) throws(AnswerError) -> [AnswerEvent]
  ) throws(GeneratedContent.ParsingError) -> [AnswerEvent] {
    guard var parser else { return [] }
    do {
      let events = try body(&parser)
      self.parser = parser
      return events
    } catch {
      throw GeneratedContent.ParsingError(rawContent: raw, underlyingError: error, debugDescription: "\(error)")
    }
  }

  /// The event that a piece of the answer is, `nil` if nothing of it is known to be a part of it yet.
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

  /// The tokens, on an entry of the kind that came last: another kind would begin another entry.
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
