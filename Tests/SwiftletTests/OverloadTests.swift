import Swiftlet
import Testing

/// Spellings that client sources use.
///
/// Most of what is tested here is that they compile.
struct OverloadTests {
  @Test func sessionsWithTheSystemsModel() {
    #expect(LanguageModelSession().transcript.isEmpty)
    #expect(LanguageModelSession(instructions: nil).transcript.isEmpty)
    #expect(LanguageModelSession(instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(instructions: Instructions("Be brief.")).transcript.count == 1)
    #expect(LanguageModelSession { "Be brief." }.transcript.count == 1)
    #expect(LanguageModelSession(model: .default).transcript.isEmpty)
    #expect(LanguageModelSession(model: .default, instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(model: SystemLanguageModel.default) { "Be brief." }.transcript.count == 1)
    #expect(LanguageModelSession(transcript: Transcript()).transcript.isEmpty)
    #expect(LanguageModelSession(model: .default, transcript: Transcript(entries: [])).transcript.isEmpty)
  }

  @Test func sessionsWithAnyModel() throws {
    let model = ScriptedModel("a")
    #expect(LanguageModelSession(model: model).transcript.isEmpty)
    #expect(LanguageModelSession(model: model, instructions: nil).transcript.isEmpty)
    #expect(LanguageModelSession(model: model, instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(model: model) { "Be brief." }.transcript.count == 1)
    let any: any LanguageModel = model
    #expect(LanguageModelSession(model: any, instructions: "Be brief.").transcript.count == 1)
    struct Failure: Error {}
    func fail() throws(Failure) -> String { throw Failure() }
    #expect(throws: Failure.self) { _ = try LanguageModelSession(model: model) { try fail() } }
  }

  @Test func requests() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"))
    try await session.respond(to: "x")
    try await session.respond(to: Prompt("x"))
    try await session.respond { "x" }
    try await session.respond(options: GenerationOptions(temperature: 1)) { "x" }
    let text = "x"
    let response: LanguageModelSession.Response<String> = try await session.respond(to: text, options: .init())
    #expect(response.content == "a")
    for try await partial in session.streamResponse(to: text) { #expect(partial.content == "a") }
    for try await partial in session.streamResponse(to: Prompt(text)) { #expect(partial.content == "a") }
    for try await partial in session.streamResponse(options: .init(), prompt: { "x" }) {
      #expect(partial.content == "a")
    }
    #expect(session.transcript.count == 16)
  }

  @MainActor
  @Test func requestsFromTheMainActor() async throws {
    final class ViewModel {
      let session = LanguageModelSession(model: ScriptedModel("a", "b"))
      var text = ""
      func run() async throws {
        for try await snapshot in session.streamResponse(to: "x") { text = snapshot.content }
        text += try await session.respond(to: "y").content
      }
    }
    let view = ViewModel()
    try await view.run()
    #expect(view.text == "abab")
  }

  @Test func options() {
    #expect(GenerationOptions() == GenerationOptions(samplingMode: nil, temperature: nil, maximumResponseTokens: nil))
    #expect(GenerationOptions(samplingMode: .greedy).samplingMode?.kind == .greedy)
    #expect(GenerationOptions.SamplingMode.random(top: 5).kind == .randomTopK(5, seed: nil))
    #expect(
      GenerationOptions.SamplingMode.random(probabilityThreshold: 0.5, seed: 7).kind
        == .randomProbabilityThreshold(0.5, seed: 7))
    #expect(GenerationOptions(maximumResponseTokens: 3).maximumResponseTokens == 3)
  }

  @available(*, deprecated)
  @Test func optionsInTheirFirstSpelling() {
    var options = GenerationOptions(sampling: .greedy, temperature: 0.5)
    #expect(options.samplingMode == .greedy && options.sampling == .greedy)
    options.sampling = nil
    #expect(options == GenerationOptions(temperature: 0.5))
  }
}
