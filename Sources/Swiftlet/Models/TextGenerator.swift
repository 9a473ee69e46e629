import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

/// Answers transcripts with an engine: transcript → messages → template → tokens → engine → text → channel.
struct TextGenerator: Sendable {
  let slot: EngineSlot

  /// Loads the engine and lets it read a transcript, in the background.
  func prewarm(transcript: Transcript) {
    Task {
      // What goes wrong here goes wrong again in the request, whose caller can be told.
      guard let engine = try? await slot.engine(), let template = try? ChatTemplate(of: engine) else { return }
      let segments = template.beginning(of: transcript.messages, bos: engine.bos)
      guard !segments.isEmpty else { return }
      let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
      let reading = engine.generate(GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 0))
      for try await _ in reading {}
    }
  }

  /// Answers a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let engine = try await slot.engine()
    try Task.checkCancellation()
    let template: ChatTemplate
    do {
      template = try ChatTemplate(of: engine)
    } catch {
      throw LanguageModelSession.GenerationError.assetsUnavailable(
        .init(debugDescription: "\(slot.configuration.path): \(error)"))
    }
    let messages = request.transcript.messages
    let segments = template.render(messages, addingGenerationPrompt: true, bos: engine.bos, eos: engine.eos)
    let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
    let options = request.generationOptions
    let generation = engine.generate(
      GenerationRequest(
        prompt: prompt, sampling: SamplingParameters(options),
        maximumTokens: options.maximumResponseTokens.map { max(0, $0) }))

    var answer = Answer(detokenizer: engine.tokenizer.makeDetokenizer(isStart: template.form != .plain))
    do {
      for try await event in generation {
        for event in try answer.events(for: event) { await channel.send(event) }
      }
      for event in answer.lastEvents() { await channel.send(event) }
    } catch let error as InferenceError {
      throw LanguageModelSession.GenerationError(error, path: slot.configuration.path)
    }
    // A generation that ends because the task was cancelled may end without an error.
    try Task.checkCancellation()
    let whole = template.render(
      messages + [ChatMessage(role: .assistant, content: answer.text)], addingGenerationPrompt: false,
      bos: engine.bos, eos: engine.eos)
    slot.history.remember(prompt + answer.tokens, endOf: whole)
  }
}

extension InferenceEngine {
  /// The text that begins a sequence.
  fileprivate var bos: String? { text(of: tokenizer.vocabulary.bosID) }

  /// The text that ends a sequence.
  fileprivate var eos: String? { text(of: tokenizer.vocabulary.eosID) }

  private func text(of id: TokenID?) -> String? {
    id.map { String(decoding: tokenizer.vocabulary.bytes(of: $0), as: UTF8.self) }
  }
}

extension ChatTemplate {
  /// The template in an engine's file; the plain form if the file has none.
  fileprivate init(of engine: InferenceEngine) throws(ChatTemplateError) {
    guard let source = engine.chatTemplate else {
      self = .plain
      return
    }
    self = try ChatTemplate(source: source)
  }

  /// What every conversation renders to that begins with these messages, up to the end of the last one's text.
  fileprivate func beginning(of messages: [ChatMessage], bos: String?) -> [TextSegment] {
    // Some forms put instructions into the first prompt, so a conversation without one has to be given a stand-in.
    let needsPrompt = messages.last?.role != .user
    let standIn = needsPrompt ? [ChatMessage(role: .user, content: "?")] : []
    let segments = render(messages + standIn, addingGenerationPrompt: false, bos: bos)
    guard let last = segments.lastIndex(where: { !$0.parsesSpecialTokens }) else { return [] }
    return Array(needsPrompt ? segments[..<last] : segments[...last])
  }
}

extension TokenHistory {
  /// The tokens of some segments, with those of remembered answers as they were generated.
  fileprivate func tokens(for segments: [TextSegment], tokenizer: Tokenizer) -> [TokenID] {
    guard let (tokens, count) = longestBeginning(of: segments),
      let rest = tokenizer.continuation(segments[count...])
    else { return tokenizer.encode(segments) }
    return tokens + rest
  }

  /// Remembers the tokens of a conversation that ends with an answer, whose text is the last that no template wrote.
  fileprivate func remember(_ tokens: [TokenID], endOf segments: [TextSegment]) {
    guard let last = segments.lastIndex(where: { !$0.parsesSpecialTokens }) else { return }
    remember(tokens, for: segments[...last])
  }
}

extension Tokenizer {
  /// The tokens of segments that go on with a text, or `nil` if that cannot be told apart from the text.
  ///
  /// A text of its own may get tokens that it would not get inside another: a beginning of a sequence, or a space that
  /// some vocabularies put first. So the segments are given something to go on with, whose own tokens then are dropped.
  fileprivate func continuation(_ segments: ArraySlice<TextSegment>) -> ArraySlice<TokenID>? {
    let stem = TextSegment(text: "0", parsesSpecialTokens: false)
    let beginning = encode([stem], addingBOSAndEOS: false)
    let whole = encode([stem] + segments, addingBOSAndEOS: false)
    return whole.starts(with: beginning) ? whole.dropFirst(beginning.count) : nil
  }
}
