import Foundation
import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers
import Testing

@testable import Swiftlet

/// Calls that a model writes as plain JSON, from its tokens to the events for a session.
@Suite(.enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
struct BareCallAnswerTests {
  /// The text and the calls that a session gets from an answer.
  private struct Outcome {
    var text = ""
    /// The calls, each as its name and its arguments.
    var calls: [String] = []
  }

  /// Reads the tokens of an answer to a request with the tool `Weather`.
  private func read(_ text: String, schema: GenerationSchema? = nil) async throws -> Outcome {
    let executor = try SystemLanguageModel.default.executor()
    let contents = try await executor.slot.acquire()
    defer { executor.slot.release() }
    let tools = [Transcript.ToolDefinition(tool: Weather())]
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: []), enabledTools: tools, schema: schema,
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
    let template = try contents.template.get()
    var prepared = PreparedRequest(generation: GenerationRequest(prompt: []))
    prepared.format = template.format
    prepared.tools = tools.map { $0.templateDefinition }
    var answer = prepared.makeAnswer(contents.engine, request, stopSequences: [])
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    for token in contents.engine.tokenizer.encode(text, addingBOSAndEOS: false) {
      events += try answer.events(for: .token(token))
    }
    events += try answer.lastEvents()
    return collect(events)
  }

  private func collect(_ events: [LanguageModelExecutorGenerationChannel.Event]) -> Outcome {
    var outcome = Outcome()
    var lastID: String?
    for event in events {
      outcome.text += event.responseText
      guard case .toolCalls(let step) = event.kind, case .toolCall(let call) = step.action.kind,
        case .appendArguments(let fragment) = call.action.kind
      else { continue }
      if call.id != lastID { outcome.calls.append(call.name + " ") }
      lastID = call.id
      outcome.calls[outcome.calls.count - 1] += fragment.content
    }
    return outcome
  }

  private static let call = #"{"name": "Weather", "arguments": {"city": "Oslo"}}"#

  @Test(
    "49.2 an answer that is a call as a whole, with arguments that the schema allows, is a call for the session",
    arguments: [
      call, "[\(call)]", "```json\n\(call)\n```", #"{"name": "Weather", "parameters": {"city": "Oslo"}}"#,
    ])
  func wholeAnswersAreCalls(text: String) async throws {
    let outcome = try await read(text)
    #expect(outcome.text.isEmpty)
    #expect(outcome.calls == [#"Weather {"city":"Oslo"}"#])
  }

  @Test(
    "49.2 text with a call in it stays text, and so do arguments that the schema does not allow",
    arguments: [
      "The call is \(call)", "\(call) is the call.", #"{"name": "Weather", "arguments": {"city": 5}}"#,
      #"{"name": "Weather", "arguments": {"town": "Oslo"}}"#, #"{"name": "Weather", "arguments": {}}"#,
    ])
  func otherAnswersAreText(text: String) async throws {
    let outcome = try await read(text)
    #expect(outcome.text == text)
    #expect(outcome.calls.isEmpty)
  }

  @Test("49.2 an answer in a schema is no call, whatever it looks like")
  func valuesAreNoCalls() async throws {
    let outcome = try await read(Self.call, schema: Person.generationSchema)
    #expect(outcome.text == Self.call)
    #expect(outcome.calls.isEmpty)
  }

  @Test("49.1 the same call twice in one answer is one call, written as plain JSON or in tags")
  func repeatedCallsAreOne() async throws {
    let tagged = "<tool_call>\n\(Self.call)\n</tool_call>"
    for text in ["[\(Self.call), \(Self.call)]", "\(tagged)\n\(tagged)"] {
      let outcome = try await read(text)
      #expect(outcome.text.isEmpty && outcome.calls.count == 1, "\(text): \(outcome)")
    }
  }
}
