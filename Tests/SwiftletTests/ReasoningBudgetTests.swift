import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import SwiftletTokenizers
import SwiftletWeights
import Testing

@testable import Swiftlet

/// Reasoning budgets, with a template that opens the reasoning in its prompt.
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
    #expect(usage.output.reasoningTokenCount > 8 && !thought(session).isEmpty)
  }

  @Test func withABudgetTheAnswerFollows() async throws {
    let free = try session(nil)
    _ = try await free.respond(to: "Once upon a time", options: options)
    for budget in [4, 8] {
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
    /// The start tag of the reasoning and the text that closes it.
    func marks(_ format: AnswerFormat, _ start: AnswerStart = .beginning) throws -> [String]? {
      var options = GGUFLanguageModel.SamplingOptions()
      options.reasoningBudget = 9
      guard let limit = ReasoningLimit(options, format, start, tokenizer) else { return nil }
      #expect(limit.tokenCount == 9 && limit.startsInReasoning == (start == .reasoning))
      return [limit.startTag, String(decoding: try tokenizer.decode(limit.closing), as: UTF8.self)]
    }
    var format = AnswerFormat.plain
    #expect(try marks(format) == nil)
    var reasoning = ReasoningFormat.thinkTags
    (reasoning.startTag, reasoning.endTag) = ("<|channel>thought\n", "<channel|>")
    format.reasoning = reasoning
    for start in [AnswerStart.beginning, .reasoning] {
      #expect(try marks(format, start) == ["<|channel>thought", "<channel|>"])
    }
    format.isHarmony = true
    #expect(try marks(format) == ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant"])
    if ReasoningLimit(GGUFLanguageModel.SamplingOptions(), format, .beginning, tokenizer) != nil {
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

  struct Dice: Tool {
    struct Enough: Error {}

    @Generable struct Arguments {
      @Guide(.range(1...9)) var sides: Int
    }

    let description = "Rolls dice."
    func call(arguments: Arguments) async throws -> String { throw Enough() }
  }

  /// End-of-generation and tool result tokens are suppressed, so that the model continues with another call.
  @Test func severalCallsInAStepAreRun() async throws {
    let file = try ModelFileVariant(template: Self.template)
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: file.url.path(percentEncoded: false)).metadata)
    let vocabulary = tokenizer.vocabulary
    var sampling = GGUFLanguageModel.SamplingOptions()
    let unwanted = (0..<vocabulary.count).filter { id in
      vocabulary.endOfGeneration.contains(id) || "functions".utf8.starts(with: vocabulary.piece(of: id))
    }
    sampling.logitBias = Dictionary(uniqueKeysWithValues: unwanted.map { ($0, -.infinity) })
    // So that tokens are left for calls.
    sampling.reasoningBudget = 3
    // Different calls, since an answer ends at a repeated one.
    (sampling.temperature, sampling.topK, sampling.topP) = (5, 0, 1)
    var counts: [Int] = []
    for seed in UInt64(1)...8 {
      sampling.seed = seed
      let session = LanguageModelSession(model: try file.model(sampling: sampling), tools: [Dice()])
      session.transcriptErrorHandlingPolicy = .preserveTranscript
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(
          to: "Roll.", options: GenerationOptions(maximumResponseTokens: 200, toolCallingMode: .required))
      }
      #expect(error?.underlyingError is Dice.Enough)
      let entry = session.transcript.first { if case .toolCalls = $0 { true } else { false } }
      guard case .toolCalls(let calls)? = entry else {
        Issue.record("\(session.transcript)")
        return
      }
      counts.append(calls.count)
      for call in calls {
        #expect(try (1...9).contains(Dice.Arguments(call.arguments).sides) && call.toolName == "Dice")
      }
    }
    #expect(counts.contains { $0 > 1 }, "\(counts)")
  }
}
