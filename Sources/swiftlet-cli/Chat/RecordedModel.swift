import Swiftlet

/// A model whose requests are recorded, so that a chat can say how its answers ended, and have the chat's seeds.
struct RecordedModel: LanguageModel {
  let model: GGUFLanguageModel
  /// The statistics of the current answer.
  let statistics = GenerationStatistics()
  /// The seed of the current answer.
  let seed: AnswerSeed

  var capabilities: LanguageModelCapabilities { model.capabilities }
  var executorConfiguration: GGUFLanguageModel.Executor.Configuration { model.executorConfiguration }

  /// An executor that passes requests on.
  struct Executor: LanguageModelExecutor {
    typealias Model = RecordedModel
    private let executor: GGUFLanguageModel.Executor

    init(configuration: GGUFLanguageModel.Executor.Configuration) {
      executor = GGUFLanguageModel.Executor(configuration: configuration)
    }

    func prewarm(model: RecordedModel, transcript: Transcript) {
      executor.prewarm(model: model.model, transcript: transcript)
    }

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: RecordedModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      var request = request
      let statistics = model.statistics
      request.engine.observe = { statistics.record($0) }
      if let seed = model.seed.value { request.engine.sampling.seed = seed }
      try await executor.respond(to: request, model: model.model, streamingInto: channel)
    }
  }
}
