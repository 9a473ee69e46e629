import Foundation
import Swiftlet
import SwiftletWeights
import Synchronization
import Testing

/// Sessions with a model behind a server, and with the same model in this process: answers have to be the same.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelServerSessionTests {
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 120)

  private func local() throws -> GGUFLanguageModel {
    try GGUFLanguageModel(contentsOf: try #require(DefaultModel.url), packedCache: .off)
  }

  @Generable struct Trip {
    var city: String
    @Guide(.range(1...14)) var days: Int
    @Guide(.maximumCount(3)) var sights: [String]
  }

  @Generable enum Mood { case positive, neutral, negative }

  @Test func values() async throws {
    try await RunningServer.with { _, client in
      let prompt = "Plan a trip to Lisbon for three days."
      let remote = try await LanguageModelSession(model: try client(nil))
        .respond(to: prompt, generating: Trip.self, options: greedy)
      let expected = try await LanguageModelSession(model: try local())
        .respond(to: prompt, generating: Trip.self, options: greedy)
      #expect(remote.rawContent.jsonString == expected.rawContent.jsonString)
      let mood = try await LanguageModelSession(model: try client(nil))
        .respond(
          to: "What is the tone of this message? What a wonderful hotel!", generating: Mood.self, options: greedy)
      #expect(mood.content == .positive)

      var last: Trip.PartiallyGenerated?
      let stream = LanguageModelSession(model: try client(nil))
        .streamResponse(to: prompt, generating: Trip.self, options: greedy)
      for try await snapshot in stream { last = snapshot.content }
      #expect(last?.city == expected.content.city && last?.days == expected.content.days)
    }
  }

  /// A tool that keeps the places that it was called for.
  fileprivate struct Weather: Tool {
    let name = "getWeather"
    let description = "Tells the weather of a city."
    let cities: Cities

    @Generable struct Arguments {
      var city: String
    }

    func call(arguments: Arguments) async throws -> String {
      cities.values.withLock { $0.append(arguments.city) }
      return #"{"condition": "sunny", "temperature": 24}"#
    }
  }

  fileprivate final class Cities: Sendable {
    let values = Mutex<[String]>([])
  }

  @Test func tools() async throws {
    try await RunningServer.with { _, client in
      let (there, here) = (Cities(), Cities())
      let prompt = "Do I need an umbrella in Lisbon?"
      let remote = LanguageModelSession(model: try client(nil), tools: [Weather(cities: there)])
      let answer = try await remote.respond(to: prompt, options: greedy).content
      let session = LanguageModelSession(model: try local(), tools: [Weather(cities: here)])
      let expected = try await session.respond(to: prompt, options: greedy).content
      #expect(there.values.withLock { $0 } == ["Lisbon"] && here.values.withLock { $0 } == ["Lisbon"])
      #expect(answer == expected && !answer.isEmpty)
      let kinds = remote.transcript.map { entry in
        switch entry {
        case .instructions: "instructions"
        case .prompt: "prompt"
        case .toolCalls(let calls): "\(calls.count) call"
        case .toolOutput: "output"
        case .response: "response"
        case .reasoning: "reasoning"
        @unknown default: "other"
        }
      }
      #expect(kinds == ["instructions", "prompt", "1 call", "output", "response"])
    }
  }

  @Test func promptsThatDoNotFit() async throws {
    try await RunningServer.with { _, client in
      let session = LanguageModelSession(model: try client(nil))
      let prompt = String(repeating: "once upon a time ", count: 4000)
      let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: prompt) }
      guard case .contextSizeExceeded(let numbers)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(numbers.tokenCount > numbers.contextSize && numbers.contextSize > 0)
    }
  }
}
