import Foundation
import Swiftlet
import Testing

struct FeedbackTests {
  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("13.1, 3.5 A report has the transcript, what was rolled back, and what the person says")
  func reports() async throws {
    struct Failure: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel { request, channel in
        await channel.send(.response(action: .appendText("half", tokenCount: 1)))
        if request.transcript.count > 1 { throw Failure() }
      })
    try await session.respond(to: "one")
    await #expect(throws: Failure.self) { try await session.respond(to: "two") }
    let data = session.logFeedbackAttachment(
      sentiment: .negative,
      issues: [
        .init(category: .tooVerbose, explanation: "It goes on."), .init(category: .triggeredGuardrailUnexpectedly),
      ])
    let report = try object(data)
    #expect(report["sentiment"] as? String == "negative")
    #expect((report["issues"] as? [[String: String]])?[0] == ["category": "tooVerbose", "explanation": "It goes on."])
    #expect((report["issues"] as? [[String: String]])?[1] == ["category": "triggeredGuardrailUnexpectedly"])
    func transcript(_ key: String) throws -> Transcript {
      try JSONDecoder().decode(
        Transcript.self, from: JSONSerialization.data(withJSONObject: try #require(report[key])))
    }
    #expect(try transcript("transcript") == session.transcript)
    #expect(try transcript("rolledBackEntries").map(\.description) == ["Prompt: two", "Response: half"])
    #expect(report["desiredOutput"] == nil)
    // Several reports may follow each other, a line each.
    #expect(data.last == UInt8(ascii: "\n") && !data.dropLast().contains(UInt8(ascii: "\n")))
  }

  @Test("13.2 What the answer should have been is a response entry")
  func desiredOutput() throws {
    let session = LanguageModelSession(model: ScriptedModel("x"))
    func entry(_ data: Data) throws -> Transcript.Entry? {
      let json = try #require(try object(data)["desiredOutput"])
      return try JSONDecoder().decode(Transcript.self, from: JSONSerialization.data(withJSONObject: json)).first
    }
    #expect(
      try entry(session.logFeedbackAttachment(sentiment: nil, desiredResponseText: "Yes."))?.description
        == "Response: Yes.")
    let data = session.logFeedbackAttachment(
      sentiment: .positive, desiredResponseContent: Person(name: "Ada", age: 36))
    guard case .structure(let segment)? = try entry(data)?.segments.first else {
      Issue.record("no structure")
      return
    }
    #expect(segment.schemaName == "Person" && segment.content.jsonString == #"{"name": "Ada", "age": 36}"#)
    #expect(try object(session.logFeedbackAttachment(sentiment: .neutral))["desiredOutput"] == nil)
    #expect(try object(session.logFeedbackAttachment(sentiment: nil))["sentiment"] == nil)
    #expect(LanguageModelFeedback.Sentiment.allCases.count == 3)
    #expect(LanguageModelFeedback.Issue.Category.allCases.count == 8)
  }
}
