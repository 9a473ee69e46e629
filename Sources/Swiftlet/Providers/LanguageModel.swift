/// A model that can answer in a session.
///
/// A conforming type is a lightweight value: it declares its capabilities and, by ``executorConfiguration``, the
/// executor that generates answers. Live state, such as a shared connection, belongs to the model; the identity of the
/// weights belongs to the configuration.
public protocol LanguageModel: Sendable {
  /// The executor type that generates answers.
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// The capabilities of the model beyond text generation.
  ///
  /// Requests that need another capability fail with ``LanguageModelError/unsupportedCapability(_:)``.
  var capabilities: LanguageModelCapabilities { get }

  /// The configuration of the executor.
  ///
  /// Models whose configurations are equal share one executor.
  var executorConfiguration: Self.Executor.Configuration { get }
}

/// The executor of a model, which turns transcripts into generation events.
///
/// An executor is created when a session first needs it, and released with the last session that used it. It is shared
/// by all sessions whose models have an equal configuration, which may call it concurrently.
public protocol LanguageModelExecutor: Sendable {
  /// The identity of an executor.
  associatedtype Configuration: Hashable, Sendable

  /// The model type of the executor.
  associatedtype Model: LanguageModel

  /// Prepares for a request that begins with a transcript.
  ///
  /// Returns immediately and works in the background. It is not guaranteed to be called before a request; the default
  /// implementation does nothing.
  ///
  /// - Parameters:
  ///   - model: The model of the requesting session.
  ///   - transcript: The expected beginning of the next request's transcript: the conversation so far, starting with
  ///     the instructions and tool definitions, and then the beginning of the prompt, if it is known, as a prompt
  ///     entry.
  func prewarm(model: Self.Model, transcript: Transcript)

  /// Creates the executor for a configuration.
  ///
  /// - Parameter configuration: The configuration.
  /// - Throws: Any error; the request that needed the executor fails with it, and the next request tries again.
  init(configuration: Self.Configuration) throws

  /// Generates the answer to the last entry of a transcript, or tool calls that it requires.
  ///
  /// The session has checked that the model has the capabilities that the request needs. An option that the model can
  /// only approximate, such as greedy sampling, should be approximated; one that it does not support at all should be
  /// an error.
  ///
  /// Returns when the answer is complete. When the task is cancelled, it should stop soon and throw
  /// `CancellationError`.
  ///
  /// - Parameters:
  ///   - request: The request to answer.
  ///   - model: The model of the requesting session.
  ///   - channel: The channel that receives the answer's events. The session closes it.
  /// - Throws: Any error; the session's caller receives it unchanged.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Self.Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Does nothing.
  ///
  /// - Parameters:
  ///   - model: The model of the requesting session.
  ///   - transcript: The expected beginning of the next request's transcript.
  public func prewarm(model: Self.Model, transcript: Transcript) {}
}
