import FoundationModels
import Testing

/// Client programs that use forms of declarations which need care to compile at all.
struct FormTests {
  @Test("49.10 playgrounds compile, and a build does not run them")
  func playgrounds() {
    #expect(TryOut.runs == 0)
  }

  @Test("49.8 rows of a list keep their identities while a quiz is written, and the model is not asked for them")
  func quiz() async throws {
    let model = ScriptedModel(
      #"{"topic": "birds", "questions": [{"text": "Wh"#, #"o sings?", "choices": ["robin", "cat"]}, {"te"#,
      #"xt": "Who flies?", "choices": ["cow", "swift"]}]}"#
    ).able(to: .guidedGeneration)
    var lists: [[Question.PartiallyGenerated.ID]] = []
    let quiz = try await writeQuiz(on: "birds", model: model) { lists.append($0.identities) }
    #expect(quiz.questions.map(\.text) == ["Who sings?", "Who flies?"] && quiz.version == 2)
    #expect(Set(quiz.questions.map(\.id)).count == 2)
    #expect(lists.last?.count == 2 && Set(lists.joined()).count == 2)
    for (earlier, later) in zip(lists, lists.dropFirst()) { #expect(later.starts(with: earlier)) }
    #expect(model.log.requests[0].schema.map { !"\($0)".contains("UUID") && !"\($0)".contains("version") } == true)
  }

  @Test("49.9 filtering a transcript gives what the program goes on with")
  func rebuilding() async throws {
    let model = ScriptedModel("x")
    let program = Rebuilding(session: LanguageModelSession(model: model, instructions: "Be brief.")) {
      LanguageModelSession(model: model, transcript: $0)
    }
    for _ in 0..<2 { try await program.session.respond(to: "x") }
    #expect(Transcript(entries: program.history()).kinds == ["prompt", "response", "prompt", "response"])
    #expect(program.condensed(to: 1).kinds == ["instructions", "response"])
    #expect(program.withoutTools().transcript == program.session.transcript)
    program.keepOnly(Set(program.session.transcript.prefix(2).map(\.id)))
    #expect(program.session.transcript.kinds == ["instructions", "prompt"])
  }
}
