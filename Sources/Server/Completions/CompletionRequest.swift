import Foundation
import Swiftlet
import SwiftletInference
package import SwiftletJSON

/// A request of OpenAI's completions API, whose prompts are completed without a chat template.
package struct CompletionRequest: Sendable {
  /// The forms of requests.
  package enum Form: Sendable {
    /// The form of OpenAI's API.
    case openAI
    /// The form of llama.cpp's server.
    case llama
    /// The form of llama.cpp's server for a text with a gap.
    case infill
  }

  /// The prompts in order.
  package let prompts: [CompletionPrompt]
  /// The name of the model that the client asks for.
  package let model: String?
  /// The form of the answer.
  package let delivery: AnswerDelivery
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?
  /// True if the answer begins with the prompt.
  package let echoes: Bool
  /// The number of alternatives of each token's log-probability; `nil` if none are asked for.
  package let logProbabilityCount: Int?
  /// The number of choices of each prompt.
  package let choiceCount: Int
  /// The limit of generated tokens; `nil` for none.
  package let tokenLimit: Int?
  /// True if the answer has the ids of its tokens.
  package let returnsTokens: Bool
  /// The paths of the members that the answer is limited to, in the form of llama.cpp's server; empty for all.
  package let responseFields: [String]
  let request: LanguageModelExecutorGenerationRequest

  /// The largest number of answers to one request.
  private static let maximumAnswerCount = 256

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - form: The form of the request.
  ///   - maximumChoiceCount: The largest number of choices of a prompt.
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue, form: Form = .openAI, maximumChoiceCount: Int = 128) throws(FieldError) {
    let fields = try JSONFields(body)
    prompts = try Self.prompts(fields, form)
    model = try fields.text("model")
    try fields.refuseUnsupportedMembers(
      except: form == .openAI ? ["echo"] : ["return_tokens", "response_fields"])
    delivery = try AnswerDelivery(fields)
    keepAlive = try fields.keepAlive
    // Streams in llama.cpp's form always have them.
    returnsTokens = form == .openAI ? false : try fields.bool("return_tokens") ?? false || delivery.isStreamed
    responseFields = form == .openAI ? [] : try fields.texts("response_fields") ?? []
    echoes = form == .openAI ? try fields.bool("echo") ?? false : false
    switch form {
    case .openAI: logProbabilityCount = try fields.integer("logprobs", in: 0...20)
    case .llama, .infill: logProbabilityCount = try fields.integer("n_probs", in: 0...20).flatMap { $0 > 0 ? $0 : nil }
    }
    choiceCount = try fields.integer("n", in: 1...max(1, maximumChoiceCount)) ?? 1
    guard prompts.count <= Self.maximumAnswerCount / choiceCount else {
      throw FieldError(
        "prompt", "found \(prompts.count) prompts, expected at most \(Self.maximumAnswerCount / choiceCount)")
    }
    tokenLimit = try fields.tokenLimit(of: .client)
    let schema = try fields.answerSchema
    let guide = try fields.answerGuide(besideSchema: schema != nil, tools: false)
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: []), enabledTools: [], schema: schema,
      generationOptions: GenerationOptions(maximumResponseTokens: tokenLimit), contextOptions: ContextOptions(),
      metadata: [:])
    request.engine.stopSequences = try fields.stopSequences()
    request.engine.guide = guide
    try fields.apply(to: &request.engine)
    if let logProbabilityCount {
      request.engine.logProbabilities = LogProbabilityRequest(topCount: logProbabilityCount, ofPrompt: echoes)
    }
    self.request = request
  }

  /// Returns the prompts, of which one may have a gap.
  private static func prompts(_ fields: JSONFields, _ form: Form) throws(FieldError) -> [CompletionPrompt] {
    guard form != .infill else { return [CompletionPrompt(try fields.gap, at: "input_prefix")] }
    let prompts = try CompletionPrompt.prompts(fields, allowsMixtures: form == .llama)
    guard let suffix = try fields.text("suffix"), !suffix.isEmpty else { return prompts }
    return try CompletionPrompt.prompts(prompts, before: suffix)
  }

  /// Returns the engine's requests: all choices of the first prompt, then those of the others.
  func requests(_ prompts: [CompletionPrompt.Resolved]) -> [LanguageModelExecutorGenerationRequest] {
    prompts.flatMap { prompt in
      (0..<UInt64(choiceCount)).map { index in
        var choice = request
        choice.id = UUID()
        prompt.apply(to: &choice)
        // Choices of the same seed would be the same.
        choice.engine.sampling.seed = request.engine.sampling.seed.map { $0 &+ index }
        return choice
      }
    }
  }
}
