import Swiftlet
import Testing

struct HistoryTests {
  private static func prompt(_ id: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: id, segments: []))
  }

  private static func instructions(_ id: String) -> Transcript.Entry {
    .instructions(Transcript.Instructions(id: id, segments: [], toolDefinitions: []))
  }

  @Test("1.9 The history is everything but leading instructions")
  func leavesOutLeadingInstructions() {
    #expect(Transcript().history.isEmpty)
    #expect(Transcript(entries: [Self.prompt("a"), Self.instructions("i")]).history.map(\.id) == ["a", "i"])
    let transcript = Transcript(entries: [Self.instructions("i"), Self.prompt("a"), Self.instructions("j")])
    #expect(transcript.history.map(\.id) == ["a", "j"])
  }

  @Test("1.9 Assigning keeps the leading instructions")
  func assigningKeepsLeadingInstructions() {
    var transcript = Transcript(entries: [Self.instructions("i"), Self.prompt("a"), Self.prompt("b")])
    transcript.history = [Self.prompt("c")]
    #expect(transcript.map(\.id) == ["i", "c"])
    transcript.history.append(Self.prompt("d"))
    transcript.history.append(contentsOf: [Self.prompt("e"), Self.prompt("f")])
    #expect(transcript.map(\.id) == ["i", "c", "d", "e", "f"])
    transcript.history = transcript.history.suffix(2)
    #expect(transcript.map(\.id) == ["i", "e", "f"])
    transcript.history.removeAll()
    #expect(transcript.map(\.id) == ["i"])
    var bare = Transcript(entries: [Self.prompt("a")])
    bare.history.insert(Self.instructions("i"), at: bare.history.startIndex)
    #expect(bare.map(\.id) == ["i", "a"])
  }

  @Test("The view is a collection like any other")
  func isACollection() {
    var view: Transcript.HistoryView = [Self.prompt("a"), Self.prompt("b"), Self.prompt("c")]
    let second = view.index(after: view.startIndex)
    #expect(view[second].id == "b" && view.index(before: view.endIndex) == view.index(second, offsetBy: 1))
    #expect(view.distance(from: second, to: view.endIndex) == 2 && second < view.endIndex)
    let part: Transcript.HistoryView = view[second..<view.endIndex]
    #expect(part.map(\.id) == ["b", "c"] && part.startIndex == second)
    view[second] = Self.prompt("x")
    view.swapAt(view.startIndex, second)
    #expect(view.map(\.id) == ["x", "a", "c"])
    view[second..<view.endIndex] = part.dropFirst()
    #expect(view.map(\.id) == ["x", "c"])
    view.reverse()
    #expect(view.reversed().map(\.id) == ["x", "c"] && view.filter { $0.id == "c" }.count == 1)
    #expect(Transcript.HistoryView().isEmpty)
  }

  @Test("A transcript is a collection that can be changed")
  func aTranscriptIsACollection() {
    var transcript = Transcript(entries: [Self.prompt("a"), Self.prompt("b")])
    let filtered: Transcript = transcript.filter { $0.id != "a" }
    #expect(filtered.map(\.id) == ["b"])
    transcript[0] = Self.prompt("c")
    transcript += [Self.prompt("d")]
    transcript.replaceSubrange(1..<2, with: [Self.prompt("e"), Self.prompt("f")])
    #expect(transcript.map(\.id) == ["c", "e", "f", "d"])
    let slice: Slice<Transcript> = transcript[1...2]
    #expect(slice.map(\.id) == ["e", "f"])
  }

  @Test("49.9 filtering gives entries where the type is open, as in release 26, and a transcript where one is expected")
  func filtering() throws {
    func takesEntries(_ entries: [Transcript.Entry]) -> [String] { entries.map(\.id) }
    func takesTranscript(_ transcript: Transcript) -> [String] { transcript.map(\.id) }
    let transcript = Transcript(entries: ["a", "b", "c"].map { Self.prompt($0) })
    let inferred = transcript.filter { $0.id != "a" }
    #expect(takesEntries(inferred) == ["b", "c"])
    var rest = transcript.filter { entry in
      if case .prompt(let prompt) = entry { return prompt.id != "b" }
      return false
    }
    rest += [Self.prompt("d")]
    #expect(takesEntries(rest) == ["a", "c", "d"])
    #expect(takesTranscript(Transcript(entries: inferred + rest.suffix(1))) == ["b", "c", "d"])
    let missing: Transcript? = nil
    let none = missing?.filter { $0.id == "a" } ?? []
    #expect(takesEntries(none) == [])

    #expect(takesTranscript(transcript.filter { $0.id == "c" }) == ["c"])
    let session = LanguageModelSession(model: ScriptedModel("x"), transcript: transcript.filter { $0.id != "b" })
    #expect(takesTranscript(session.transcript) == ["a", "c"])
    session.transcript = session.transcript.filter { $0.id == "a" }
    #expect(takesTranscript(session.transcript) == ["a"])
    struct Refused: Error {}
    #expect(throws: Refused.self) { try transcript.filter { _ in throw Refused() } as [Transcript.Entry] }
  }

  @Test("1.12 A session's history can be changed between requests")
  func aSessionsHistoryCanBeChanged() async throws {
    let model = ScriptedModel("x")
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    for _ in 0..<3 { try await session.respond(to: "x") }
    session.transcript.history = session.transcript.history.suffix(2)
    #expect(session.transcript.kinds == ["instructions", "prompt", "response"])
    session.properties.history.removeAll()
    #expect(session.transcript.kinds == ["instructions"])
    try await session.respond(to: "y")
    #expect(model.log.requests.last?.transcript.kinds == ["instructions", "prompt"])
  }
}
