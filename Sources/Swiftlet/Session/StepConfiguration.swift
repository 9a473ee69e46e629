import Foundation

/// The configuration of a request's next step: the model, its tools, and the settings of a profile.
struct StepConfiguration {
  var model: any LanguageModel

  /// The tools that the model may call in this step.
  var enabledTools: [any Tool]

  /// The caller's options, completed by those of the profile.
  var options: GenerationOptions
  var contextOptions: ContextOptions

  /// Transforms of the transcript that the model receives, applied in order.
  var historyTransforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []

  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  var hooks = ProfileHooks()

  init(
    model: any LanguageModel, tools: [any Tool], options: GenerationOptions, contextOptions: ContextOptions
  ) {
    self.model = model
    enabledTools = options.toolCallingMode == .disallowed ? [] : tools
    self.options = options
    self.contextOptions = contextOptions
  }
}

extension StepConfiguration {
  /// The request for the model's executor.
  func request(transcript: Transcript, _ sessionRequest: SessionRequest) -> LanguageModelExecutorGenerationRequest {
    var transcript = transcript
    for transform in historyTransforms { transcript.entries = transform(transcript.entries) }
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript, enabledTools: enabledTools.map { Transcript.ToolDefinition(tool: $0) },
      schema: sessionRequest.schema, generationOptions: options, contextOptions: contextOptions,
      metadata: sessionRequest.metadata)
  }

  /// Checks that the model has the capabilities that a request needs.
  ///
  /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` for a missing capability, or
  ///   ``LanguageModelError/unsupportedGenerationGuide(_:)`` if a guide does not apply to its schema's type.
  func check(_ request: LanguageModelExecutorGenerationRequest) throws {
    let capabilities = model.capabilities
    if !enabledTools.isEmpty, !capabilities.contains(.toolCalling) {
      throw unsupported(.toolCalling, "the session has the tools \(enabledTools.map(\.name).joined(separator: ", "))")
    }
    if let schema = request.schema, !capabilities.contains(.guidedGeneration) {
      throw unsupported(.guidedGeneration, "the request has the schema \(schema.name)")
    }
    if let schema = request.schema, let defect = schema.graph.defects.first {
      throw LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: schema.name, debugDescription: "\(defect)"))
    }
    if let level = contextOptions.reasoningLevel, !capabilities.contains(.reasoning) {
      throw unsupported(.reasoning, "the request has the reasoning level \(level)")
    }
    if options.toolCallingMode == .required, enabledTools.isEmpty {
      throw LanguageModelError.untyped("the request requires a tool call, but the session has no tools")
    }
  }

  private func unsupported(
    _ capability: LanguageModelCapabilities.Capability, _ need: String
  ) -> LanguageModelError {
    .unsupportedCapability(
      .init(capability: capability, debugDescription: "\(need), but the model lacks the capability \(capability)"))
  }
}
