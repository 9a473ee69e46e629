import Foundation
import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of llama.cpp's server that no other protocol has.
  static var llamaRoutes: [Route] {
    [
      Route("POST", "/completion") { try await LlamaHandler($0).complete(.llama) },
      Route("GET", "/props") { try LlamaHandler($0).properties() },
      Route("GET", "/slots") { try LlamaHandler($0).slots() },
    ]
  }
}

/// The answers in the form of llama.cpp's server.
struct LlamaHandler {
  private let routed: RoutedRequest
  private var services: ServerServices { routed.services }

  init(_ routed: RoutedRequest) { self.routed = routed }

  /// Answers a request for completions.
  func complete(_ form: CompletionRequest.Form) async throws -> HTTPResponse {
    let request = try CompletionRequest(
      try routed.json, form: form, maximumChoiceCount: services.queue.capacity)
    let model = try services.models.find(request.model)
    let started = try await routed.start(request, with: model)
    let answer = started.answer
    var empty = LlamaCompletion(
      model: model.name, prompts: started.prompts.map { $0.text }, choicesOfEachPrompt: request.choiceCount,
      fields: request.responseFields, settings: request.settings(of: model))
    if request.delivery.reportsProgress { empty.startTime = services.clock.now }
    guard request.delivery.isStreamed else {
      var answers = empty
      while let events = try await answer.next() {
        for event in events { _ = answers.append(event) }
      }
      return HTTPResponse(json: answers.json)
    }
    return try await HTTPResponse(streaming: answer, for: routed, pingSeconds: request.delivery.pingSeconds) {
      [routed, empty] writer in
      var answers = empty
      do {
        while let events = try await answer.next() {
          let time = routed.services.clock.now
          try await writer.write(events.compactMap { answers.append($0, at: time) })
        }
      } catch {
        try await writer.write([ErrorForm.openAI.body(try routed.failure(of: error))])
      }
    }
  }

  /// The properties of a model, that of `?model=` or the default one.
  func properties() throws -> HTTPResponse {
    let description = try services.models.description(of: routed.request.parameter("model") ?? "")
    let properties = description.model.properties
    let context = description.contextSize ?? description.model.contextLimit ?? properties?.trainingContext ?? 0
    let parameters = description.model.defaultSampling.llamaMembers + [("n_predict", .count(-1))]
    let settings = JSONValue.members([("n_ctx", .count(context)), ("params", .members(parameters))])
    let modalities = JSONValue.members([("vision", .bool(description.model.readsImages)), ("audio", false)])
    // The name alone, as paths of this machine are nothing for clients.
    let file = description.model.path.map { $0.split(separator: "/").last.map(String.init) ?? "" } ?? ""
    return HTTPResponse(
      json: .members([
        ("default_generation_settings", settings), ("total_slots", .count(services.queue.capacity)),
        ("model_alias", .string(description.model.name)), ("model_path", .string(file)),
        ("chat_template", .string(properties?.chatTemplate ?? "")), ("modalities", modalities),
        ("build_info", .string("swiftlet-\(LibraryVersion.number)")),
        ("is_sleeping", .bool(description.status != .loaded)),
      ]))
  }

  /// The places of answers.
  func slots() throws -> HTTPResponse {
    let (counts, capacity) = (services.queue.counts, services.queue.capacity)
    if routed.request.parameter("fail_on_no_slot") == "1", counts.running >= capacity {
      throw RequestFailure(503, .unavailable, retryAfter: 1, "all \(capacity) slots are in use")
    }
    let context = services.models.descriptions.first { $0.contextSize != nil }?.contextSize
    let slots = (0..<capacity).map { index in
      JSONValue.members([
        ("id", .count(index)), ("is_processing", .bool(index < counts.running)),
        ("n_ctx", context.map { .count($0) }),
      ])
    }
    return HTTPResponse(json: .array(slots))
  }
}

extension HTTPRequest {
  /// Returns the value of a parameter of the query; `nil` if it is absent or encoded wrongly.
  func parameter(_ name: String) -> String? {
    for part in (query ?? "").split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, pair[0] == name else { continue }
      return String(pair[1]).replacing("+", with: " ").removingPercentEncoding
    }
    return nil
  }
}
