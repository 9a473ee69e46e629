import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import Testing

/// The settings of models and requests, under the names of llama.cpp's server, and the times of answers.
@Suite struct LlamaSettingsTests {
  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func propertiesHaveTheSettingsOfTheModel() async throws {
    let server = try TestServer.make()
    let parameters = "default_generation_settings.params"
    let found = try await server.send("GET", "/props")
    #expect(found["\(parameters).temperature"]?.isNumber == true && found["\(parameters).top_k"]?.isNumber == true)
    #expect(found["\(parameters).repeat_penalty"]?.isNumber == true && found["\(parameters).seed"]?.isNumber == true)
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func settingsOfAnswersAreWholeAndThoseOfTheRequest() async throws {
    let server = try TestServer.make()
    let body = #"{"prompt": "a", "n_predict": 1, "seed": 7, "top_k": 3, "logit_bias": [[1, false]]}"#
    let found = try await server.send("POST", "/completion", body)
    #expect(found["generation_settings.seed"]?.count == 7 && found["generation_settings.top_k"]?.count == 3)
    #expect(found["generation_settings.repeat_last_n"]?.isNumber == true)
    #expect(found["generation_settings.logit_bias.0.token"]?.count == 1)
    // The first token has no step of its own.
    #expect(found["timings.predicted_n"]?.count == 1 && found["timings.predicted_per_second"] == .number(0.0))
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func streamsHaveTheTimesThatAreAskedFor() async throws {
    let server = try TestServer.make()
    let body = #""prompt": "A story.", "n_predict": 3, "stream": true, "return_progress": true"#
    let plain = try await server.send("POST", "/completion", "{\(body)}")
    #expect(plain.body.components(separatedBy: #""timings""#).count == 2)
    let timed = try await server.send("POST", "/completion", "{\(body), \"timings_per_token\": true}")
    let events = timed.body.split(separator: "\n").filter { $0.hasPrefix("data: ") }
    #expect(events.count > 2 && events.allSatisfy { $0.contains(#""timings""#) })
    #expect(events.first?.contains(#""prompt_progress""#) == true && events.first?.contains(#""prompt_n":0,"#) == true)
  }

  @Test func ratesAreOfSteps() {
    var times = AnswerTimings()
    (times.generatedTokens, times.generationSeconds, times.promptTokens, times.promptSeconds) = (5, 2, 8, 4)
    #expect(times.json["predicted_per_second"] == .number(2.0) && times.json["prompt_per_second"] == .number(2.0))
    #expect(times.json["predicted_per_token_ms"] == .number(500.0))
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
