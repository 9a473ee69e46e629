import SwiftletJinja

/// Finds out what a template does by running it on small conversations that differ in one thing.
///
/// A conversation that the template refuses is one that it does not support.
struct TemplateProbe {
  let program: JinjaTemplate
  let source: String
  let bos: String?
  let eos: String?

  static let question = "QUESTION_7"
  static let answer = "ANSWER_7"
  static let thought = "THOUGHT_7"
  static let result = "RESULT_7"
  static let instructions = "INSTRUCTIONS_7"

  /// How much a conversation of a few words may take: a template that takes more is no use for a longer one.
  static let limits = JinjaLimits(steps: 400_000, outputBytes: 1 << 20, memoryBytes: 4 << 20)

  /// Everything.
  func traits() -> TemplateTraits {
    var traits = TemplateTraits()
    traits.takesParts = text([Self.user]) == nil && text([Self.user], takesParts: true) != nil
    if let text = text([["role": "system", "content": .string(Self.instructions)], Self.user], traits) {
      traits.writesInstructions = text.contains(Self.instructions)
    } else {
      traits.writesInstructions = false
    }
    let prompt = ending(text([Self.user], traits, isPrompt: true))
    let quiet = ending(text([Self.user], traits, isPrompt: true, isThinking: false))
    traits.canSwitchReasoning = prompt != quiet || source.contains("enable_thinking")
    findReasoning(&traits, prompt: prompt ?? "")
    findCalls(&traits)
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
  /// What the template writes, `nil` if it refuses or forgets the question.
  func text(
    _ turns: [JinjaValue], _ traits: TemplateTraits = TemplateTraits(), takesParts: Bool = false,
    tools: [JinjaValue] = [], isPrompt: Bool = false, isThinking: Bool? = nil
  ) -> String? {
    var turns = turns
    if traits.takesParts || takesParts {
      turns = turns.map { turn in
        guard case .string? = turn["content"], turn["role"] != "tool" else { return turn }
        var turn = turn
        turn["content"] = [["type": "text", "text": turn["content"] ?? ""]]
        return turn
      }
    }
    var variables = ChatTemplate.variables(turns: turns, tools: tools, bos: bos, eos: eos)
    variables["add_generation_prompt"] = .boolean(isPrompt)
    if let isThinking {
      variables["enable_thinking"] = .boolean(isThinking)
      variables["thinking"] = .boolean(isThinking)
    }
    guard let text = try? program.render(variables, limits: Self.limits).text, text.contains(Self.question) else {
      return nil
    }
    return text
  }

  /// What follows the question.
  func ending(_ text: String?) -> String? {
    guard let text, let question = text.ranges(of: Self.question).last else { return nil }
    return String(text[question.upperBound...])
  }
}
