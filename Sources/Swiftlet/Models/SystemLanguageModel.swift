public import Observation
import Foundation
import SwiftletStore
import SwiftletWeights
import Synchronization

/// The default model: the one that `SWIFTLET_MODEL` names, else the one that `swiftlet default` has set, else the model
/// that ships with the package.
///
/// ```swift
/// guard SystemLanguageModel.default.isAvailable else { return }
/// let session = LanguageModelSession()
/// ```
///
/// All instances share the weights. They differ in their use case, guardrails and adapter.
public final class SystemLanguageModel: LanguageModel {
  let useCase: UseCase
  let guardrails: Guardrails
  private let adapterPath: String?
  /// Returns the files of the model that is chosen at present.
  private let chosenFiles: @Sendable () throws -> ResolvedModel?

  /// The most recent model, retained so that the weights outlive the sessions that used them.
  private let model = Mutex<GGUFLanguageModel?>(nil)

  private static let shared = SystemLanguageModel()

  /// The shared instance, for general use and with default guardrails.
  public static var `default`: SystemLanguageModel { shared }

  /// Creates an instance with a use case and guardrails.
  ///
  /// - Parameters:
  ///   - useCase: The use case.
  ///   - guardrails: The guardrails.
  public convenience init(useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default) {
    self.init(using: useCase, guardrails)
  }

  /// Creates an instance that runs with an adapter.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - guardrails: The guardrails.
  public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
    self.init(using: .general, guardrails, adapterPath: adapter.path)
  }

  /// Creates an instance for the files that a closure returns, which tests replace.
  init(
    using useCase: UseCase, _ guardrails: Guardrails, adapterPath: String? = nil,
    files: @escaping @Sendable () throws -> ResolvedModel? = { try DefaultModelChoice.files() }
  ) {
    self.useCase = useCase
    self.guardrails = guardrails
    self.adapterPath = adapterPath
    chosenFiles = files
  }

  /// The model of the current model file.
  var current: GGUFLanguageModel? {
    guard let files = try? chosenFiles(), let fresh = try? GGUFLanguageModel(unchecked: files) else {
      return nil
    }
    return model.withLock { model in
      if model?.slot !== fresh.slot { model = fresh }
      return model
    }
  }
}

extension SystemLanguageModel: nonisolated Observable {}

// MARK: - As a language model

extension SystemLanguageModel {
  /// The capabilities of the model: guided generation and tool calling.
  public final var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  }

  /// The configuration of the executor: the current model file and the adapter.
  public final var executorConfiguration: Executor.Configuration {
    var model = current?.executorConfiguration
    if let adapter = AdapterFile(path: adapterPath) { model?.adapter = adapter }
    return Executor.Configuration(model: model)
  }

  /// The executor of the system's model.
  public struct Executor: LanguageModelExecutor {
    /// The model type of the executor.
    public typealias Model = SystemLanguageModel

    /// The model file, if there is one, and the adapter.
    public struct Configuration: Hashable, Sendable {
      let model: GGUFLanguageModel.Executor.Configuration?
    }

    fileprivate let executor: GGUFLanguageModel.Executor?

    /// Creates the executor for a file.
    ///
    /// - Parameter configuration: The file.
    public init(configuration: Configuration) {
      executor = configuration.model.map { GGUFLanguageModel.Executor(configuration: $0) }
    }

    /// Loads the model and prefills a transcript in the background.
    ///
    /// - Parameters:
    ///   - model: The model of the requesting session.
    ///   - transcript: The expected beginning of the next request's transcript.
    public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
      executor?.prewarm(transcript: model.useCase.apply(to: transcript))
    }

    /// Generates the answer to the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: The request to answer.
    ///   - model: The model of the requesting session.
    ///   - channel: The channel that receives the answer's events.
    /// - Throws: ``LanguageModelError``, ``SystemLanguageModel/Error``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      guard let executor else { throw model.missing }
      var check = GuardrailCheck(model.guardrails, isGuided: request.schema != nil)
      try await check.read(request.transcript)
      var request = request
      request.transcript = model.useCase.apply(to: request.transcript)
      do {
        try await executor.respond(to: request) { event in
          try check.take(event.responseText)
          await channel.send(event)
        }
      } catch let error as GGUFLanguageModelError {
        throw SystemLanguageModel.Error(error)
      }
      try await check.finish()
    }
  }
}

extension SystemLanguageModel {
  /// The error for a model that is missing, or known to be of no use.
  var missing: Error {
    do {
      if let files = try chosenFiles() { _ = try GGUFLanguageModel(unchecked: files) }
      return Self.noFile
    } catch {
      return .assetsUnavailable(.init(debugDescription: "\(error)"))
    }
  }

  /// The error for a missing file.
  static var noFile: Error {
    .assetsUnavailable(
      .init(
        debugDescription: "there is no \(DefaultModel.fileName) beside the executable, "
          + "and SWIFTLET_MODEL or swiftlet default name no model on this machine"))
  }

  /// Returns the executor for the current model file.
  ///
  /// - Throws: ``SystemLanguageModel/Error/assetsUnavailable(_:)`` if there is no file.
  func executor() throws(Error) -> GGUFLanguageModel.Executor {
    guard let executor = Executor(configuration: executorConfiguration).executor else { throw missing }
    return executor
  }
}

extension SystemLanguageModel.Error {
  init(_ error: GGUFLanguageModelError) {
    self = .assetsUnavailable(.init(debugDescription: error.description))
  }
}
