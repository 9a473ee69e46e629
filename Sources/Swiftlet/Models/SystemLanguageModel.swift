public import Observation
import Foundation
import SwiftletWeights
import Synchronization

/// The model that needs no choosing: the one that `SWIFTLET_MODEL` names, or else the one that ships with the package.
///
/// ```swift
/// guard SystemLanguageModel.default.isAvailable else { return }
/// let session = LanguageModelSession()
/// ```
public final class SystemLanguageModel: LanguageModel {
  /// The model loaded last, held so that the weights outlive the sessions that used them.
  private let model = Mutex<GGUFLanguageModel?>(nil)

  private init() {}

  private static let shared = SystemLanguageModel()

  /// The shared instance.
  public static var `default`: SystemLanguageModel { shared }

  /// The model of the file of this moment.
  private var current: GGUFLanguageModel? {
    guard let url = DefaultModel.url else { return nil }
    let fresh = GGUFLanguageModel(path: url.resolvingSymlinksInPath().path(percentEncoded: false))
    return model.withLock { model in
      if model?.slot !== fresh.slot { model = fresh }
      return model
    }
  }
}

// MARK: - Availability

extension SystemLanguageModel: nonisolated Observable {
  /// Whether the model can be used, and if not, why.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// It can be used.
    case available
    /// It cannot, for this reason.
    case unavailable(UnavailableReason)

    /// Why a model cannot be used.
    public enum UnavailableReason: Equatable, Hashable, Sendable {
      /// The machine cannot run it.
      case deviceNotEligible
      /// The user has not switched it on.
      case appleIntelligenceNotEnabled
      /// There is no file to load it from.
      case modelNotReady
    }
  }

  /// Whether there is a file to load the model from.
  ///
  /// A file that turns out to be unusable is reported by the request that needs it.
  public final var availability: Availability {
    DefaultModel.url == nil ? .unavailable(.modelNotReady) : .available
  }

  /// Whether ``availability`` is ``Availability/available``.
  public final var isAvailable: Bool { availability == .available }

  /// The greatest number of tokens in a conversation, or 0 if the model is not available.
  ///
  /// Loads the weights if they are not in memory, while the caller waits.
  public final var contextSize: Int { current?.contextSize ?? 0 }
}

// MARK: - As a language model

extension SystemLanguageModel {
  /// What the model can do besides answering text with text: nothing yet.
  public final var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }

  /// The file of this moment.
  public final var executorConfiguration: Executor.Configuration {
    Executor.Configuration(engine: current?.slot.configuration)
  }

  /// The worker behind the system's model.
  public struct Executor: LanguageModelExecutor {
    /// The model that the executor works for.
    public typealias Model = SystemLanguageModel

    /// A file, or the lack of one.
    public struct Configuration: Hashable, Sendable {
      let engine: EngineSlot.Configuration?
    }

    private let generator: TextGenerator?

    /// Creates the executor for a file.
    ///
    /// - Parameter configuration: The file.
    public init(configuration: Configuration) {
      generator = configuration.engine.map { TextGenerator(slot: .shared($0)) }
    }

    /// Loads the model and lets it read a transcript, in the background.
    ///
    /// - Parameters:
    ///   - model: The model of the session that asks.
    ///   - transcript: What the next request's transcript will begin with.
    public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
      generator?.prewarm(transcript: transcript)
    }

    /// Answers the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: What to answer, and how.
    ///   - model: The model of the session that asks.
    ///   - channel: Where the answer goes, event by event.
    /// - Throws: ``LanguageModelSession/GenerationError``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      guard let generator else {
        throw LanguageModelSession.GenerationError.assetsUnavailable(
          .init(
            debugDescription: "there is no \(DefaultModel.fileName) beside the executable, "
              + "and SWIFTLET_MODEL does not name a file"))
      }
      try await generator.respond(to: request, streamingInto: channel)
    }
  }
}
