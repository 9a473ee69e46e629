import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of Anthropic's API.
  static var messageRoutes: [Route] {
    [
      Route("POST", "/v1/messages", form: .anthropic) { try await MessageHandler($0).fetchingImages().respond() },
      Route("POST", "/v1/messages/count_tokens", form: .anthropic) {
        try await MessageHandler($0).fetchingImages().countTokens()
      },
    ]
  }
}

/// The answers to requests of Anthropic's API.
private struct MessageHandler {
  private let routed: RoutedRequest
  private var request: MessagesRequest
  private let model: ServedModel

  init(_ routed: RoutedRequest) throws {
    self.routed = routed
    request = try MessagesRequest(try routed.json, fetchesImages: routed.fetchesImages)
    model = try routed.services.models.find(request.model)
    for type in request.skippedToolTypes {
      let name = String(type.prefix(60)).debugDescription
      routed.services.logOnce("tools of the type \(name) are skipped, which only Anthropic's service has")
    }
  }

  /// Returns the handler with the data of images that are elsewhere.
  func fetchingImages() async throws -> MessageHandler {
    var handler = self
    handler.request.generation = try await routed.fetchingImages(of: request.generation)
    return handler
  }

  func respond() async throws -> HTTPResponse {
    let answer = routed.services.start(
      [request.generation], with: model, keepAlive: request.keepAlive, for: routed.context)
    let id = "msg_\(Identifier.new())"
    guard request.isStreamed else {
      let choices = try await answer.collect()
      return HTTPResponse(json: MessageAnswer(id: id, model: model.name, answer: choices[0]).json)
    }
    let stream = MessageStream(id: id, model: model.name)
    return try await HTTPResponse(streaming: answer, for: routed) { [routed] writer in
      var stream = stream
      do {
        while let events = try await answer.next() {
          let text = events.flatMap { stream.events(for: $0.event) }.flatMap { ServerSentEventWriter.typedText($0) }
          if !text.isEmpty { try await writer.write(text) }
        }
      } catch {
        let failure = try routed.failure(of: error)
        try await writer.write(
          ServerSentEventWriter.typedText(ErrorForm.anthropic.body(failure, requestID: routed.context.id)))
      }
    }
  }

  /// The number of tokens of the prompt, which is not run.
  func countTokens() async throws -> HTTPResponse {
    let generation = request.generation
    let count = try await routed.services.models.use(model) {
      try await $0.prompt(of: generation, encodingImages: false).tokens.count
    }
    return HTTPResponse(json: .members([("input_tokens", .count(count))]))
  }
}
