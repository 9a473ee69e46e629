public import Foundation

/// A request of a session to an executor for one step.
///
/// A request of the session's caller takes several steps if the model calls tools: each is a separate executor request,
/// whose transcript contains the tool calls and outputs of the earlier ones.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// The identifier of the step.
  public var id: UUID

  /// The transcript; its last entry is the prompt or tool output to answer.
  public var transcript: Transcript

  /// The tools that the model may call in this step.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]

  /// The schema of the answer; `nil` for text.
  public var schema: GenerationSchema?

  /// The sampling options and the limit on the answer's length.
  public var generationOptions: GenerationOptions

  /// Options for the model's context.
  ///
  /// Writing the schema into the prompt is the executor's responsibility.
  public var contextOptions: ContextOptions

  /// Additional values from the caller for the model's provider.
  public var metadata: [String: GeneratedContent]

  /// Settings for an engine in this process.
  package var engine = EngineRequest()

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - id: The identifier of the step.
  ///   - transcript: The transcript, whose last entry is the one to answer.
  ///   - enabledTools: The tools that the model may call in this step.
  ///   - schema: The schema of the answer; `nil` for text.
  ///   - generationOptions: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
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
