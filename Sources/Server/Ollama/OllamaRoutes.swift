import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of ollama's API.
  static var ollamaRoutes: [Route] {
    [
      Route("POST", "/api/chat", form: .ollama) { try await OllamaHandler($0).answer(.chat) },
      Route("POST", "/api/generate", form: .ollama) { try await OllamaHandler($0).answer(.generate) },
      Route("POST", "/api/embed", form: .ollama) { try await OllamaHandler($0).embed() },
      Route("POST", "/api/embeddings", form: .ollama) { try await OllamaHandler($0).embedOne() },
      Route("GET", "/api/tags", form: .ollama) { routed in
        let models = routed.services.models.descriptions.map { JSONValue.members($0.ollamaMembers) }
        return HTTPResponse(json: .members([("models", .array(models))]))
      },
      Route("GET", "/api/ps", form: .ollama) { routed in
        let loaded = routed.services.models.descriptions.filter { $0.status == .loaded }
        return HTTPResponse(
          json: .members([("models", .array(loaded.map { .members($0.ollamaLoadedMembers) }))]))
      },
      Route("POST", "/api/show", form: .ollama) { try OllamaHandler($0).show() },
      // Clients compare it with the versions of ollama that have what they need.
      Route("GET", "/api/version", form: .ollama) { _ in HTTPResponse(json: .members([("version", "0.32.0")])) },
    ]
  }
}

/// The answers to requests of ollama's API.
private struct OllamaHandler {
  private let routed: RoutedRequest
  private var services: ServerServices { routed.services }

  init(_ routed: RoutedRequest) { self.routed = routed }

  func answer(_ kind: OllamaRequest.Kind) async throws -> HTTPResponse {
    let request = try OllamaRequest(try routed.json, kind: kind)
    let model = try services.models.find(ollama: request.model)
    let form = OllamaAnswer(model: request.model ?? model.name, kind: kind)
    guard let engineRequest = request.request else { return try await load(model, request.keepAlive, form) }
    let answer = services.start([engineRequest], with: model, keepAlive: request.keepAlive, for: routed.context)
    do {
      guard request.isStreamed else {
        let whole = try await answer.collect()[0]
        return HTTPResponse(json: form.json(whole, date: OllamaDate.text(), age: routed.context.age))
      }
      return try await stream(answer, form)
    } catch {
      throw Self.failure(error)
    }
  }

  private func stream(_ answer: RunningAnswer, _ form: OllamaAnswer) async throws -> HTTPResponse {
    try await HTTPResponse(streaming: answer, for: routed, contentType: "application/x-ndjson") { [routed] body in
      var form = form
      do {
        while let events = try await answer.next() {
          let (date, age) = (OllamaDate.text(), routed.context.age)
          let lines = events.flatMap { form.lines(for: $0.event, date: date, age: age) }
          if !lines.isEmpty { try await body.write(lines.flatMap { Self.line($0) }) }
        }
      } catch {
        let failure = try routed.failure(of: Self.failure(error))
        try await body.write(Self.line(ErrorForm.ollama.body(failure)))
      }
    }
  }

  private static func line(_ value: JSONValue) -> [UInt8] { JSONWriter.bytes(value) + [UInt8(ascii: "\n")] }

  /// A full queue has the status and the words of ollama.
  private static func failure(_ error: any Error) -> any Error {
    guard var failure = error as? RequestFailure, failure.code == "queue_full" else { return error }
    (failure.status, failure.kind) = (503, .unavailable)
    failure.message = "server busy, please try again.  maximum pending requests exceeded"
    return failure
  }

  /// Loads or unloads a model, as a request without messages asks for.
  private func load(
    _ model: ServedModel, _ keepAlive: KeepAlive?, _ form: OllamaAnswer
  ) async throws -> HTTPResponse {
    if keepAlive == .after(.zero) {
      services.models.unload(model)
      return HTTPResponse(json: form.json(reason: "unload", date: OllamaDate.text()))
    }
    try await services.models.load(model, keepAlive: keepAlive)
    return HTTPResponse(json: form.json(reason: "load", date: OllamaDate.text()))
  }

  func embed() async throws -> HTTPResponse {
    let fields = try JSONFields(try routed.json)
    let name = try fields.text("model")
    let model = try services.models.find(ollama: name)
    let input = try EmbeddingInput(fields.member("input") ?? .array([]), member: "input", allowsEmpty: true)
    let options = EmbeddingModel.Options(
      dimension: try fields.integer("dimensions", in: 1 ... .max), truncatesTexts: try fields.bool("truncate") ?? true)
    let result = try await routed.embed(input, with: model, options: options, keepAlive: try fields.keepAlive)
    return HTTPResponse(
      json: .members([
        ("model", .string(name ?? model.name)), ("embeddings", .array(result.embeddings.map { $0.json })),
        ("total_duration", .count(routed.context.age.inNanoseconds)), ("load_duration", .count(0)),
        ("prompt_eval_count", .count(result.tokenCount)),
      ]))
  }

  func embedOne() async throws -> HTTPResponse {
    let fields = try JSONFields(try routed.json)
    let model = try services.models.find(ollama: try fields.text("model"))
    let texts = [try fields.text("prompt") ?? ""].filter { !$0.isEmpty }
    let result = try await routed.embed(
      EmbeddingInput(texts, member: "prompt"), with: model, options: EmbeddingModel.Options(truncatesTexts: true),
      keepAlive: try fields.keepAlive)
    return HTTPResponse(json: .members([("embedding", result.embeddings.first?.json ?? .array([]))]))
  }

  func show() throws -> HTTPResponse {
    let fields = try JSONFields(try routed.json)
    let model = try services.models.find(ollama: try fields.text(firstOf: ["model", "name"]))
    return HTTPResponse(json: try services.models.description(of: model.name).ollamaDescription)
  }
}
