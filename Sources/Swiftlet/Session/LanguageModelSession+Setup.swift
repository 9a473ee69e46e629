extension LanguageModelSession {
  /// The source of a session's model, tools and instructions.
  enum Setup: Sendable {
    /// A fixed model and fixed tools.
    case fixed(model: any LanguageModel, tools: [any Tool])
    /// A profile that is evaluated for each step.
    case profile(ProfileBox)
  }

  /// Determines the configuration of the request's next step.
  nonisolated(nonsending) func prepareStep(
    of turn: Turn, _ sessionRequest: SessionRequest
  ) async throws -> StepConfiguration {
    switch setup {
    case .fixed(let model, let tools):
      return StepConfiguration(
        model: model, tools: tools, options: sessionRequest.options, contextOptions: sessionRequest.contextOptions)
    case .profile(let box):
      let profile = box.evaluate(in: SessionContext(session: self, turn: turn.id, mayRewrite: false))
      let changes = box.activate(profile)
      for action in changes.deactivations { await action() }
      for action in changes.activations { await action() }
      write(profile, in: turn)
      var contextOptions = sessionRequest.contextOptions
      contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? profile.reasoningLevel
      var step = StepConfiguration(
        model: profile.model ?? SystemLanguageModel.default, tools: profile.tools,
        options: sessionRequest.options.filled(from: profile.options), contextOptions: contextOptions)
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
