import Foundation
import SwiftletChatTemplates
import SwiftletWeights
import Testing

@testable import Swiftlet

/// Answers that continue the last message.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct ContinuedMessageTests {
  private let model: GGUFLanguageModel
  private let question = ChatMessage(role: .user, content: "Tell me a story about a hen.")

  init() throws { model = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 300) }

  private func request(_ messages: [ChatMessage]) -> LanguageModelExecutorGenerationRequest {
    var request = LanguageModelExecutorGenerationRequest.conversation(messages, 24)
    request.engine.continuesLastMessage = messages.last?.role == .assistant
    return request
  }

  @Test func theBeginningOfAnAnswerIsContinuedAsTheModelDid() async throws {
    let whole = try await model.answer(request([question])).text
    let cut = try #require(whole.dropFirst(whole.count / 3).firstIndex(of: " "))
    let beginning = String(whole[..<cut])
    let rest = try await model.answer(request([question, ChatMessage(role: .assistant, content: beginning)]))
    #expect(rest.text.hasPrefix(" ") && (beginning + rest.text).hasPrefix(whole))
  }

  @Test func otherwiseAnotherMessageBegins() async throws {
    let messages = [question, ChatMessage(role: .assistant, content: "Once upon a")]
    var other = request(messages)
    let continued = try await model.answer(other)
    other.engine.continuesLastMessage = false
    let prompt = try await model.answer(other).tokens.prompt
    #expect(prompt > continued.tokens.prompt)
  }

  @Test func whatCannotBeContinuedIsRefused() async throws {
    var question = request([question])
    question.engine.continuesLastMessage = true
    var guided = request([self.question, ChatMessage(role: .assistant, content: "{")])
    guided.engine.grammar = #"root ::= "{" "}""#
    var errors: [LanguageModelError] = []
    for request in [question, guided] {
      let error = await #expect(throws: LanguageModelError.self) { try await model.answer(request) }
      errors.append(try #require(error))
    }
    guard case .unsupportedTranscriptContent = errors[0], case .unsupportedGenerationGuide = errors[1] else {
      Issue.record("\(errors)")
      return
    }
  }
}
