import Swiftlet
import Testing

struct SessionStreamTests {
  @Test("2.3, 2.8 Snapshots hold the whole answer so far")
  func snapshotsHoldTheWholeAnswerSoFar() async throws {
    let session = LanguageModelSession(model: ScriptedModel("Hel", "lo", "!"))
    var contents: [String] = []
    for try await snapshot in session.streamResponse(to: "Hi") {
      contents.append(snapshot.content)
      #expect(snapshot.transcriptEntries.count == 2)
    }
    #expect(contents == ["Hel", "Hello", "Hello!"])
    #expect(!session.isResponding)
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test("2.12 Nothing happens before the first read")
  func nothingHappensBeforeTheFirstRead() async throws {
    let model = ScriptedModel("yes")
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Hi")
    try await Task.sleep(for: .milliseconds(20))
    #expect(model.log.requests.isEmpty && session.transcript.isEmpty && !session.isResponding)
    _ = try await stream.collect()
    #expect(model.log.requests.count == 1)
  }

  @Test("2.10 Collecting works before, during and after iteration")
  func collectsBeforeDuringAndAfterIteration() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a", "b", "c"))
    let fresh = session.streamResponse(to: "1")
    let first = try await fresh.collect()
    #expect(first.content == "abc")
    #expect(try await fresh.collect().content == "abc")

    let started = session.streamResponse(to: "2")
    var iterator = started.makeAsyncIterator()
    #expect(try await iterator.next()?.content == "a")
    #expect(try await started.collect().content == "abc")
    #expect(try await iterator.next() == nil)

    let read = session.streamResponse(to: "3")
    for try await _ in read {}
    let response = try await read.collect()
    #expect(response.content == "abc" && response.transcriptEntries.count == 2)
  }

  @Test("2.11 Leaving early stops the model and keeps what was said")
  func leavingEarlyStopsTheModelAndKeepsWhatWasSaid() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless())
    for try await snapshot in session.streamResponse(to: "Hi") where snapshot.content.count >= 3 { break }
    #expect(await eventually { !session.isResponding })
    #expect(session.transcript.kinds == ["prompt", "response"])
    #expect(session.usage.output.totalTokenCount >= 3)
    let count = session.transcript.description.count
    try await Task.sleep(for: .milliseconds(20))
    #expect(session.transcript.description.count == count)
  }

  @Test("2.11 Leaving early stops the model even if the stream is kept")
  func leavingEarlyStopsTheModelEvenIfTheStreamIsKept() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless())
    let stream = session.streamResponse(to: "Hi")
    for try await _ in stream { break }
    #expect(await eventually { !session.isResponding })
    let response = try await stream.collect()
    #expect(!response.content.isEmpty && response.content.allSatisfy { $0 == "a" })
    #expect(session.transcript.kinds == ["prompt", "response"])
    #expect(session.transcript.last?.segments.map(\.description) == [response.content])
  }

  @Test("2.15, 3.4 Cancelling the reader stops the model and takes the turn back")
  func cancellingTheReaderStopsTheModelAndRevertsTheTranscript() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless(), instructions: "Be brief.")
    let started = Gate()
    let reader = Task {
      for try await _ in session.streamResponse(to: "Hi") { await started.open() }
    }
    await started.wait()
    #expect(session.isResponding)
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(!session.isResponding)
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test("2.10 Errors come after the snapshots, and again when collecting")
  func errorsComeAfterTheSnapshots() async throws {
    struct Failure: Error {}
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      throw Failure()
    }
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Hi")
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next()?.content == "a")
    await #expect(throws: Failure.self) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
    await #expect(throws: Failure.self) { _ = try await stream.collect() }
    #expect(session.transcript.isEmpty)
  }

  @Test func aReaderThatIsSlowMissesOnlyTheOldestSnapshots() async throws {
    let model = ScriptedModel { _, channel in
      for _ in 0..<1000 { await channel.send(.response(action: .appendText("a", tokenCount: 1))) }
    }
    let session = LanguageModelSession(model: model)
    var last = ""
    for try await snapshot in session.streamResponse(to: "Hi") {
      if last.isEmpty { #expect(await eventually { !session.isResponding }) }
      #expect(snapshot.content.hasPrefix(last))
      last = snapshot.content
    }
    #expect(last.count == 1000)
  }

  @Test func theBuilderFormRethrows() async throws {
    struct Failure: Error {}
    let session = LanguageModelSession(model: ScriptedModel("a"))
    func fail() throws -> String { throw Failure() }
    #expect(throws: Failure.self) { _ = try session.streamResponse { try fail() } }
    let stream = session.streamResponse {
      "one"
      "two"
    }
    #expect(try await stream.collect().content == "a")
  }

  @Test func aStreamThatIsNeverReadCostsNothing() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"))
    do { _ = session.streamResponse(to: "x") }
    #expect(try await session.respond(to: "y").content == "a")
  }
}

extension Transcript {
  /// All text, for comparing lengths.
  var description: String { map(\.description).joined(separator: "\n") }
}
