import Foundation
import Swiftlet
import Testing

struct RepresentationTests {
  /// The pieces of a prompt, which are those of instructions from the same value.
  private func pieces(_ value: some PromptRepresentable & InstructionsRepresentable) async throws -> [String] {
    let model = ScriptedModel("a")
    try await LanguageModelSession(model: model, instructions: Instructions(value)).respond(to: Prompt(value))
    let entries = Array(model.log.requests[0].transcript)
    guard case .instructions(let instructions) = entries.first, case .prompt(let prompt) = entries.last else {
      return []
    }
    #expect(instructions.segments.map(\.description) == prompt.segments.map(\.description))
    return prompt.segments.map(\.description)
  }

  @Test("9.7 A string stands in a prompt as it is, other values as their JSON")
  func values() async throws {
    #expect(try await pieces("a \"b\"") == ["a \"b\""])
    #expect(try await pieces(3) == ["3"])
    #expect(try await pieces(true) == ["true"])
    #expect(try await pieces(2.0) == ["2"])
    #expect(try await pieces(Float(0.1)) == ["0.1"])
    #expect(try await pieces(Decimal(string: "1.50") ?? 0) == ["1.5"])
    #expect(try await pieces(Leg(to: "Oslo")) == [#"{"to": "Oslo"}"#])
    #expect(try await pieces(Colour.red) == [#""red""#])
    #expect(try await pieces(GeneratedContent(properties: ["a": [1]])) == [#"{"a": [1]}"#])
    #expect(try await pieces([Leg(to: "a"), Leg(to: "b")]) == [#"{"to": "a"}"#, #"{"to": "b"}"#])
    #expect(try await pieces(String?.some("a")) == ["a"])
    #expect(try await pieces(Leg?.none) == ["null"])
  }

  @Test("Values can be lines of a prompt")
  func lines() async throws {
    let prompt = Prompt {
      "Where to?"
      Leg(to: "Oslo")
      if let leg = Leg?.some(Leg(to: "Voss")) { leg }
      [1, 2]
    }
    let model = ScriptedModel("a")
    try await LanguageModelSession(model: model).respond(to: prompt)
    guard case .prompt(let entry) = model.log.requests[0].transcript.last else {
      Issue.record("\(model.log.requests[0].transcript)")
      return
    }
    #expect(entry.segments.map(\.description) == ["Where to?", #"{"to": "Oslo"}"#, #"{"to": "Voss"}"#, "1", "2"])
  }
}
