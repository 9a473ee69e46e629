import Foundation
import SwiftletJSON

/// An incremental reader that turns the chunks of a chat completion into channel events.
struct ChatCompletionReader {
  typealias Channel = LanguageModelExecutorGenerationChannel

  /// The server's finish reason; `nil` until it is received.
  private(set) var finishReason: String?

  private var calls: ChatToolCalls
  private var refusal = ""
  private var hasText = false
  private var reasoningChunks = 0
  private var metadata: [String: JSONValue] = [:]
  private var usage: JSONValue?

  // One entry of each kind, even if the server interleaves them.
  private let responseID = UUID().uuidString
  private let reasoningID = UUID().uuidString

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - transcript: The transcript of the request.
  ///   - maximumToolCalls: The maximum number of tool calls.
  init(following transcript: Transcript, maximumToolCalls: Int) {
    calls = ChatToolCalls(following: transcript, maximumCount: maximumToolCalls)
  }

  /// Processes a chunk of a stream, or a whole completion.
  ///
  /// - Parameter chunk: The JSON that the server sent.
  /// - Returns: The events to send.
  /// - Throws: ``OpenAICompatibleLanguageModelError`` if the chunk is malformed.
  mutating func take(_ chunk: JSONValue) throws(OpenAICompatibleLanguageModelError) -> [Channel.Event] {
    guard chunk.isObject else { throw Self.unexpected(chunk, "a JSON object") }
    for (name, key) in [("model", "model"), ("id", "completionID")] {
      metadata[key] = chunk.member(name) ?? metadata[key]
    }
    usage = chunk.member("usage") ?? usage
    guard let choices = chunk.member("choices") else {
      // Some servers send the usage in a last chunk without choices.
      guard usage != nil else { throw Self.unexpected(chunk, "choices") }
      return []
    }
    guard let choices = choices.elements else { throw Self.unexpected(choices, "an array of choices") }
    guard let choice = choices.first(where: { ($0.member("index")?.integer ?? 0) == 0 }) else { return [] }
    if let reason = choice.member("finish_reason")?.string { finishReason = reason }
    guard let delta = choice.member("delta") ?? choice.member("message") else { return [] }
    guard delta.isObject else { throw Self.unexpected(delta, "an object with a part of the answer") }
    return try take(delta: delta)
  }

  private mutating func take(
    delta: JSONValue
  ) throws(OpenAICompatibleLanguageModelError) -> [Channel.Event] {
    var events: [Channel.Event] = []
    // Servers use one of two names, and some send both.
    let name = delta.member("reasoning_content") == nil ? "reasoning" : "reasoning_content"
    if let reasoning = try Self.text(name, in: delta), !reasoning.isEmpty {
      reasoningChunks += 1
      events.append(.reasoning(entryID: reasoningID, action: .appendText(reasoning, tokenCount: 1)))
    }
    if let text = try Self.text("content", in: delta), !text.isEmpty {
      hasText = true
      events.append(.response(entryID: responseID, action: .appendText(text, tokenCount: 1)))
    }
    refusal += try Self.text("refusal", in: delta) ?? ""
    if let parts = delta.member("tool_calls") {
      guard let parts = parts.elements else { throw Self.unexpected(parts, "an array of tool calls") }
      for (position, part) in parts.enumerated() { events += try calls.take(part, at: position) }
    }
    return events
  }

  private static func text(
    _ name: String, in delta: JSONValue
  ) throws(OpenAICompatibleLanguageModelError) -> String? {
    guard let value = delta.member(name) else { return nil }
    guard let text = value.string else { throw unexpected(value, "a string for \(name)") }
    return text
  }

  /// The error for an unexpected value.
  static func unexpected(_ found: JSONValue, _ expected: String) -> OpenAICompatibleLanguageModelError {
    .unexpectedAnswer(reason: "expected \(expected), found \(found.text)")
  }
}

// MARK: - End of the answer

extension ChatCompletionReader {
  /// Returns the events to send at the end of the answer.
  ///
  /// - Throws: ``LanguageModelError`` if the model declined to answer or the server withheld the answer.
  consuming func lastEvents() throws(LanguageModelError) -> [Channel.Event] {
    if !refusal.isEmpty {
      throw .refusal(.init(explanation: refusal, debugDescription: "the model declined: \(refusal.excerpt)"))
    }
    if finishReason == "content_filter" {
      throw .guardrailViolation(.init(debugDescription: "the server withheld the answer (content_filter)"))
    }
    var events: [Channel.Event] = []
    if hasText || calls.isEmpty {
      metadata["finishReason"] = finishReason.map { .string($0) }
      events.append(
        .response(entryID: responseID, action: .updateMetadata(metadata.mapValues { ContentBuilder.value(of: $0) })))
    }
    guard let (input, output) = counts else { return events }
    // Sent on an existing entry, as usage alone would create one.
    events.append(
      calls.isEmpty
        ? .response(entryID: responseID, action: .updateUsage(input: input, output: output))
        : .toolCalls(entryID: calls.entryID, action: .updateUsage(input: input, output: output)))
    return events
  }

  /// The token usage, if the server reported it.
  private var counts: (Channel.Usage.Input, Channel.Usage.Output)? {
    guard let usage, let prompt = usage.member("prompt_tokens")?.integer else { return nil }
    let completion = max(0, usage.member("completion_tokens")?.integer ?? 0)
    let cached = usage.member("prompt_tokens_details")?.member("cached_tokens")?.integer ?? 0
    // Not all servers count reasoning tokens; the number of chunks is an estimate then.
    let reasoning =
      usage.member("completion_tokens_details")?.member("reasoning_tokens")?.integer ?? reasoningChunks
    let input = max(0, prompt)
    return (
      .init(totalTokenCount: input, cachedTokenCount: min(max(0, cached), input)),
      .init(totalTokenCount: completion, reasoningTokenCount: min(max(0, reasoning), completion))
    )
  }
}
