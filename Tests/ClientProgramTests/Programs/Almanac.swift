import Foundation
import FoundationModels

/// A model provider that looks up its answers.
struct Almanac: LanguageModel {
  var pages: [String: String]

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.reasoning, .guidedGeneration]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration(pages: pages) }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {
      var pages: [String: String]
    }

    private let pages: [String: String]

    init(configuration: Configuration) throws {
      pages = configuration.pages
    }

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: Almanac,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let question = Self.question(in: request.transcript)
      guard let page = pages[question] else {
        throw LanguageModelError.refusal(
          LanguageModelError.Refusal(
            explanation: "There is no page on \(question).", debugDescription: "no page '\(question)'"))
      }
      if request.contextOptions.reasoningLevel != nil {
        await channel.send(.reasoning(action: .appendText("Looking up \(question).", tokenCount: 3)))
      }
      let answer = try request.schema.map { try Self.structured(page, $0) } ?? page
      var sent = 0
      for word in answer.split(separator: " ", omittingEmptySubsequences: false) {
        if let limit = request.generationOptions.maximumResponseTokens, sent == limit { break }
        try Task.checkCancellation()
        await channel.send(.response(action: .appendText((sent == 0 ? "" : " ") + word, tokenCount: 1)))
        sent += 1
      }
      await channel.send(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: question.split(separator: " ").count, cachedTokenCount: 0),
            output: .init(totalTokenCount: sent, reasoningTokenCount: 0))))
    }

    private static func question(in transcript: Transcript) -> String {
      guard let entry = transcript.last(where: { if case .prompt = $0 { true } else { false } }),
        case .prompt(let prompt) = entry
      else { return "" }
      return prompt.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }.joined()
    }

    private static func structured(_ page: String, _ schema: GenerationSchema) throws -> String {
      guard schema.name == "Page" else {
        throw LanguageModelError.unsupportedGenerationGuide(
          .init(schemaName: schema.name, debugDescription: "an almanac has pages only"))
      }
      return GeneratedContent(properties: ["text": page]).jsonString
    }
  }
}

@Generable
struct Page {
  var text: String
}
