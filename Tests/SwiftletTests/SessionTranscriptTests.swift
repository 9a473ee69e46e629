import Foundation
import Swiftlet
import Testing

struct SessionTranscriptTests {
  @Test("1.2 A session without instructions and tools begins with an empty transcript")
  func isEmptyWithoutInstructions() {
    #expect(LanguageModelSession(model: ScriptedModel()).transcript.isEmpty)
    #expect(LanguageModelSession(model: ScriptedModel(), instructions: nil).transcript.isEmpty)
  }

  @Test("1.1, 1.10 Instructions are the first entry, with a segment for each of their pieces")
  func beginsWithTheInstructions() {
    let session = LanguageModelSession(model: ScriptedModel()) {
      "Be brief."
      "Be kind."
    }
    #expect(session.transcript.kinds == ["instructions"])
    guard case .instructions(let instructions) = session.transcript.first else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(instructions.segments.map(\.description) == ["Be brief.", "Be kind."])
  }

  @Test("1.3, 2.1 A turn adds a prompt and a response, which are the entries of its answer")
  func aTurnAddsPromptAndResponse() async throws {
    let session = LanguageModelSession(model: ScriptedModel("Hel", "lo"), instructions: "Be brief.")
    let response = try await session.respond(to: "Hi")
    #expect(response.content == "Hello")
    #expect(session.transcript.kinds == ["instructions", "prompt", "response"])
    #expect(Array(response.transcriptEntries) == Array(session.transcript.dropFirst()))
    #expect(response.transcriptEntries.startIndex == 1)
    #expect(!session.isResponding)
  }

  @Test("4.8, 4.10 The model sees all that was said, and the options")
  func theModelSeesAllThatWasSaid() async throws {
    let model = ScriptedModel("yes")
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    try await session.respond(to: "one")
    try await session.respond(to: "two", options: GenerationOptions(temperature: 0.25))
    let request = try #require(model.log.requests.last)
    #expect(request.transcript.kinds == ["instructions", "prompt", "response", "prompt"])
    #expect(request.generationOptions.temperature == 0.25)
    #expect(Set(model.log.requests.map(\.id)).count == 2)
    guard case .prompt(let prompt) = request.transcript.last else {
      Issue.record("\(request.transcript)")
      return
    }
    #expect(prompt.options.temperature == 0.25)
  }

  @Test("A restored transcript is taken as it is")
  func aRestoredTranscriptIsTakenAsItIs() async throws {
    let first = LanguageModelSession(model: ScriptedModel("yes"), instructions: "Be brief.")
    try await first.respond(to: "one")
    let second = LanguageModelSession(model: ScriptedModel("no"), transcript: first.transcript)
    #expect(second.transcript == first.transcript)
    try await second.respond(to: "two")
    #expect(second.transcript.kinds == ["instructions", "prompt", "response", "prompt", "response"])
  }

  @Test("1.12 The transcript can be replaced between requests")
  func canBeReplacedBetweenRequests() async throws {
    let session = LanguageModelSession(model: ScriptedModel("yes"))
    try await session.respond(to: "one")
    session.transcript.removeAll()
    #expect(session.transcript.isEmpty)
  }

  @Test("3.8 Replacing the transcript during a request has no effect and fails the request")
  func replacingItDuringARequestFailsTheRequest() async throws {
    let started = Gate()
    let gate = Gate()
    let model = ScriptedModel { _, channel in
      await started.open()
      await gate.wait()
      await channel.send(.response(action: .appendText("x", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    let request = Task { try await session.respond(to: "one").content }
    await started.wait()
    session.transcript = Transcript()
    #expect(session.transcript.kinds == ["instructions", "prompt"])
    await gate.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) { _ = try await request.value }
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test("4.16 Events without identifiers share an entry and a segment")
  func eventsWithoutIdentifierShareAnEntryAndASegment() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a", "b", "c"))
    let response = try await session.respond(to: "x")
    guard case .response(let entry) = response.transcriptEntries.last else {
      Issue.record("\(response.transcriptEntries)")
      return
    }
    #expect(entry.segments.count == 1)
  }

  @Test("4.12, 4.16 Identifiers open entries and segments")
  func identifiersOpenEntriesAndSegments() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(entryID: "A", action: .appendText("1", segmentID: "s", tokenCount: 1)))
      await channel.send(.response(action: .appendText("2", segmentID: "t", tokenCount: 1)))
      await channel.send(.response(action: .appendText("3", tokenCount: 1)))
      await channel.send(.response(entryID: "B", action: .appendText("4", tokenCount: 1)))
      await channel.send(.response(entryID: "A", action: .appendText("5", segmentID: "s", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "x")
    #expect(response.transcriptEntries.map(\.id).suffix(2) == ["A", "B"])
    guard case .response(let entry) = response.transcriptEntries[1] else {
      Issue.record("\(response.transcriptEntries)")
      return
    }
    #expect(entry.segments.map(\.description) == ["15", "23"])
    #expect(entry.segments.map(\.id) == ["s", "t"])
    #expect(response.content == "15234")
  }

  @Test("4.16 The text of a segment can be replaced")
  func aSegmentCanBeReplaced() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("draft", tokenCount: 1)))
      await channel.send(.response(action: .replaceTextSegment("final", tokenCount: 1)))
      await channel.send(.response(action: .appendText("!", tokenCount: 1)))
    }
    #expect(try await LanguageModelSession(model: model).respond(to: "x").content == "final!")
  }

  @Test func anAnswerWithoutTextIsEmpty() async throws {
    let session = LanguageModelSession(model: ScriptedModel())
    #expect(try await session.respond(to: "x").content == "")
    #expect(session.transcript.kinds == ["prompt"])
  }

  @Test("1.6 Identifiers are uppercase UUIDs unless they are stated")
  func defaultIdentifiersAreUppercaseUUIDs() {
    let segment = Transcript.TextSegment(content: "x")
    #expect(UUID(uuidString: segment.id) != nil && segment.id == segment.id.uppercased())
    let entry = Transcript.Entry.prompt(Transcript.Prompt(id: "p", segments: [.text(segment)]))
    #expect(entry.id == "p")
  }
}
