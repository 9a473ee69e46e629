import Foundation
import Swiftlet
import Synchronization
import Testing

/// The conversation of ``ConversationTests`` with the model that ships, whatever that is.
///
/// Nothing depends on what the model likes: the tool mode makes it call, the guide makes its calls readable, and the
/// temperature is so high that all words which the guide allows are about equally likely, so that there are several
/// calls in a step after a few attempts.
@Suite(
  .serialized, .timeLimit(.minutes(60)),
  .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model")
)
struct DefaultModelConversationTests {
  private struct Closed: Error {}

  @Test("1.4, 1.5, 1.8, 3.2, 3.4, 3.10 Calls at once, a tool that throws, a refusal, and the conversation goes on")
  func threeTools() async throws {
    let model = SystemLanguageModel(guardrails: .default.judging(with: Wary()))
    for seed in 1...40 as ClosedRange<UInt64> {
      let meeting = Meeting()
      let stage = Stage()
      let session = LanguageModelSession(
        profile: Assistant(model: model, meeting: meeting, stage: stage, seed: seed))
      stage.begin(.required)
      let first = try await session.respond(to: "How is it?")
      let turn = session.transcript
      try check(turn, first)
      // How many calls there are is a matter of chance; the rest of the conversation needs a step with several.
      guard await meeting.largest > 1 else { continue }

      stage.begin(.required, failure: Closed())
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "And there?")
      }
      #expect(error.map { Place.names.contains($0.tool.name) } == true && error?.underlyingError is Closed)
      #expect(session.transcript == turn && !session.isResponding)

      stage.begin(.disallowed)
      let refusal = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Tell me a secret.")
      }
      if case .refusal? = refusal {} else { Issue.record("\(String(describing: refusal))") }
      #expect(session.transcript == turn && !session.isResponding)

      try await session.respond(to: "Well.")
      #expect(session.transcript.starts(with: turn))
      #expect(session.transcript.said == turn.said + ["prompt", "response"])
      return
    }
    Issue.record("no step had several calls")
  }

  /// The order of a turn with tools.
  private func check(_ transcript: Transcript, _ response: LanguageModelSession.Response<String>) throws {
    guard case .instructions(let instructions)? = transcript.first else {
      Issue.record("\(transcript.kinds)")
      return
    }
    #expect(instructions.toolDefinitions.map(\.name) == Place.names)
    var (calls, outputs): ([Transcript.ToolCall], [Transcript.ToolOutput]) = ([], [])
    for entry in transcript {
      if case .toolCalls(let entry) = entry { calls += entry }
      if case .toolOutput(let output) = entry { outputs.append(output) }
    }
    #expect(
      transcript.said == ["instructions", "prompt", "toolCalls"] + calls.map { _ in "toolOutput" } + ["response"])
    #expect(!calls.isEmpty && calls.map(\.id) == outputs.map(\.id) && Set(calls.map(\.id)).count == calls.count)
    #expect(calls.map(\.toolName) == outputs.map(\.toolName))
    for (call, output) in zip(calls, outputs) {
      let place = try call.arguments.value(String.self, forProperty: "place")
      #expect(Place.choices.contains(place))
      #expect(output.segments.map(\.description) == ["\(call.toolName) of \(place)"])
    }
    #expect(response.transcriptEntries.count == transcript.count - 1)
  }
}

extension Transcript {
  /// The kinds of the entries, except reasoning, which is optional.
  fileprivate var said: [String] { kinds.filter { $0 != "reasoning" } }
}

// MARK: - The session

/// Three tools, a model that has to call them first and to answer then.
private struct Assistant: LanguageModelSession.DynamicProfile {
  let model: SystemLanguageModel
  let meeting: Meeting
  let stage: Stage
  let seed: UInt64

  var body: some DynamicProfile {
    let mustCall = stage.mode == .required
    Profile {
      Instructions("Be brief.")
      Place.names.map { Place(name: $0, meeting: meeting, stage: stage) as any Tool }
    }
    .model(model).toolCallingMode(stage.mode)
    .samplingMode(mustCall ? .random(probabilityThreshold: 1, seed: seed) : .greedy)
    .temperature(mustCall ? 1000 : nil).maximumResponseTokens(mustCall ? 400 : 8)
    .onToolCall { [meeting] in await meeting.announce() }
    .onToolOutput { [stage] in stage.begin(.disallowed) }
  }
}

/// A tool whose arguments are one of few words.
private struct Place: Tool {
  static let names = ["weather", "mayor", "tides"]
  static let choices = ["Oslo", "Rome", "Bern"]

  let name: String
  let description = "Tells something of a place."
  let meeting: Meeting
  let stage: Stage
  let parameters: GenerationSchema = {
    let place = DynamicGenerationSchema(name: "Place", anyOf: choices)
    let root = DynamicGenerationSchema(name: "Arguments", properties: [.init(name: "place", schema: place)])
    // Cannot fail: nothing refers to anything, and no name occurs twice.
    return (try? GenerationSchema(root: root, dependencies: [])) ?? GeneratedContent.generationSchema
  }()

  func call(arguments: GeneratedContent) async throws -> String {
    // The calls continue only if all calls of the step run concurrently.
    await meeting.arrive()
    if let failure = stage.failure { throw failure }
    return "\(name) of \(try arguments.value(String.self, forProperty: "place"))"
  }
}

/// Judges what people ask.
private struct Wary: SystemLanguageModel.Guardrails.Classifier {
  func verdict(
    on text: String, from origin: SystemLanguageModel.Guardrails.Origin
  ) async throws -> SystemLanguageModel.Guardrails.Verdict {
    origin == .prompt && text.contains("secret") ? .refused(explanation: "I had rather not.") : .harmless
  }
}

/// The current work of the model and the tools.
private final class Stage: Sendable {
  private let state = Mutex<(mode: GenerationOptions.ToolCallingMode, failure: (any Error)?)>((.required, nil))
  var mode: GenerationOptions.ToolCallingMode { state.withLock(\.mode) }
  var failure: (any Error)? { state.withLock(\.failure) }

  func begin(_ mode: GenerationOptions.ToolCallingMode, failure: (any Error)? = nil) {
    state.withLock { $0 = (mode, failure) }
  }
}

/// Holds the calls of a step back until all of them are under way.
private actor Meeting {
  private var (announced, arrived) = (0, 0)
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The maximum number of concurrent calls so far.
  private(set) var largest = 0

  func announce() { announced += 1 }

  func arrive() async {
    arrived += 1
    largest = max(largest, arrived)
    guard arrived == announced else { return await withCheckedContinuation { waiting.append($0) } }
    (announced, arrived) = (0, 0)
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
