import Swiftlet

/// A scripted model that sends the same fragments in each response, without delay.
struct FragmentModel: LanguageModel {
  /// The fragments of each answer.
  let fragments: [String]

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.guidedGeneration]) }
  var executorConfiguration: Executor.Configuration { .init() }

  struct Executor: LanguageModelExecutor {
    typealias Model = FragmentModel
    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) {}

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FragmentModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      for fragment in model.fragments {
        await channel.send(.response(action: .appendText(fragment, tokenCount: 1)))
      }
    }
  }
}
