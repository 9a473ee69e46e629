import Swiftlet
import Testing

struct PromptTests {
  /// The pieces of a prompt, as a model is shown them.
  private func parts(_ prompt: Prompt) async throws -> [String] {
    let model = ScriptedModel("a")
    try await LanguageModelSession(model: model).respond(to: prompt)
    guard case .prompt(let prompt) = model.log.requests[0].transcript.last else { return [] }
    return prompt.segments.map(\.description)
  }

  private struct Letter: PromptRepresentable, InstructionsRepresentable {
    var lines: [String]
    var promptRepresentation: Prompt {
      "Dear reader,"
      for line in lines { line }
    }
    var instructionsRepresentation: Instructions {
      "Write like this:"
      lines
    }
  }

  @Test func eachLineIsAPiece() async throws {
    let isLong = true
    let absent: String? = nil
    let prompt = Prompt {
      "one"
      ["two", "three"]
      Prompt("four")
      if isLong { "five" }
      if !isLong { "never" }
      if isLong { "six" } else { "never" }
      switch isLong {
      case true: "seven"
      case false: "never"
      }
      for number in 8...9 { "\(number)" }
      Letter(lines: ["ten"])
      if let absent { absent }
      if #available(macOS 15, *) { "eleven" }
    }
    #expect(
      try await parts(prompt) == [
        "one", "two", "three", "four", "five", "six", "seven", "8", "9", "Dear reader,", "ten", "eleven",
      ])
  }

  @Test func representableTypesMakePrompts() async throws {
    #expect(try await parts(Prompt("a")) == ["a"])
    #expect(try await parts(Prompt(["a", "b"])) == ["a", "b"])
    #expect(try await parts(Prompt(Letter(lines: ["x"]))) == ["Dear reader,", "x"])
    #expect(try await parts(Prompt(String?.none)) == ["null"])
    #expect(try await parts(Prompt {}) == [])
  }

  @Test func instructionsWorkAlike() {
    let instructions = Instructions {
      "one"
      Letter(lines: ["two"])
      for _ in 0..<2 { "again" }
    }
    let session = LanguageModelSession(model: ScriptedModel(), instructions: instructions)
    guard case .instructions(let entry) = session.transcript.first else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(entry.segments.map(\.description) == ["one", "Write like this:", "two", "again", "again"])
  }

  @Test func buildersRethrow() {
    struct Failure: Error {}
    func fail() throws -> String { throw Failure() }
    #expect(throws: Failure.self) { try Prompt { try fail() } }
    #expect(throws: Failure.self) { try Instructions { try fail() } }
  }
}
