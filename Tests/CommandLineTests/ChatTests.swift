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

  @Test("49.22 a full context drops the oldest turns and says so")
  func aFullContextDropsTheOldestTurnsAndSaysSo() throws {
    let lines = (1...12).map { "Tell me a story about the number \($0) and a small house.\n" }.joined()
    let result = try CommandLineTool.run(
      "chat", "--context", "256", "--max-tokens", "40", "--greedy", "--instructions", "You tell stories.",
      input: lines + "/transcript\n")
    #expect(result.status == 0)
    #expect(result.errors.contains(/swiftlet: the context of 256 tokens is nearly full: the oldest .* dropped\n/))
    #expect(!result.errors.contains("swiftlet: chat:"), "\(result.errors)")
    let transcript = try #require(result.text.components(separatedBy: "Instructions: ").last)
    #expect(transcript.hasPrefix("You tell stories."), "\(transcript)")
    #expect(!transcript.contains("number 1 ") && transcript.contains("number 12 "), "\(transcript)")
    // A prompt that no context holds is still an error, with its numbers.
    let long = try CommandLineTool.run(
      "chat", "--context", "64", input: String(repeating: "word ", count: 200) + "\nHello!\n")
    #expect(long.errors.contains("the context size is 64"), "\(long.errors)")
    #expect(!long.output.isEmpty)
  }

  @Test("49.22 a prompt that no context holds is refused, and the conversation stays")
  func longPromptsCostNoTurns() throws {
    let result = try CommandLineTool.run(
      "chat", "--context", "200", "--max-tokens", "10", "--greedy",
      input: "My cat is called Minka.\n" + String(repeating: "word ", count: 400) + "\n/transcript\n")
    #expect(result.errors.contains("the context size is 200") && !result.errors.contains("dropped"), "\(result.errors)")
    #expect(result.text.contains("Prompt: My cat is called Minka."), "\(result.text)")
  }

  @Test("49.22 an answer that fails costs neither the turn that it was to replace nor those that were dropped for it")
  func answersThatFailCostNoTurns() throws {
    let long = String(repeating: "word ", count: 400)
    let regenerated = try CommandLineTool.run(
      "chat", "--context", "200", "--max-tokens", "10", "--greedy",
      input: "My cat is called Minka.\n/system \(long)\n/regenerate\n/system Be brief.\n/transcript\n")
    #expect(regenerated.errors.contains("the context size is 200"), "\(regenerated.errors)")
    #expect(regenerated.errors.contains("the conversation stays as it was"), "\(regenerated.errors)")
    #expect(regenerated.text.contains("Prompt: My cat is called Minka.\nResponse: "), "\(regenerated.text)")
    // The prompt for an answer is longer than the count of its tokens, for one word.
    let model = try TemporaryModel {
      $0["tokenizer.chat_template"] = .text(
        "{% for m in messages %}{{ m.content }}\n{% endfor %}"
          + "{% if add_generation_prompt and 'Minka' in messages[-1].content %}"
          + "{% for i in range(300) %} word{% endfor %}{% endif %}")
    }
    let dropped = try CommandLineTool.run(
      "chat", "--context", "200", "--max-tokens", "10", "--greedy", "--model", model.path,
      input: "One.\nTwo.\nMinka.\n/transcript\n/undo\n/undo\n/undo\n")
    #expect(dropped.errors.ranges(of: "was dropped").count == 2, "\(dropped.errors)")
    #expect(dropped.errors.contains("the conversation stays as it was"), "\(dropped.errors)")
    #expect(dropped.text.contains("Prompt: One.\n") && dropped.text.contains("Prompt: Two.\n"), "\(dropped.text)")
    #expect(dropped.errors.ranges(of: "taken back\n").count == 2, "\(dropped.errors)")
  }

  @Test("49.22 tools that fill the context cost no turns, and the numbers of a turn are those of its last prompt")
  func toolsMayFillTheContext() throws {
    func chat(_ context: Int) throws -> CommandLineTool.Result {
      try CommandLineTool.run(
        "chat", "--context", "\(context)", "--max-tokens", "40", "--greedy",
        input: "/tools\nHello!\nWhat is 12 * 7? Use the calculator.\n/stats\n/transcript\n/undo\n/undo\n")
    }
    let whole = try chat(400)
    #expect(whole.text.contains("Response: 12 * 7 is 84."), "\(whole)")
    let numbers = try #require(whole.errors.firstMatch(of: /prompt: (\d+) tokens, .*; context: (\d+) of 400 tokens/))
    let (prompt, context) = (try #require(Int(numbers.1)), try #require(Int(numbers.2)))
    #expect(prompt < context && context < prompt + 20, "\(numbers.0)")
    // Without the turn before, there is room; then for the call alone, and not for its result.
    let condensed = try chat(prompt - 4)
    #expect(condensed.errors.contains("the oldest turn was dropped"), "\(condensed.errors)")
    #expect(condensed.text.contains("Response: 12 * 7 is 84.") && !condensed.text.contains("Prompt: Hello!"))
    #expect(condensed.errors.hasSuffix("the last turn has been taken back\nthere is nothing to take back\n"))
    let refused = try chat(prompt - 30)
    #expect(refused.errors.contains("[calculator: ") && refused.errors.contains("the context size is"), "\(refused)")
    #expect(refused.text.contains("Prompt: Hello!") && !refused.text.contains("Prompt: What"), "\(refused)")
    #expect(refused.errors.hasSuffix("the last turn has been taken back\nthere is nothing to take back\n"))
  }

  @Test("49.22 turns are taken back and counted after the oldest have been dropped")
  func condensedConversationsAreTakenBack() throws {
    let lines = (1...8).map { "Tell me a story about the number \($0) and a small house.\n" }.joined()
    let result = try CommandLineTool.run(
      "chat", "--context", "256", "--max-tokens", "40", "--greedy",
      input: lines + "/stats\n/undo\n/transcript\n" + String(repeating: "/undo\n", count: 8))
    #expect(result.status == 0 && result.errors.contains(" dropped\n"), "\(result.errors)")
    let numbers = try #require(result.errors.firstMatch(of: /context: (\d+) of 256 tokens/))
    #expect(try #require(Int(numbers.1)) <= 256)
    #expect(result.text.contains("Prompt: Tell me a story about the number 7 "), "\(result.text)")
    #expect(!result.text.contains("number 8 ") && !result.text.contains("Prompt: Tell me a story about the number 1 "))
    #expect(result.errors.contains("the last turn has been taken back\nthere is nothing to take back"))
  }

  /// One rule for all outputs: what is no regular file is written through, and never read.
  @Test("49.11 a conversation is saved to pipes, descriptors and empty files, and never to a link that leads nowhere")
  func conversationsAreSavedByTheRuleOfAllOutputs() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    try #require(CommandLineTool.shell("mkfifo '\(path("pipe"))'; : > '\(path("empty"))'").status == 0)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("none"))
    let saves = ["pipe", "empty", "link"].map { "/save \(path($0))\\n" }.joined()
    let result = try CommandLineTool.shell(
      "cat '\(path("pipe"))' > '\(path("copy"))' & printf 'Hello!\\n\(saves)/save /dev/stdout\\n' "
        // A reader that nothing was written for ends too.
        + "| \"$SWIFTLET\" chat --greedy -n 3; status=$?; : <> '\(path("pipe"))'; wait; exit $status")
    #expect(result.status == 0 && result.errors.ranges(of: "saved as").count == 3, "\(result.errors)")
    #expect(result.errors.contains("\(path("link")): found a symbolic link that leads nowhere"), "\(result.errors)")
    let answer = try #require(result.text.firstIndex(of: "{"))
    let texts = try ["empty", "copy"].map { try String(contentsOfFile: path($0), encoding: .utf8) }
    for text in texts + [String(result.text[answer...])] {
      // The order of the members is not the same each time.
      #expect(try object(text)["type"] as? String == "FoundationModels.Transcript" && text.contains("Hello!"))
    }
  }

  @Test func conversationsAreSavedAndContinued() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json").path(
      percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try CommandLineTool.run(
      "chat", "--greedy", input: "My cat is called Minka.\n/save \(path)\n/save \(path)\n")
    #expect(first.status == 0 && first.errors.ranges(of: "saved as").count == 2, "\(first.errors)")
    let second = try CommandLineTool.run("chat", "--greedy", input: "/load \(path)\nWhat is my cat called?\n")
    #expect(second.text.contains("Minka"), "\(second.text)")
    let nowhere = try CommandLineTool.run("chat", input: "/save /nowhere/x.json\n")
    #expect(nowhere.errors.contains("swiftlet: chat: /nowhere/x.json: No such"), "\(nowhere.errors)")
    #expect(nowhere.errors.ranges(of: "/nowhere/x.json").count == 1, "\(nowhere.errors)")
    try Data("a letter".utf8).write(to: URL(filePath: path))
    let other = try CommandLineTool.run("chat", input: "/save \(path)\n/load \(path)\n/load /nowhere/x\n/save\n")
    #expect(other.errors.ranges(of: "swiftlet: chat: ").count == 4, "\(other.errors)")
    #expect(!other.errors.contains("DecodingError") && !other.errors.contains("Error Domain"), "\(other.errors)")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("a letter".utf8))
  }

  @Test func turnsAreTakenBackAndAnsweredAnew() throws {
    let result = try CommandLineTool.run(
      "chat", "--greedy", "--max-tokens", "12",
      input: "Hello!\n/regenerate\n/stats\n/undo\n/undo\n/transcript\n/system Be brief.\n/transcript\n/regenrate\n")
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "Instructions: Be brief.", "\(result.text)")
    #expect(result.errors.contains("taken back\nthere is nothing to take back"), "\(result.errors)")
    #expect(result.errors.contains(/prompt: \d+ tokens, \d+ of them cached.*; answer: \d+ tokens/))
    #expect(result.errors.contains("did you mean /regenerate?"))
  }

  @Test func regeneratedAnswersHaveTheNextSeedsInEveryRun() throws {
    func answers(_ seed: String, _ input: String) throws -> [Substring] {
      let options = ["--temperature", "2", "--max-tokens", "12", "--stop", "\\n", "--seed", seed]
      let line = options.map { "'\($0)'" }.joined(separator: " ")
      return try CommandLineTool.shell("printf '\(input)' | \"$SWIFTLET\" chat \(line)").text.split(separator: "\n")
    }
    let again = "Tell me a story.\\n/regenerate\\n/regenerate\\n/reset\\nTell me a story.\\n"
    let all = try answers("41", again)
    try #require(all.count == 4)
    #expect(Set(all[..<3]).count == 3 && all[3] == all[0])
    #expect(try answers("41", again) == all)
    #expect(try answers("42", "Tell me a story.\\n") == [all[1]])
  }

  @Test func stopSequencesEndAnswersOfAChat() throws {
    let whole = try CommandLineTool.run("chat", "--greedy", "-n", "30", input: "Once upon a time\n").text
    let word = try #require(whole.split(separator: " ").dropFirst(5).first.map(String.init))
    let cut = try CommandLineTool.run("chat", "--greedy", "-n", "30", "--stop", word, input: "Once upon a time\n")
    #expect(whole.hasPrefix(cut.text.dropLast() + word) && cut.errors.contains("stop sequence"), "\(cut.errors)")
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
      #expect(command == "chat" || result.errors.contains("after 30 tokens"), "\(result.errors)")
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
