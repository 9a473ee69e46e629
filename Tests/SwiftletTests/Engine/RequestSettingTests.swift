import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import SwiftletWeights
import Testing

@testable import Swiftlet

/// Settings of a request over those of its model.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct RequestSettingTests {
  @Test func progressIsObserved() async throws {
    let model = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 310)
    var request = LanguageModelExecutorGenerationRequest.raw("Once upon a time there was a hen.")
    let log = EventLog()
    log.attach(to: &request)
    let count = try await model.answer(request).tokens.prompt
    #expect(log.events.first == .prefilling(tokens: count, cached: 0, processed: 0))
    #expect(log.events.contains(.prefilling(tokens: count, cached: 0, processed: count)))
  }

  @Test func logProbabilitiesAreThoseOfTheAnswersTokens() async throws {
    let model = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 311)
    var request = LanguageModelExecutorGenerationRequest.raw("Once upon a time")
    request.engine.logProbabilities = LogProbabilityRequest(topCount: 2, ofPrompt: true)
    let log = EventLog()
    log.attach(to: &request)
    let answer = try await model.answer(request)
    var (prompt, bytes, tokens, last): (Int, [UInt8], Int, TokenLogProbability?) = (0, [], 0, nil)
    for event in log.events {
      switch event {
      case .promptLogProbability(let score):
        #expect((score.logProbability == nil) == (prompt == 0))
        prompt += 1
      case .logProbability(let score):
        // The most likely token is the one that was chosen.
        #expect(score.top.count == 2 && score.top[0].logProbability == score.logProbability)
        bytes += score.bytes
        last = score
      case .token(let token):
        #expect(last?.token == token)
        tokens += 1
      case .prefilling, .prefilled, .statistics, .finished: break
      }
    }
    #expect(prompt == answer.tokens.prompt && tokens == answer.tokens.generated)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(answer.text))
  }

  @Test func aReasoningBudgetIsThatOfTheRequest() async throws {
    let template = """
      {% for message in messages %}<|im_start|>{{ message.role }}
      {{ message.content }}<|im_end|>
      {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
      <think>
      {% endif %}{# </think> #}
      """
    let file = try ModelFileVariant(template: template)
    var sampling = GGUFLanguageModel.SamplingOptions()
    (sampling.reasoningBudget, sampling.reasoningBudgetMessage) = (12, " Enough.")
    let model = try file.model(sampling: sampling)
    var request = LanguageModelExecutorGenerationRequest.conversation(
      [ChatMessage(role: .user, content: "Once upon a time")], 40)
    let long = try await model.answer(request)
    request.engine.sampling.reasoningBudget = 4
    let short = try await model.answer(request)
    #expect(short.tokens.reasoning < long.tokens.reasoning)
    #expect(long.reasoning.hasSuffix(" Enough.") && short.reasoning.hasSuffix(" Enough."))
  }

  @Test func anAdaptersStrengthIsThatOfTheRequest() async throws {
    let base = try GGUFFile(path: #require(DefaultModel.url).path(percentEncoded: false))
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("adapter")
    writer.metadata["general.architecture"] = .text(try #require(try base.metadata.string("general.architecture")))
    writer.metadata["adapter.type"] = .text("lora")
    writer.metadata["adapter.lora.alpha"] = .float32(4)
    var random = SplitMix64(seed: 1)
    func numbers(_ count: Int) -> [UInt8] {
      F32.quantized((0..<count).map { _ in Float.random(in: -1...1, using: &random) })
    }
    for tensor in base.tensors where tensor.name.hasSuffix("attn_v.weight") {
      let (columns, rows) = (tensor.columns, tensor.rows)
      writer.addTensor(tensor.name + ".lora_a", .f32, dimensions: [columns, 4], bytes: numbers(4 * columns))
      writer.addTensor(tensor.name + ".lora_b", .f32, dimensions: [4, rows], bytes: numbers(4 * rows))
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
    defer { try? FileManager.default.removeItem(at: url) }
    let plain = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 312)
    let adapted = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 312, adapter: url)
    var request = LanguageModelExecutorGenerationRequest.raw("Once upon a time", 20)
    let (without, with) = (try await plain.answer(request).text, try await adapted.answer(request).text)
    #expect(without != with)
    request.engine.adapterStrength = 0
    #expect(try await adapted.answer(request).text == without)
    request.engine.adapterStrength = 1
    #expect(try await adapted.answer(request).text == with)
    // More strengths than are kept.
    for step in 1...12 {
      request.engine.adapterStrength = Float(step) / 16
      _ = try await adapted.answer(request)
    }
    request.engine.adapterStrength = nil
    #expect(try await adapted.answer(request).text == with)
  }
}
