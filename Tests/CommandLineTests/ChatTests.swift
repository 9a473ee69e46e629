import Foundation
import SwiftletGGUF
import Testing

/// `swiftlet chat`, with input from a file instead of a terminal.
@Suite struct ChatTests {
  @Test func answersEachLineAndShowsTheTranscript() throws {
    let result = try CommandLineTool.run(
      "chat", "--temperature", "0", "--max-tokens", "12",
      input: "Hello!\n\nTell me more.\n/transcript\n/reset\n/transcript\n")
    #expect(result.status == 0)
    // The transcript repeats the answers, and is empty after the reset.
    let parts = result.text.components(separatedBy: "Prompt: Hello!\nResponse: ")
    try #require(parts.count == 2, "\(result.text)")
    let answers = parts[1].components(separatedBy: "\nPrompt: Tell me more.\nResponse: ")
    try #require(answers.count == 2, "\(result.text)")
    #expect(parts[0] == answers.joined(separator: "\n"))
    #expect(result.errors.contains("a new conversation"))
  }

  @Test func unknownCommandsAreNamed() throws {
    let result = try CommandLineTool.run("chat", input: "/dance\n/quit\nnever read\n")
    #expect(result.status == 0)
    #expect(result.errors.contains("/dance"))
    #expect(result.output.isEmpty)
  }

  @Test func tokenizerWarningsArePrintedOnce() throws {
    let model = try TemporaryModel { $0["tokenizer.ggml.pre"] = .text("unheard-of") }
    let tools = #"[{"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}]"#
    let file = URL(filePath: model.path + ".json")
    try Data(tools.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let end = "--model '\(model.path)' --greedy --max-tokens 40"
    for line in [
      "printf 'Hello!\\nAnd?\\n/reset\\nHello!\\n' | \"$SWIFTLET\" chat \(end)", "\"$SWIFTLET\" respond Hello \(end)",
      "\"$SWIFTLET\" respond Hello --tools '\(model.path).json' \(end)",
    ] {
      let result = try CommandLineTool.shell(line)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.ranges(of: "swiftlet: warning: ").count == 1 && result.errors.contains("unheard-of"))
    }
    #expect(try !CommandLineTool.run("chat", "--max-tokens", "1", input: "Hello!\n").errors.contains("warning"))
  }

  @Test func reasoningHasABudget() throws {
    let model = try TemporaryModel {
      $0["tokenizer.chat_template"] = .text(
        "{% for m in messages %}{{ m.content }}\n{% endfor %}{% if add_generation_prompt %}<think>\n{% endif %}"
          + "{# until </think> #}")
    }
    // Reasoning is not part of the answer, so there is an answer only if the reasoning ends.
    func answer(_ command: String, _ options: String) throws -> String {
      let result = try CommandLineTool.shell(
        "echo 'Once upon a time' | \"$SWIFTLET\" \(command) --model '\(model.path)' --greedy --max-tokens 30 \(options)"
      )
      #expect(result.status == 0, "\(result.errors)")
      #expect(command == "chat" || result.errors.isEmpty, "\(result.errors)")
      return result.text
    }
    for command in ["respond -", "chat"] {
      for options in ["", "--reasoning-budget -1"] {
        #expect(try answer(command, options).allSatisfy(\.isWhitespace))
      }
      let ended = try answer(command, "--reasoning-budget 5 --reasoning-budget-message ' So be it.'")
      #expect(!ended.allSatisfy(\.isWhitespace) && !ended.contains("think>") && !ended.contains("So be it"), "\(ended)")
    }
  }
}
