import Foundation
import Swiftlet
import Testing

/// Members of the published interface, as clients use them.
struct SessionInterfaceTests {
  @Test func membersOfTheSeam() throws {
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(), enabledTools: [Transcript.ToolDefinition(tool: Weather())],
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: ["k": true])
    request.enabledToolDefinitions[0].parameters = Person.generationSchema
    request.schema = Person.generationSchema
    #expect(request.enabledToolDefinitions[0].parameters.name == "Person" && request.metadata.count == 1)
    let usage = LanguageModelExecutorGenerationChannel.Usage(
      input: .init(totalTokenCount: 1, cachedTokenCount: 0), output: .init(totalTokenCount: 2, reasoningTokenCount: 1))
    #expect(usage.metadata.isEmpty)
    let total = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 1, cachedTokenCount: 0), output: .init(totalTokenCount: 2, reasoningTokenCount: 1),
      metadata: ["k": 1])
    #expect(total.totalTokenCount == 3 && total.metadata.count == 1)
    let tool: any Tool<City, String> = Weather()
    #expect(tool.name == "Weather")
    let failure = LanguageModelSession.ToolCallError(tool: Weather(), underlyingError: CancellationError())
    #expect(failure.errorDescription?.contains("Weather") == true)
  }

  @Test func sessionsOfTheDynamicLayer() {
    let entry = Transcript.Entry.prompt(Transcript.Prompt(segments: []))
    let sessions = [
      LanguageModelSession(profile: LanguageModelSession.Profile {}),
      LanguageModelSession(profile: LanguageModelSession.Profile {}, history: [entry]),
      LanguageModelSession(dynamicInstructions: EmptyDynamicInstructions()),
      LanguageModelSession(dynamicInstructions: Instructions("x"), history: Transcript(entries: [entry])),
      LanguageModelSession(
        model: ScriptedModel("x"), dynamicInstructions: Instructions("x"),
        history: Transcript(entries: [entry]).history),
    ]
    #expect(sessions.map(\.transcript.count) == [0, 1, 0, 2, 2])
  }
}
