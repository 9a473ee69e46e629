import Swiftlet
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletTokenizers

extension Command {
  static let template = Command(
    name: "template", summary: "Prints the prompt that a conversation becomes in a model's chat template.",
    discussion: """
      Messages are a JSON array of {"role", "content"}, with "tool_calls" and "tool_call_id" as OpenAI's interface has
      them. Tools are a JSON array of {"name", "description", "parameters"}. --describe says instead what was found out
      about the template: how tools are called, how thoughts are marked. The weights are not loaded.
      """,
    options: [
      .model, Option("--messages", "FILE", "the conversation"), Option("--tools", "FILE", "what the model may call"),
      Option("--reasoning", "LEVEL", "how much the model is to think: off, low, medium, high"),
      Option("--no-prompt", nil, "stop after the last message, instead of where the model's answer begins"),
      Option("--describe", nil, "say what the template can do"),
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    let metadata = try GGUFFile(path: try arguments.modelPath()).metadata
    let template = try ChatTemplate(
      source: metadata.string("tokenizer.chat_template"),
      toolSource: metadata.string("tokenizer.chat_template.tool_use"),
      vocabulary: try Tokenizer(metadata: metadata).vocabulary)
    if arguments.has("--describe") { return try Output.write(template.summary) }
    guard let path = arguments.string("--messages") else {
      throw UsageError(what: "--messages", why: "is missing; name a JSON file")
    }
    let tools = try arguments.string("--tools").map { try ToolFile(path: $0).definitions } ?? []
    let segments = try template.render(
      ConversationFile(path: path).messages,
      tools: tools.map(\.templateDefinition),
      reasoning: arguments.string("--reasoning").map { $0 == "off" ? .off : .level($0) },
      addingGenerationPrompt: !arguments.has("--no-prompt"))
    try Output.write(segments.text)
  }
}

extension ChatTemplate {
  /// What was found out about the template, a line each.
  fileprivate var summary: String {
    var lines = [
      "template: \(isPlain ? "none, texts alone" : "Jinja")",
      "instructions: \(traits.writesInstructions ? "a turn of their own" : "before the first prompt")",
      "tools: \(traits.tools)", "thoughts: \(format.reasoning.map { "\($0.begin) … \($0.end)" } ?? "none")",
    ]
    if format.isHarmony { lines.append("answers: messages (harmony)") }
    if let calls = format.calls {
      lines.append("call: \(calls.example.debugDescription)")
      lines.append("several calls: \(calls.separator == nil ? "no" : "yes")")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ToolCallFormat {
  /// A call, with words for its parts.
  fileprivate var example: String {
    func text(_ marker: CallMarker) -> String {
      marker.parts.map { part in
        switch part {
        case .text(let text): text
        case .identifier: "ID"
        case .number: "NUMBER"
        }
      }.joined()
    }
    return text(opening) + text(beforeName) + "NAME" + text(afterName) + "ARGUMENTS" + text(afterArguments)
      + text(closing)
  }
}
