import SwiftletJinja

/// A detector of the properties of a template, which renders small conversations that differ in one aspect.
///
/// A conversation that raises an error is not supported by the template.
struct TemplateProbe {
  let program: JinjaTemplate
  let source: String
  let bos: String?
  let eos: String?
  /// The tools of conversations with calls; none for a template that fails on them.
  var shownTools = Self.tools
  /// The processor time in milliseconds for all conversations together; those that are left then count as failed.
  var milliseconds = 1000
  /// The processor time of the thread at the start.
  private let start = processorTime()
  private let progress = Progress()

  /// The progress of a probe and its copies.
  private final class Progress {
    /// True if a conversation has exceeded the steps or the time, as others would, so that all count as failed.
    var exceedsLimits = false
  }

  init(program: JinjaTemplate, source: String, bos: String?, eos: String?) {
    self.program = program
    self.source = source
    self.bos = bos
    self.eos = eos
  }

  static let question = "QUESTION_7"
  static let answer = "ANSWER_7"
  static let reasoningText = "THOUGHT_7"
  static let result = "RESULT_7"
  static let instructions = "INSTRUCTIONS_7"

  /// The limits for the small conversations; a template that exceeds them is of no use for longer ones.
  static let limits = JinjaLimits(steps: 400_000, outputBytes: 1 << 16, memoryBytes: 4 << 20)

  /// The processor time in milliseconds that a template has taken which exceeds the limits; 0 for others.
  var excessMilliseconds: Int { progress.exceedsLimits ? (processorTime() - start) / 1_000_000 : 0 }

  /// Detects all properties.
  func traits() -> TemplateTraits {
    var traits = TemplateTraits()
    traits.takesContentParts = render([Self.user]) == nil && render([Self.user], takesContentParts: true) != nil
    // A template that fails may need the tool definitions as text.
    if source.contains("functions"), !traits.takesContentParts, render([Self.user]) == nil {
      var attempt = traits
      attempt.takesFunctionsAsText = true
      if render([Self.user], attempt) != nil { traits = attempt }
    }
    if let text = render([["role": "system", "content": .string(Self.instructions)], Self.user], traits) {
      traits.supportsSystemRole = text.contains(Self.instructions)
    } else {
      traits.supportsSystemRole = false
    }
    detectSystemMessages(&traits)
    detectEmptyAnswers(&traits)
    let prompt = textAfterQuestion(render([Self.user], traits, isPrompt: true))
    let promptWithoutReasoning = textAfterQuestion(render([Self.user], traits, isPrompt: true, enablesThinking: false))
    traits.canSwitchReasoning = prompt != promptWithoutReasoning || source.contains("enable_thinking")
    detectReasoning(&traits, prompt: prompt ?? "")
    var probe = self
    // The calls of a template that fails on definitions may be understood all the same.
    if render([Self.user], traits, tools: Self.tools) == nil { probe.shownTools = [] }
    probe.detectToolCalls(&traits)
    probe.detectTextBesideCalls(&traits)
    probe.detectReasoningBesideCalls(&traits)
    return traits
  }

  static let user: JinjaValue = ["role": "user", "content": .string(question)]
  static let tools: [JinjaValue] = CallProbe.names.map { name in
    [
      "type": "function",
      "function": [
        "name": .string(name), "description": "Does something.",
        "parameters": [
          "type": "object",
          "properties": [
            "key_one": ["type": "string", "description": "One."],
            "key_two": ["type": "integer", "description": "Two."],
          ],
          "required": ["key_one", "key_two"],
        ],
      ],
    ]
  }
}

extension TemplateProbe {
  /// Renders a conversation; returns `nil` if that fails or the question is missing from the result.
  func render(
    _ turns: [JinjaValue], _ traits: TemplateTraits = TemplateTraits(), takesContentParts: Bool = false,
    tools: [JinjaValue] = [], isPrompt: Bool = false, enablesThinking: Bool? = nil
  ) -> String? {
    guard !progress.exceedsLimits else { return nil }
    var turns = turns
    if traits.takesContentParts || takesContentParts {
      turns = turns.map { turn in
        guard case .string? = turn["content"], turn["role"] != "tool" else { return turn }
        var turn = turn
        turn["content"] = [["type": "text", "text": turn["content"] ?? ""]]
        return turn
      }
    }
    // The names alone tell whether the definitions are rendered.
    let functions = tools.isEmpty ? "[]" : CallProbe.names.description
    var variables = ChatTemplate.variables(
      turns: turns, tools: tools, functions: traits.takesFunctionsAsText ? functions : nil, bos: bos, eos: eos)
    variables["add_generation_prompt"] = .boolean(isPrompt)
    if let enablesThinking {
      variables["enable_thinking"] = .boolean(enablesThinking)
      variables["thinking"] = .boolean(enablesThinking)
    }
    var limits = Self.limits
    limits.milliseconds = milliseconds - (processorTime() - start) / 1_000_000
    guard limits.milliseconds > 0 else { return nil }
    do {
      let text = try program.render(variables, limits: limits).text
      return text.contains(Self.question) ? text : nil
    } catch {
      if case .limit(let kind, _) = error.reason, kind == .steps || kind == .milliseconds {
        progress.exceedsLimits = true
      }
      return nil
    }
  }

  /// The text after the last occurrence of the question.
  func textAfterQuestion(_ text: String?) -> String? {
    guard let text, let question = text.ranges(of: Self.question).last else { return nil }
    return String(text[question.upperBound...])
  }
}
