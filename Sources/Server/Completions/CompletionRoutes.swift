import SwiftletJSON

extension ServerApplication {
  /// The routes of completions without a chat template.
  static var completionRoutes: [Route] {
    [Route("POST", "/v1/completions") { try await CompletionHandler($0).respond() }]
  }
}

/// The answers to requests of OpenAI's completions API.
private struct CompletionHandler {
  private let routed: RoutedRequest
  private let request: CompletionRequest
  private let model: ServedModel

  init(_ routed: RoutedRequest) throws {
    self.routed = routed
    request = try CompletionRequest(try routed.json, maximumChoiceCount: routed.services.queue.capacity)
    model = try routed.services.models.find(request.model)
  }

  func respond() async throws -> HTTPResponse {
    let started = try await routed.start(request, with: model)
    let (answer, count) = (started.answer, started.count)
    let identity = AnswerIdentity(newWith: "cmpl", model: model.name)
    var form = CompletionForm()
    form.echoedPrompts = request.echoes ? started.prompts.map { $0.text } : nil
    form.choicesOfEachPrompt = request.choiceCount
    form.hasLogProbabilities = request.logProbabilityCount != nil
    form.generates = request.tokenLimit != 0
    form.includesUsage = request.delivery.includesUsage || routed.services.configuration.alwaysReportsUsage
    guard request.delivery.isStreamed else {
      let choices = try await answer.collect(choices: count)
      return HTTPResponse(json: CompletionAnswer(identity: identity, form: form, choices: choices).json)
    }
    let stream = CompletionStream(identity: identity, form: form, choices: count)
    return try await HTTPResponse(streaming: answer, for: routed, pingSeconds: request.delivery.pingSeconds) {
      [routed] writer in
      var stream = stream
      do {
        while let events = try await answer.next() {
          try await writer.write(events.flatMap { stream.chunks(for: $0) })
        }
      } catch {
        // Without the last event, so that no client takes the answer for a whole one.
        return try await writer.write([ErrorForm.openAI.body(try routed.failure(of: error))])
      }
      let last = stream.lastChunks.flatMap { ServerSentEventWriter.text($0) }
      try await writer.write(last + ChatCompletionStream.end)
    }
  }
}

/// The answer to a request for completions, in progress.
struct StartedCompletion {
  /// The answer.
  var answer: RunningAnswer
  /// The prompts.
  var prompts: [CompletionPrompt.Resolved]
  /// The number of choices of all prompts.
  var count: Int
}

extension RoutedRequest {
  /// Starts the answer to a request for completions.
  func start(_ request: CompletionRequest, with model: ServedModel) async throws -> StartedCompletion {
    let prompts = try await resolve(request.prompts, with: model, keepAlive: request.keepAlive)
    let requests = request.requests(prompts)
    var form = AnswerEventForm()
    form.reportsTokens = request.returnsTokens
    form.reportsTimes = request.delivery.reportsTimes
    let answer = services.start(
      requests, with: model, keepAlive: request.keepAlive, form: form, choicesOfEachPrompt: request.choiceCount,
      for: context)
    return StartedCompletion(answer: answer, prompts: prompts, count: requests.count)
  }
}
