import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of OpenAI's Responses API.
  static var responseRoutes: [Route] {
    [
      Route("POST", "/v1/responses") { try await ResponseHandler($0).namingMembers { try await $0.respond() } },
      Route("POST", "/v1/responses/input_tokens") {
        try await ResponseHandler($0).namingMembers { try await $0.countTokens() }
      },
      Route("GET", "/v1/responses/*") { routed in
        // A stream that has ended is not kept.
        if routed.request.query?.split(separator: "&").contains("stream=true") == true {
          throw FieldError("stream", "found true, expected false: stored responses are whole")
        }
        guard let entry = routed.services.responses.find(routed.rest) else { throw routed.unknownResponse }
        return HTTPResponse(json: entry.response)
      },
      Route("DELETE", "/v1/responses/*") { routed in
        guard routed.services.responses.remove(routed.rest) else { throw routed.unknownResponse }
        return HTTPResponse(
          json: .members([("id", .string(routed.rest)), ("object", "response"), ("deleted", true)]))
      },
    ]
  }
}

extension RoutedRequest {
  fileprivate var unknownResponse: RequestFailure {
    let name = String(rest.prefix(200)).debugDescription
    return RequestFailure(404, .notFound, parameter: "response_id", "there is no response \(name), or no longer")
  }
}

extension RequestFailure {
  /// The failure with the names that this API has for members.
  fileprivate var ofResponse: RequestFailure {
    var failure = self
    switch parameter {
    case "messages": failure.parameter = "input"
    case "max_tokens": failure.parameter = "max_output_tokens"
    default: break
    }
    return failure
  }
}

/// The answers to requests of OpenAI's Responses API.
private struct ResponseHandler {
  private let routed: RoutedRequest
  private var request: ResponsesRequest
  private let model: ServedModel

  private var services: ServerServices { routed.services }

  init(_ routed: RoutedRequest) throws {
    self.routed = routed
    request = try ResponsesRequest(
      try routed.json, store: routed.services.responses, fetchesImages: routed.fetchesImages)
    model = try routed.services.models.find(request.model)
  }

  /// Runs a body, whose errors get the names of this API.
  func namingMembers(_ body: (ResponseHandler) async throws -> HTTPResponse) async throws -> HTTPResponse {
    do {
      var handler = self
      handler.request.generation = try await routed.fetchingImages(of: request.generation)
      return try await body(handler)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw RequestFailure(error).ofResponse
    }
  }

  func respond() async throws -> HTTPResponse {
    let answer = services.start([request.generation], with: model, keepAlive: request.keepAlive, for: routed.context)
    let object = ResponseObject(
      token: Identifier.new(), created: UnixTime.now, model: model.name, settings: request.settings)
    let stream = ResponseStream(object, reasoning: request.reasoning)
    guard request.isStreamed else {
      var stream = stream
      while let events = try await answer.next() {
        for event in events { _ = stream.events(for: event.event) }
      }
      keep(stream, id: object.id)
      return HTTPResponse(json: stream.response)
    }
    return try await HTTPResponse(streaming: answer, for: routed) { [self] writer in
      var stream = stream
      do {
        while let events = try await answer.next() {
          let data = events.flatMap { stream.events(for: $0.event) }
          // The client may continue it as soon as it has seen its end.
          keep(stream, id: object.id)
          if !data.isEmpty { try await writer.write(data.flatMap { ServerSentEventWriter.typedText($0) }) }
        }
      } catch {
        let data = stream.events(for: try routed.failure(of: error).ofResponse)
        try await writer.write(data.flatMap { ServerSentEventWriter.typedText($0) })
      }
    }
  }

  /// Keeps the response of an answer that has ended.
  private func keep(_ stream: ResponseStream, id: String) {
    guard stream.isFinished, request.isStored else { return }
    services.responses.insert(
      ResponseStore.Entry(response: stream.response, items: request.items + stream.output), id: id)
  }

  /// The number of tokens of the prompt, which is not run.
  func countTokens() async throws -> HTTPResponse {
    let generation = request.generation
    let count = try await services.models.use(model) {
      try await $0.prompt(of: generation, encodingImages: false).tokens.count
    }
    return HTTPResponse(
      json: .members([("object", "response.input_tokens"), ("input_tokens", .count(count))]))
  }
}
