#if canImport(FoundationModels, _version: 2.0.62)
  public import FoundationModels
  public import Swiftlet

  /// A model of Swiftlet that sessions of the system's framework can drive.
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
  /// The session, its transcript, its tools and its generable types are the system's. Each request is put to the model
  /// in Swiftlet's words, and what the model sends comes back in the system's. Nothing is left out in silence: what one
  /// side cannot say to the other is an error.
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

    /// The model's capabilities besides answering text with text.
    ///
    /// Images are not among it, as Swiftlet's transcripts have none: the session turns them away by itself.
    public var capabilities: FoundationModels.LanguageModelCapabilities {
      FoundationModels.LanguageModelCapabilities(base.capabilities)
    }

    /// The executor's configuration, which tells it from others.
    public var executorConfiguration: Executor.Configuration { base.executorConfiguration }

    /// The worker behind a model, which hands requests on to the model's own.
    public struct Executor: FoundationModels.LanguageModelExecutor {
      /// The model that the executor works for.
      public typealias Model = SwiftletLanguageModel<Base>

      /// The configuration type of the model's own executor.
      public typealias Configuration = Base.Executor.Configuration

      private let base: Base.Executor

      /// Creates the executor for a configuration.
      ///
      /// - Parameter configuration: What tells this executor from another.
      /// - Throws: What makes the model's own executor impossible.
      public init(configuration: Configuration) throws {
        base = try Base.Executor(configuration: configuration)
      }

      /// Makes ready for a request that will begin with a transcript.
      ///
      /// Does nothing for a transcript that the model cannot read. The request will say so.
      ///
      /// - Parameters:
      ///   - model: The model of the session that asks.
      ///   - transcript: What the next request's transcript will begin with.
      public func prewarm(model: Model, transcript: FoundationModels.Transcript) {
        guard let transcript = try? Swiftlet.Transcript(transcript) else { return }
        base.prewarm(model: model.base, transcript: transcript)
      }

      /// Answers the last entry of a transcript, or calls tools before it can.
      ///
      /// - Parameters:
      ///   - request: What to answer, and how.
      ///   - model: The model of the session that asks.
      ///   - channel: Where the answer goes, event by event.
      /// - Throws: The system's own errors in the place of Swiftlet's namesakes; ``UntranslatableValue`` if the request
      ///   says what Swiftlet has no words for; `CancellationError`; and what else the model throws, unchanged.
      public nonisolated(nonsending) func respond(
        to request: FoundationModels.LanguageModelExecutorGenerationRequest, model: Model,
        streamingInto channel: FoundationModels.LanguageModelExecutorGenerationChannel
      ) async throws {
        let asked = try Swiftlet.LanguageModelExecutorGenerationRequest(request)
        let events = Swiftlet.LanguageModelExecutorGenerationChannel { event in
          await channel.send(FoundationModels.LanguageModelExecutorGenerationChannel.Event(event))
        }
        do {
          try await base.respond(to: asked, model: model.base, streamingInto: events)
        } catch {
          throw systemError(for: error, in: request.transcript)
        }
      }
    }
  }
#endif
