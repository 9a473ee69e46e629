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
  private let request: LanguageModelExecutorGenerationRequest

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
    prompts = try CompletionPrompt.prompts(fields, allowsMixtures: form == .llama)
    model = try fields.text("model")
    try fields.refuseUnsupportedMembers(except: form == .openAI ? ["echo"] : [])
    if let suffix = fields.member("suffix"), suffix != "" {
      throw FieldError("suffix", "found a suffix, which is not supported here", code: "unsupported_parameter")
    }
    delivery = try AnswerDelivery(fields)
    keepAlive = try fields.keepAlive
    echoes = form == .openAI ? try fields.bool("echo") ?? false : false
    switch form {
    case .openAI: logProbabilityCount = try fields.integer("logprobs", in: 0...20)
    case .llama: logProbabilityCount = try fields.integer("n_probs", in: 0...20).flatMap { $0 > 0 ? $0 : nil }
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
    request.engine.stopSequences = try fields.stopSequences(besideSchema: schema != nil || guide != nil)
    request.engine.guide = guide
    request.engine.sampling = try fields.clientSampling
    if let logProbabilityCount {
      request.engine.logProbabilities = LogProbabilityRequest(topCount: logProbabilityCount, ofPrompt: echoes)
    }
    self.request = request
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
