import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import SwiftletTokenizers
import SwiftletWeights
import Testing

@testable import Swiftlet

/// Thoughts of a limited length, with a template that opens them in its prompt.
///
/// The shipped model never closes them by itself.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct ReasoningBudgetTests {
  private static let template = """
    {% for message in messages %}<|im_start|>{{ message.role }}
    {% if message.reasoning_content %}<think>
    {{ message.reasoning_content }}
    </think>

    {% endif %}{{ message.content }}<|im_end|>
    {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
    <think>
    {% endif %}
    """
  private let file: ModelFileVariant
  private let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)

  init() throws { file = try ModelFileVariant(template: Self.template) }

  private func session(_ budget: Int?, message: String? = nil) throws -> LanguageModelSession {
    var sampling = GGUFLanguageModel.SamplingOptions()
    (sampling.reasoningBudget, sampling.reasoningBudgetMessage) = (budget, message)
    return LanguageModelSession(model: try file.model(sampling: sampling))
  }

  private func thought(_ session: LanguageModelSession) -> String {
    session.transcript.compactMap { entry -> String? in
      if case .reasoning(let reasoning) = entry { reasoning.segments.map(\.description).joined() } else { nil }
    }.joined()
  }

  @Test func withoutABudgetThoughtsGoOn() async throws {
    let session = try session(nil)
    let usage = try await session.respond(to: "Once upon a time", options: options).usage
    #expect(usage.output.reasoningTokenCount > 40 && !thought(session).isEmpty)
  }

  @Test func withABudgetTheAnswerFollows() async throws {
    let free = try session(nil)
    _ = try await free.respond(to: "Once upon a time", options: options)
    for budget in [4, 12] {
      let session = try session(budget)
      let response = try await session.respond(to: "Once upon a time", options: options)
      #expect(session.transcript.kinds == ["prompt", "reasoning", "response"] && !response.content.isEmpty)
      #expect((1...budget).contains(response.usage.output.reasoningTokenCount))
      #expect(thought(free).utf8.starts(with: thought(session).utf8))
      #expect(!response.content.contains("think>") && !thought(session).contains("think>"))
    }
  }

  @Test func noBudgetAtAllMeansNoThoughts() async throws {
    let session = try session(0)
    let response = try await session.respond(to: "Once upon a time", options: options)
    #expect(session.transcript.kinds == ["prompt", "response"] && !response.content.isEmpty)
    #expect(response.usage.output.reasoningTokenCount == 0)
  }

  @Test func aMessageLeadsOverToTheAnswer() async throws {
    let session = try session(5, message: " That will do.\n")
    let response = try await session.respond(to: "Once upon a time", options: options)
    #expect(thought(session).hasSuffix(" That will do.") && !response.content.isEmpty)
  }

  @Test(arguments: [0, 3, 20]) func valuesFollowThoughts(_ budget: Int) async throws {
    let session = try session(budget)
    let person = try await session.respond(
      to: "Who?", generating: Person.self,
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 150))
    #expect(person.rawContent.isComplete && person.usage.output.reasoningTokenCount <= budget)
    #expect(session.transcript.kinds.last == "response")
  }

  @Test func theMarksAreThoseOfTheTemplate() throws {
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: file.url.path(percentEncoded: false)).metadata)
    /// What thoughts begin with, and what they are ended with.
    func marks(_ format: AnswerFormat, _ start: AnswerStart = .beginning) throws -> [String]? {
      var options = GGUFLanguageModel.SamplingOptions()
      options.reasoningBudget = 9
      guard let limit = ReasoningBudget(options)?.limit(format, start, tokenizer) else { return nil }
      #expect(limit.tokenCount == 9 && limit.isBegun == (start == .reasoning))
      return [limit.begin, String(decoding: try tokenizer.decode(limit.closing), as: UTF8.self)]
    }
    var format = AnswerFormat.plain
    #expect(try marks(format) == nil)
    var reasoning = ReasoningFormat.thinkTags
    (reasoning.begin, reasoning.end) = ("<|channel>thought\n", "<channel|>")
    format.reasoning = reasoning
    for start in [AnswerStart.beginning, .reasoning] {
      #expect(try marks(format, start) == ["<|channel>thought", "<channel|>"])
    }
    format.isHarmony = true
    #expect(try marks(format) == ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant"])
    if ReasoningBudget(GGUFLanguageModel.SamplingOptions()) != nil {
      Issue.record("there is none unless it is asked for")
    }
  }
}

/// Several calls in one step, in the messages of gpt-oss.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct HarmonyModelTests {
  private static let template = """
    {%- for message in messages -%}
    <|start|>{{ message.role }}<|message|>{{ message.content }}<|end|>
    {%- endfor -%}
    {%- if add_generation_prompt -%}<|start|>assistant{%- endif -%}
    {#- answers are <|channel|>final<|message|> -#}
    """

  private struct Enough: Error {}

  @Test func severalCallsInAStepAreRun() async throws {
    let file = try ModelFileVariant(template: Self.template)
    var counts: [Int] = []
    for seed in 1...12 as ClosedRange<UInt64> {
      let session = LanguageModelSession(model: try file.model(), tools: [Weather { _ in throw Enough() }])
      session.transcriptErrorHandlingPolicy = .preserveTranscript
      let options = GenerationOptions(
        samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 8, maximumResponseTokens: 200,
        toolCallingMode: .required)
      await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "How is the weather?", options: options)
      }
      guard
        case .toolCalls(let calls)? = session.transcript.first(where: {
          if case .toolCalls = $0 { true } else { false }
        })
      else { continue }
      #expect(calls.allSatisfy { $0.toolName == "Weather" && $0.arguments.isComplete })
      counts.append(calls.count)
    }
    #expect(counts.count == 12 && counts.contains { $0 > 1 }, "\(counts)")
  }
}
