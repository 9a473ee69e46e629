import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of chat completions.
  static var chatCompletionRoutes: [Route] {
    [
      Route("POST", "/v1/chat/completions") { try await ChatCompletionHandler($0).fetchingImages().respond() },
      Route("POST", "/v1/chat/completions/input_tokens") {
        try await ChatCompletionHandler($0).fetchingImages().countTokens()
      },
      Route("POST", "/apply-template") { try await ChatCompletionHandler($0).fetchingImages().applyTemplate() },
    ]
  }
}

/// The answers to requests of OpenAI's chat completions API.
private struct ChatCompletionHandler {
  private let routed: RoutedRequest
  private var request: ChatCompletionRequest
  private let model: ServedModel

  private var services: ServerServices { routed.services }

  init(_ routed: RoutedRequest) throws {
    self.routed = routed
    var rules = ChatCompletionRequest.Rules.client
    rules.maximumChoiceCount = min(rules.maximumChoiceCount, routed.services.queue.capacity)
    rules.fetchesImages = routed.fetchesImages
    request = try ChatCompletionRequest(try routed.json, rules: rules)
    model = try routed.services.models.find(request.model)
  }

  /// Returns the handler with the data of images that are elsewhere.
  func fetchingImages() async throws -> ChatCompletionHandler {
    var handler = self
    try await handler.request.fetchImages(for: routed)
    return handler
  }

  func respond() async throws -> HTTPResponse {
    let (delivery, configuration) = (request.delivery, services.configuration)
    var events = AnswerEventForm()
    events.reportsTimes = delivery.reportsTimes
    let answer = services.start(
      request.choices, with: model, keepAlive: request.keepAlive, form: events, for: routed.context)
    let identity = AnswerIdentity(newWith: "chatcmpl", model: model.name)
    guard delivery.isStreamed else {
      let choices = try await answer.collect(choices: request.choices.count)
      var whole = ChatCompletionAnswer(identity: identity, choices: choices)
      whole.namesReasoningTwice = configuration.namesReasoningTwice
      return HTTPResponse(json: whole.json)
    }
    var form = ChatCompletionStream.Form()
    form.includesUsage = delivery.includesUsage || configuration.alwaysReportsUsage
    form.reportsProgress = delivery.reportsProgress
    form.namesReasoningTwice = configuration.namesReasoningTwice
    let stream = ChatCompletionStream(
      identity: identity, form: form, choices: request.choices.count, startTime: services.clock.now)
    return try await HTTPResponse(streaming: answer, for: routed, pingSeconds: delivery.pingSeconds) {
      [routed] writer in
      var stream = stream
      do {
        while let events = try await answer.next() {
          let time = routed.services.clock.now
          var text: [UInt8] = []
          for event in events {
            for chunk in stream.chunks(for: event, at: time) { text += ServerSentEventWriter.text(chunk) }
          }
          if !text.isEmpty { try await writer.write(text) }
        }
      } catch {
        // Without the last event, so that no client takes the answer for a whole one.
        return try await writer.write([ErrorForm.openAI.body(try routed.failure(of: error))])
      }
      let last = stream.lastChunks.flatMap { ServerSentEventWriter.text($0) }
      try await writer.write(last + ChatCompletionStream.end)
    }
  }

  /// The number of tokens of the prompt, which is not run.
  func countTokens() async throws -> HTTPResponse {
    let prompt = try await prompt()
    return HTTPResponse(
      json: .members([("object", "response.input_tokens"), ("input_tokens", .count(prompt.tokens.count))]))
  }

  /// The text of the prompt, as on llama.cpp's server.
  func applyTemplate() async throws -> HTTPResponse {
    HTTPResponse(json: .members([("prompt", .string(try await prompt().text))]))
  }

  private func prompt() async throws -> (text: String, tokens: [Int]) {
    let choice = request.choices[0]
    return try await services.models.use(model) { model in
      let prompt = try await model.prompt(of: choice, encodingImages: false)
      return (prompt.text, prompt.tokens)
    }
  }
}
