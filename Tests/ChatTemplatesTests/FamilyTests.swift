import Foundation
import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletChatTemplates

/// Templates of models that call tools, as their families publish them.
enum SharedTemplates {
  static func source(_ path: String) throws -> String {
    String(decoding: try TestData.templates.contents(path), as: UTF8.self)
  }

  static func template(_ path: String) throws -> ChatTemplate {
    try ChatTemplate(source: try source(path), bos: "<s>", eos: "</s>")
  }

  /// All of them.
  static var all: [String] { TestData.templates.paths(suffix: "").filter { $0.contains(".jinja") } }
}

@Suite(.enabled(if: TestData.templates.isPresent, "\(TestData.templates.absence)"))
struct FamilyTests {
  private static let question = ChatMessage(role: .user, content: "What is it like?")

  @Test(arguments: Family.all)
  func renderedCallsReadBackAsTheyWere(_ family: Family) throws { try family.checkThatRenderedCallsReadBack() }

  @Test(arguments: Family.all)
  func resultsAndLaterTurnsAreWritten(_ family: Family) throws { try family.checkThatResultsAndLaterTurnsAreWritten() }

  @Test(arguments: Family.all)
  func nothingThatIsSaidIsAMarker(_ family: Family) throws { try family.checkThatNothingSaidIsAMarker() }

  @Test func whatEndsAnAnswerIsNoPartOfACall() throws {
    let source = try SharedTemplates.source("llama.cpp-2026-05/google-gemma-4-31B-it.jinja")
    let open = try ChatTemplate(source: source, bos: "<bos>", eos: "<eos>")
    let closed = try ChatTemplate(source: source, bos: "<bos>", eos: "<eos>", ends: ["<turn|>", "<|tool_response>"])
    #expect(open.format.calls?.closing == "<|tool_response>" && closed.format.calls?.closing == "")
  }

  @Test func templatesWithoutToolsGetThemExplained() throws {
    for path in [
      "llama.cpp-2026-05/google-gemma-2-2b-it.jinja", "chujiezheng/chatml.jinja", "chujiezheng/llama-2-chat.jinja",
    ] {
      let template = try SharedTemplates.template(path)
      #expect(template.traits.tools == .none && template.format.calls == .genericJSON)
      let calls = ChatMessage(role: .assistant, content: "", toolCalls: Probe.calls)
      let results = Probe.calls.map { ChatMessage(toolResult: "RESULT", of: $0.id, name: $0.name) }
      let text = try template.render(
        [Self.question, calls] + results, tools: Probe.tools, addingGenerationPrompt: true
      )
      .text
      #expect(text.contains(#""name": "find_person", "description""#))
      #expect(text.contains(#"{"name": "find_person", "output": "RESULT"}]}"#))
      let start = try #require(text.range(of: #"{"tool_calls": [{"name": "get_weather""#, options: .backwards))
      let answer = ToolCallFormat.genericJSON.rendered(Probe.calls)
      #expect(text[start.lowerBound...].hasPrefix(answer))
      #expect(try ParsedAnswer(answer, template.format).calls == Probe.expected)
    }
  }

  @Test func callsOfNearlyAllTemplatesThatWriteThemAreUnderstood() throws {
    var sources: Set<String> = []
    var unknown: [String] = []
    for path in SharedTemplates.all {
      let source = try SharedTemplates.source(path)
      guard source.contains("tool_calls"), sources.insert(source).inserted else { continue }
      let template = try SharedTemplates.template(path)
      if template.traits.tools == .none { unknown.append(path) }
      // Objects instead of texts as arguments make some templates escape the rest of the call for HTML.
      #expect(!template.format.texts.contains { $0.contains("&#") }, "\(path): \(template.format.texts)")
    }
    // Two that refuse calls, and forms that occur once: MiroThinker, which assigns to messages and so fails in Python
    // as well, and calls in two places.
    #expect(sources.count > 60 && unknown.count <= 4, "\(unknown)")
  }

  /// Templates in which Jinja2 itself renders the reasoning of a message with a call, by the form that they take it in.
  private static let reasoning: [(path: String, effort: ReasoningEffort?)] = [
    ("llama.cpp-2026-05/google-gemma-4-31B-it.jinja", nil),
    ("llama.cpp-2026-05/google-gemma-4-31B-it-interleaved.jinja", nil),
    ("llama.cpp-2026-05/CohereForAI-c4ai-command-r7b-12-2024-tool_use.jinja", nil),
    ("llama.cpp-2026-05/Qwen-Qwen3-0.6B.jinja", nil), ("llama.cpp-2026-05/Qwen3.5-4B.jinja", nil),
    ("llama.cpp-2026-05/Kimi-K2-Thinking.jinja", nil), ("llama.cpp-2026-05/openai-gpt-oss-120b.jinja", nil),
    ("llama.cpp-2026-05/deepseek-ai-DeepSeek-V3.2.jinja", .level("high")),
    ("ik_llama-2026-08/deepseek-ai-DeepSeek-V4.jinja", .level("high")),
    ("mistral-common/v13_think.jinja", nil), ("mistral-common/v11_image_think.jinja", nil),
    ("llama.cpp-2026-05/mistralai-Ministral-3-14B-Reasoning-2512.jinja", nil),
    ("mistral.rs/smollm3.jinja", nil), ("ollama/glimmer_chat_template.jinja", nil),
  ]

  @Test("Thoughts in a turn with a call are in the prompt, before the call and its result")
  func thoughtsBesideCallsAreRendered() throws {
    for (path, effort) in Self.reasoning {
      let template = try SharedTemplates.template(path)
      let call = ChatMessage(
        role: .assistant, content: "", reasoning: "THOUGHT.", toolCalls: Array(Probe.calls.suffix(1)))
      let result = ChatMessage(toolResult: "RESULT", of: call.toolCalls[0].id, name: "find_person")
      let text = try template.render(
        [Self.question, call, result], tools: Probe.tools, reasoning: effort, addingGenerationPrompt: true
      ).text
      let question = try #require(text.range(of: Self.question.content, options: .backwards))
      let parts = ["THOUGHT.", "find_person", "RESULT"].map {
        text.range(of: $0, range: question.upperBound..<text.endIndex)?.lowerBound
      }
      #expect(
        parts.allSatisfy { $0 != nil } && parts.compactMap(\.self) == parts.compactMap(\.self).sorted(),
        "\(path): \(text.suffix(400))")
    }
  }

  @Test("A text beside a call is in the prompts of templates that refuse messages with both")
  func textBesideCallsIsRendered() throws {
    let paths = SharedTemplates.all.filter { $0.contains("mistral-common/v2") || $0.contains("mistral-common/v3") }
    #expect(paths.count == 6)
    for path in paths {
      let template = try SharedTemplates.template(path)
      #expect(template.traits.textBesideCalls == .written)
      let call = ChatMessage(role: .assistant, content: "Let me look.", toolCalls: Array(Probe.calls.suffix(1)))
      let result = ChatMessage(toolResult: "RESULT", of: call.toolCalls[0].id, name: "find_person")
      let messages = [Self.question, call, result]
      let text = try template.render(messages, tools: Probe.tools, addingGenerationPrompt: true).text
      // The call is as the template itself renders it.
      var alone = messages
      alone[1].content = ""
      let reference = try template.render(alone, tools: Probe.tools, addingGenerationPrompt: true).text
      #expect(text.contains("Let me look.[TOOL_CALLS]") && reference.contains(#"{"name": "find_person""#))
      // Versions differ in the spaces before texts.
      let rest = text.replacing("Let me look.", with: "").filter { $0 != " " }
      #expect(rest == reference.filter { $0 != " " }, "\(path): \(text)")
    }
  }

  @Test("A text and the call beside it are both in the prompts of templates that render one of the two")
  func callsBesideTextAreRendered() throws {
    for name in ["llama-cpp-deepseek-r1", "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B"] {
      let template = try SharedTemplates.template("llama.cpp-2026-05/\(name).jinja")
      let call = ChatMessage(role: .assistant, content: "Let me look.", toolCalls: Array(Probe.calls.suffix(1)))
      let result = ChatMessage(toolResult: "RESULT", of: call.toolCalls[0].id, name: "find_person")
      let text = try template.render(
        [Self.question, call, result], tools: Probe.tools, addingGenerationPrompt: true
      ).text
      let question = try #require(text.range(of: Self.question.content, options: .backwards))
      let rest = text[question.upperBound...]
      for part in ["Let me look.", "find_person", "RESULT"] { #expect(rest.contains(part), "\(name): \(text)") }
    }
  }

  @Test("No template fails on several system messages or on one in the middle, and none leaves one out")
  func systemMessagesAreKept() throws {
    let messages = [
      ChatMessage(role: .system, content: "SYSTEM_A"), ChatMessage(role: .system, content: "SYSTEM_B"), Self.question,
      ChatMessage(role: .assistant, content: "Dry."), ChatMessage(role: .system, content: "SYSTEM_C"), Self.question,
    ]
    let plain = [messages[0], Self.question, messages[3], Self.question]
    var count = 0
    for path in SharedTemplates.all {
      let template = try SharedTemplates.template(path)
      // A few fail on any conversation without tools.
      let reference = try? template.render(plain, addingGenerationPrompt: true).text
      guard reference?.contains("SYSTEM_A") == true else { continue }
      count += 1
      let text = try template.render(messages, addingGenerationPrompt: true).text
      for part in ["SYSTEM_A", "SYSTEM_B", "SYSTEM_C"] { #expect(text.contains(part), "\(path): \(part)") }
    }
    #expect(count > 190, "\(count)")
  }

  @Test func allTemplatesCompile() throws {
    var failed: [String] = []
    #expect(SharedTemplates.all.count > 200)
    for path in SharedTemplates.all {
      do { _ = try SharedTemplates.template(path) } catch { failed.append("\(path): \(error)") }
    }
    #expect(failed.isEmpty, "\(failed)")
  }
}
