import Foundation

/// How the next step of a request is done: the model, its tools, and what a profile adds.
struct StepConfiguration {
  var model: any LanguageModel

  /// The tools that the model may call in this step.
  var enabledTools: [any Tool]

  /// The options of the caller, with those of the profile where the caller left them open.
  var options: GenerationOptions
  var contextOptions: ContextOptions

  /// What the model is shown in place of the transcript, applied one after the other.
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
  func request(transcript: Transcript, _ inquiry: Inquiry) -> LanguageModelExecutorGenerationRequest {
    var transcript = transcript
    for transform in historyTransforms { transcript.entries = transform(transcript.entries) }
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript, enabledTools: enabledTools.map { Transcript.ToolDefinition(tool: $0) },
      schema: inquiry.schema, generationOptions: options, contextOptions: contextOptions, metadata: inquiry.metadata)
  }

  /// Checks that the model can do what a request needs.
  ///
  /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` naming what it cannot do, or
  ///   ``LanguageModelError/unsupportedGenerationGuide(_:)`` if a guide of the schema does not fit what it guides.
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
      throw LanguageModelError.untyped("the request says that a tool has to be called, but the session has none")
    }
  }

  private func unsupported(
    _ capability: LanguageModelCapabilities.Capability, _ need: String
  ) -> LanguageModelError {
    .unsupportedCapability(
      .init(capability: capability, debugDescription: "\(need), which the model cannot deal with: no \(capability)"))
  }
}
