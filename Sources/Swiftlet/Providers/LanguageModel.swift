/// A model that can answer in a session.
///
/// A conformer is a light value: it says what it can do and names, by ``executorConfiguration``, the executor that does
/// the work. Live state, such as a connection that models share, belongs to the model; what tells one set of weights
/// from another belongs to the configuration.
public protocol LanguageModel: Sendable {
  /// The type that does the work.
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// What the model can do besides answering text with text.
  ///
  /// Sessions do not ask a model for what is not among it: such requests fail with
  /// ``LanguageModelError/unsupportedCapability(_:)``.
  var capabilities: LanguageModelCapabilities { get }

  /// What the executor is made from.
  ///
  /// Models whose configurations are equal share one executor.
  var executorConfiguration: Self.Executor.Configuration { get }
}

/// The worker behind a model: it turns transcripts into events.
///
/// An executor is made when a session first needs it, and released with the last session that used it. It is shared by
/// all sessions whose models have an equal configuration, which may call it at the same time.
public protocol LanguageModelExecutor: Sendable {
  /// What tells one executor from another.
  associatedtype Configuration: Hashable, Sendable

  /// The model that the executor works for.
  associatedtype Model: LanguageModel

  /// Makes ready for a request that will begin with the given transcript.
  ///
  /// Returns at once and leaves the work to the background. Nothing promises that it is called before a request; the
  /// default does nothing.
  ///
  /// - Parameters:
  ///   - model: The model of the session that asks.
  ///   - transcript: What the next request's transcript will begin with: all that has been said, instructions with the
  ///     definitions of tools first, and then the beginning of the prompt, if it is known, as a prompt of its own.
  func prewarm(model: Self.Model, transcript: Transcript)

  /// Creates the executor for a configuration.
  ///
  /// - Parameter configuration: What tells this executor from another.
  /// - Throws: What makes the executor impossible; the request that needed it fails with that error, and the next
  ///   request tries again.
  init(configuration: Self.Configuration) throws

  /// Answers the last entry of a transcript, or calls tools before it can.
  ///
  /// The session has checked that the model has the capabilities that the request needs. An option that the model can
  /// only come near to, such as the greedy mode, should be followed as nearly as it can; one that it cannot follow at all
  /// should be an error.
  ///
  /// Returns when the answer is complete. When the task is cancelled, it should stop soon and throw
  /// `CancellationError`.
  ///
  /// - Parameters:
  ///   - request: What to answer, and how.
  ///   - model: The model of the session that asks.
  ///   - channel: Where the answer goes, event by event. The session closes it.
  /// - Throws: What went wrong; the session's caller receives it unchanged.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Self.Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Does nothing.
  ///
  /// - Parameters:
  ///   - model: The model of the session that asks.
  ///   - transcript: What the next request's transcript will begin with.
  public func prewarm(model: Self.Model, transcript: Transcript) {}
}
