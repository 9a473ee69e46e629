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
  func request(
    transcript: Transcript, answering prompt: Transcript.Prompt
  ) -> LanguageModelExecutorGenerationRequest {
    var transcript = transcript
    for transform in historyTransforms { transcript.entries = transform(transcript.entries) }
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript, enabledTools: enabledTools.map { Transcript.ToolDefinition(tool: $0) },
      schema: prompt.responseFormat?.schema, generationOptions: options, contextOptions: contextOptions,
      metadata: prompt.metadata)
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
    let count = capabilities.contains(.vision) ? 0 : request.transcript.shownImages.count
    if count > 0 {
      let hint = (model as? GGUFLanguageModel)?.missingProjectorHint ?? ""
      throw unsupported(.vision, "the conversation has \(count) \(count == 1 ? "image" : "images")", hint)
    }
    if options.toolCallingMode == .required, enabledTools.isEmpty {
      throw LanguageModelError.untyped("the request requires a tool call, but the session has no tools")
    }
  }

  private func unsupported(
    _ capability: LanguageModelCapabilities.Capability, _ need: String, _ hint: String = ""
  ) -> LanguageModelError {
    .unsupportedCapability(
      .init(
        capability: capability, debugDescription: "\(need), but the model lacks the capability \(capability)\(hint)"))
  }
}

// MARK: - Preparing a step

extension LanguageModelSession {
  /// The source of a session's model, tools and instructions.
  enum Setup: Sendable {
    /// A fixed model and fixed tools.
    case fixed(model: any LanguageModel, tools: [any Tool])
    /// A profile that is evaluated for each step.
    case profile(ProfileBox)
  }

  /// Determines the configuration of the request's next step.
  nonisolated(nonsending) func prepareStep(of turn: Turn) async throws -> StepConfiguration {
    let prompt = turn.request.prompt
    switch setup {
    case .fixed(let model, let tools):
      return StepConfiguration(
        model: model, tools: tools, options: prompt.options, contextOptions: prompt.contextOptions)
    case .profile(let box):
      let profile = box.evaluate(in: SessionContext(session: self, turn: turn.id, mayRewrite: false))
      let changes = box.activate(profile)
      for action in changes.deactivations { await action() }
      for action in changes.activations { await action() }
      write(profile, in: turn)
      var contextOptions = prompt.contextOptions
      contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? profile.reasoningLevel
      var step = StepConfiguration(
        model: profile.model ?? SystemLanguageModel.default, tools: profile.tools,
        options: prompt.options.filled(from: profile.options), contextOptions: contextOptions)
      step.historyTransforms = profile.historyTransforms
      step.errorHandlingPolicy = profile.errorHandlingPolicy
      step.hooks = profile.hooks
      return step
    }
  }

  /// Writes a profile's instructions to the head of the transcript.
  private func write(_ profile: ResolvedProfile, in turn: Turn) {
    update(.transcript) { state in
      guard state.turn?.id == turn.id, state.transcript.setInstructions(profile) else { return }
      state.turn?.relocate(in: state.transcript)
    }
  }
}

extension Transcript {
  /// Replaces the leading instructions by those of a profile; returns true if that changed the transcript.
  ///
  /// The entry keeps its identifier, and with it any state that a model has cached for it.
  @discardableResult
  mutating func setInstructions(_ profile: ResolvedProfile) -> Bool {
    let segments = [Segment](profile.instructions)
    let tools = profile.tools.map { ToolDefinition(tool: $0) }
    guard case .instructions(var instructions)? = entries.first else {
      guard !segments.isEmpty || !tools.isEmpty else { return false }
      entries.insert(.instructions(Instructions(segments: segments, toolDefinitions: tools)), at: 0)
      return true
    }
    if segments.isEmpty, tools.isEmpty {
      entries.removeFirst()
      return true
    }
    let hasSameText = instructions.segments.map(\.description) == segments.map(\.description)
    if hasSameText, instructions.toolDefinitions == tools { return false }
    if !hasSameText { instructions.segments = segments }
    instructions.toolDefinitions = tools
    entries[0] = .instructions(instructions)
    return true
  }
}
