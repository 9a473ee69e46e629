#if canImport(FoundationModels, _version: 2.0.62)
  public import FoundationModels
  public import Swiftlet

  /// An adapter that makes a Swiftlet model usable in sessions of the system's framework.
  ///
  /// ```swift
  /// import FoundationModels
  /// import SwiftletFoundationModels
  /// import struct Swiftlet.GGUFLanguageModel
  ///
  /// let file = try GGUFLanguageModel(contentsOf: URL(filePath: "model.gguf"))
  /// let session = LanguageModelSession(model: SwiftletLanguageModel(file))
  /// ```
  ///
  /// The session, its transcript, its tools and its generable types are the system's. Each request is converted to
  /// Swiftlet's types, and the model's events are converted to the system's. Nothing is dropped silently: a value
  /// without a counterpart is an error.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public struct SwiftletLanguageModel<Base: Swiftlet.LanguageModel>: FoundationModels.LanguageModel {
    /// The model that answers.
    public let base: Base

    /// Creates a model for the system's sessions.
    ///
    /// - Parameter base: The model that answers.
    public init(_ base: Base) {
      self.base = base
    }

    /// The model's capabilities beyond text generation.
    ///
    /// Vision is excluded, as Swiftlet's transcripts have no images; the session rejects them itself.
    public var capabilities: FoundationModels.LanguageModelCapabilities {
      FoundationModels.LanguageModelCapabilities(base.capabilities)
    }

    /// The configuration of the executor.
    public var executorConfiguration: Executor.Configuration { base.executorConfiguration }

    /// An executor that forwards requests to the model's own executor.
    public struct Executor: FoundationModels.LanguageModelExecutor {
      /// The model type of the executor.
      public typealias Model = SwiftletLanguageModel<Base>

      /// The configuration type of the model's own executor.
      public typealias Configuration = Base.Executor.Configuration

      private let base: Base.Executor

      /// Creates the executor for a configuration.
      ///
      /// - Parameter configuration: The configuration.
      /// - Throws: Any error of the model's own executor.
      public init(configuration: Configuration) throws {
        base = try Base.Executor(configuration: configuration)
      }

      /// Prepares for a request that begins with a transcript.
      ///
      /// Does nothing for a transcript that cannot be converted; the request will report the error.
      ///
      /// - Parameters:
      ///   - model: The model of the requesting session.
      ///   - transcript: The expected beginning of the next request's transcript.
      public func prewarm(model: Model, transcript: FoundationModels.Transcript) {
        guard let transcript = try? Swiftlet.Transcript(transcript) else { return }
        base.prewarm(model: model.base, transcript: transcript)
      }

      /// Generates the answer to the last entry of a transcript, or tool calls that it requires.
      ///
      /// - Parameters:
      ///   - request: The request to answer.
      ///   - model: The model of the requesting session.
      ///   - channel: The channel that receives the answer's events.
      /// - Throws: The system's own errors in the place of Swiftlet's namesakes; ``UnsupportedValue`` if the request
      ///   contains a value without a counterpart; `CancellationError`; and other errors of the model, unchanged.
      public nonisolated(nonsending) func respond(
        to request: FoundationModels.LanguageModelExecutorGenerationRequest, model: Model,
        streamingInto channel: FoundationModels.LanguageModelExecutorGenerationChannel
      ) async throws {
        let converted = try Swiftlet.LanguageModelExecutorGenerationRequest(request)
        let events = Swiftlet.LanguageModelExecutorGenerationChannel { event in
          await channel.send(FoundationModels.LanguageModelExecutorGenerationChannel.Event(event))
        }
        do {
          try await base.respond(to: converted, model: model.base, streamingInto: events)
        } catch {
          throw systemError(for: error, in: request.transcript)
        }
      }
    }
  }
#endif
