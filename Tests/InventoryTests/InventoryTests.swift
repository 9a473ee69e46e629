import FoundationModels
import Testing

/// Tests of the part of the inventory that runs without a model.
struct InventoryTests {
  @Test("A model with nothing but the requirements drives a session")
  func requirements() async throws {
    let session = LanguageModelSession(model: Parrot(), instructions: "Repeat.")
    #expect(try await session.respond(to: "text").content == "hello")
    #expect(Parrot().capabilities.contains(.toolCalling) && !capabilities(Parrot().capabilities))
  }

  @Test("Names of schemas are those of their types, or those given")
  func names() {
    #expect(
      [Leg.generationSchema, Station.generationSchema, Platform.generationSchema].map(\.name) == [
        "Leg", "station", "platform",
      ])
    #expect(Timetable().name == "Timetable" && Ledger(parameters: Leg.generationSchema).name == "ledger")
  }

  @Test("A closure that does not throw makes an initializer that does not throw")
  func merging() {
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("a", 2)]
    #expect(GeneratedContent(properties: pairs) { old, _ in old }.jsonString == #"{"a": 1}"#)
  }

  @Test("Every error says something")
  func errors() {
    let entry = Transcript.Entry.prompt(Transcript.Prompt(segments: []))
    for error in modelErrorDetails(entry) { #expect(error.errorDescription?.isEmpty == false) }
  }

  @Test("Builders take what is representable")
  func builders() {
    let transcript = LanguageModelSession(model: Parrot()) { Banner(title: "") }.transcript
    guard case .instructions(let instructions)? = transcript.first else {
      Issue.record("no instructions")
      return
    }
    #expect(instructions.segments.map(\.description).joined(separator: "|") == "# |Find a title.")
  }
}
