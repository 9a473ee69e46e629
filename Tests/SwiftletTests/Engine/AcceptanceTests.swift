import Foundation
import SwiftletInference
import SwiftletWeights
import Testing

@testable import Swiftlet

@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct AcceptanceTests {
  private let model: GGUFLanguageModel

  init() throws { model = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 300) }

  @Test func aRequestIsAcceptedOnceBeforeAllEvents() async throws {
    var request = LanguageModelExecutorGenerationRequest.raw("Once upon a time")
    let log = EventLog()
    log.attach(to: &request)
    let answer = try await model.answer(request)
    let accepted = log.entries.indices.filter { if case .accepted = log.entries[$0] { true } else { false } }
    #expect(accepted == [0])
    #expect(log.entries.first == .accepted(answer.tokens.prompt))
    #expect(log.entries.last == .event(.finished(.maximumTokens)))
  }

  @Test func whatCannotBeAnsweredIsNotAccepted() async throws {
    var tooLong = LanguageModelExecutorGenerationRequest.raw(String(repeating: "hen ", count: 2000))
    var unknownGrammar = LanguageModelExecutorGenerationRequest.raw("Once")
    unknownGrammar.engine.grammar = "root ::= missing"
    var foreignToken = LanguageModelExecutorGenerationRequest.raw("Once")
    foreignToken.engine.sampling.logitBias = [1 << 30: 1]
    let log = EventLog()
    log.attach(to: &tooLong)
    log.attach(to: &unknownGrammar)
    log.attach(to: &foreignToken)
    for request in [tooLong, unknownGrammar, foreignToken] {
      await #expect(throws: (any Error).self) { try await model.answer(request) }
    }
    #expect(log.entries.isEmpty)
  }
}
