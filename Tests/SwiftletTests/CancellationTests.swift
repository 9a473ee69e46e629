import Foundation
import Swiftlet
import Synchronization
import Testing

/// Requests that end before their time, at every stage and many times over.
struct CancellationTests {
  private typealias Model = ScriptedModel

  /// Cancels a request after an event, many times, and checks that the session remains usable.
  private func cancel(
    _ session: LanguageModelSession, times: Int = 50, when hasBegun: @escaping @Sendable () -> Bool,
    then reset: () -> Void = {}
  ) async throws {
    let before = session.transcript
    for _ in 0..<times {
      let request = Task { try await session.respond(to: "x").content }
      #expect(await eventually(hasBegun))
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
      #expect(!session.isResponding && session.transcript == before)
      reset()
    }
  }

  @Test("3.4, 3.6 Before the first word")
  func beforeTheFirstWord() async throws {
    let hasBegun = Mutex(false)
    let model = ScriptedModel { _, _ in
      hasBegun.withLock { $0 = true }
      try await Task.sleep(for: .seconds(3600))
    }
    try await cancel(LanguageModelSession(model: model, instructions: "i")) {
      hasBegun.withLock(\.self)
    } then: {
      hasBegun.withLock { $0 = false }
    }
  }

  @Test("3.4, 3.6 Between words")
  func betweenWords() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless(), instructions: "i")
    try await cancel(session) { session.transcript.count > 2 }
  }

  @Test("3.4, 3.6 While tools run, all of which are cancelled")
  func whileToolsRun() async throws {
    let running = Mutex(0)
    let weather = Weather { _ in
      running.withLock { $0 += 1 }
      defer { running.withLock { $0 -= 1 } }
      try await Task.sleep(for: .seconds(3600))
      return ""
    }
    let model = ScriptedModel { request, channel in
      try await Model.call(("a", "Weather", #"{"city": "A"}"#), ("b", "Weather", #"{"city": "B"}"#))(request, channel)
    }.able(to: .toolCalling)
    try await cancel(LanguageModelSession(model: model, tools: [weather])) { running.withLock(\.self) == 2 }
    #expect(running.withLock(\.self) == 0)
  }

  @Test("A tool that fails cancels the others of its step")
  func aFailureCancelsTheOthers() async throws {
    struct Failure: Error {}
    let others = Mutex(0)
    let weather = Weather { city in
      guard city != "A" else { throw Failure() }
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        others.withLock { $0 += 1 }
        throw error
      }
      return ""
    }
    for _ in 0..<20 {
      let model = Model.steps(Model.call(("a", "Weather", #"{"city": "B"}"#), ("b", "Weather", #"{"city": "A"}"#)))
      let session = LanguageModelSession(model: model, tools: [weather])
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "x") }
      #expect(error?.underlyingError is Failure)
    }
    // Also a tool that begins when its task is cancelled already: then it does not sleep at all.
    #expect(others.withLock(\.self) == 20)
  }

  @Test("A stream that is left while tools run ends them")
  func leavingAStreamWhileToolsRun() async throws {
    let running = Mutex(0)
    let weather = Weather { _ in
      running.withLock { $0 += 1 }
      defer { running.withLock { $0 -= 1 } }
      try await Task.sleep(for: .seconds(3600))
      return ""
    }
    let model = ScriptedModel { request, channel in
      try await Model.say("a")(request, channel)
      try await Model.call((UUID().uuidString, "Weather", #"{"city": "A"}"#))(request, channel)
    }.able(to: .toolCalling)
    let session = LanguageModelSession(model: model, tools: [weather])
    for _ in 0..<20 {
      for try await _ in session.streamResponse(to: "x") { break }
      #expect(await eventually { !session.isResponding && running.withLock(\.self) == 0 })
    }
    try await LanguageModelSession(model: ScriptedModel("fine"), transcript: session.transcript).respond(to: "x")
  }

  @Test("Sixty-four sessions with tools at the same time, every other one cancelled")
  func manySessions() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let model = Model.steps(
            Model.call(("a", "Weather", #"{"city": "\#(number)"}"#)), Model.say("done \(number)"))
          let session = LanguageModelSession(
            model: model,
            tools: [
              Weather { city in
                if number.isMultiple(of: 2) { try await Task.sleep(for: .seconds(3600)) }
                return city
              }
            ])
          let request = Task { try await session.respond(to: "x").content }
          if number.isMultiple(of: 2) {
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            #expect(session.transcript.kinds == ["instructions"])
          } else {
            let answer = try await request.value
            #expect(answer == "done \(number)")
          }
          #expect(!session.isResponding)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Two hundred turns with tools")
  func twoHundredTurns() async throws {
    let model = ScriptedModel { request, channel in
      if case .prompt? = request.transcript.last {
        try await Model.call(("c\(request.transcript.count)", "Weather", #"{"city": "A"}"#))(request, channel)
      } else {
        try await Model.say("wet")(request, channel)
      }
    }.able(to: .toolCalling)
    let session = LanguageModelSession(model: model, tools: [Weather()])
    for _ in 0..<200 { #expect(try await session.respond(to: "x").content == "wet") }
    #expect(session.transcript.count == 1 + 4 * 200)
  }
}
