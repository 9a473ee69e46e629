public import Foundation

/// One step that a session asks of an executor.
///
/// A request of the session's caller takes several steps if the model calls tools: each is a request of its own, whose
/// transcript holds the calls and outputs of those before.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// Tells this step from all others.
  public var id: UUID

  /// What has been said; the last entry is the one to answer, a prompt or the output of a tool.
  public var transcript: Transcript

  /// The tools that the model may call in this step.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]

  /// What the answer has to look like, or `nil` for text.
  public var schema: GenerationSchema?

  /// How to pick the words, and how many.
  public var generationOptions: GenerationOptions

  /// How the request is put to the model.
  ///
  /// Showing the schema to the model is up to the executor.
  public var contextOptions: ContextOptions

  /// What the caller wanted the model's provider to know besides.
  public var metadata: [String: GeneratedContent]

  /// Settings for an engine of this process.
  package var engine = EngineRequest()

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - id: Tells the step from all others.
  ///   - transcript: What has been said; the last entry is the one to answer.
  ///   - enabledTools: The tools that the model may call in this step.
  ///   - schema: What the answer has to look like, or `nil` for text.
  ///   - generationOptions: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition], schema: GenerationSchema? = nil,
    generationOptions: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues { $0.generatedContent }
  }
}
