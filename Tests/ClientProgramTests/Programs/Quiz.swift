import Foundation
import FoundationModels

/// A quiz whose questions are rows of a list, with identities that no model writes.
@Generable
struct Quiz: Identifiable {
  let id: UUID = UUID()
  let version = 2
  @Guide(description: "What it is about")
  var topic: String
  var questions: [Question]
}

@Generable
struct Question: Identifiable, Hashable {
  let id = UUID()
  var text: String
  @Guide(.count(2))
  var choices: [String]
}

/// A list as views have it, which tells its rows apart by their identities.
struct List<Row: Identifiable> {
  let rows: [Row]
  var identities: [Row.ID] { rows.map(\.id) }
}

func writeQuiz(on topic: String, model: some LanguageModel, show: (List<Question.PartiallyGenerated>) -> Void)
  async throws -> Quiz
{
  let session = LanguageModelSession(model: model)
  let stream = session.streamResponse(to: "A quiz on \(topic)", generating: Quiz.self)
  for try await snapshot in stream { show(List(rows: snapshot.content.questions ?? [])) }
  return try await stream.collect().content
}
