extension LanguageModelSession {
  /// Where a session's model, tools and instructions come from.
  enum Setup: Sendable {
    /// Chosen once and for all.
    case fixed(model: any LanguageModel, tools: [any Tool])
    /// Described by a profile that is evaluated for each step.
    case profile(ProfileBox)
  }

  /// Finds out how the next step of a request is to be done.
  nonisolated(nonsending) func prepareStep(of turn: Turn, _ inquiry: Inquiry) async throws -> StepConfiguration {
    switch setup {
    case .fixed(let model, let tools):
      return StepConfiguration(
        model: model, tools: tools, options: inquiry.options, contextOptions: inquiry.contextOptions)
    case .profile(let box):
      let profile = box.evaluate(in: SessionContext(session: self, turn: turn.id, mayRewrite: false))
      let changes = box.activate(profile)
      for action in changes.deactivations { await action() }
      for action in changes.activations { await action() }
      write(profile, in: turn)
      var contextOptions = inquiry.contextOptions
      contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? profile.reasoningLevel
      var step = StepConfiguration(
        model: profile.model ?? SystemLanguageModel.default, tools: profile.tools,
        options: inquiry.options.filled(from: profile.options), contextOptions: contextOptions)
      step.historyTransforms = profile.historyTransforms
      step.errorHandlingPolicy = profile.errorHandlingPolicy
      step.hooks = profile.hooks
      return step
    }
  }

  /// Puts a profile's instructions at the head of the transcript.
  private func write(_ profile: ResolvedProfile, in turn: Turn) {
    update(.transcript) { state in
      guard state.turn?.id == turn.id, state.transcript.setInstructions(profile) else { return }
      state.turn?.relocate(in: state.transcript)
    }
  }
}

extension Transcript {
  /// Makes leading instructions say what a profile says, and returns whether that changed anything.
  ///
  /// The entry's identifier stays, and with it what a model has cached for it.
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
    let saysTheSame = instructions.segments.map(\.description) == segments.map(\.description)
    if saysTheSame, instructions.toolDefinitions == tools { return false }
    if !saysTheSame { instructions.segments = segments }
    instructions.toolDefinitions = tools
    entries[0] = .instructions(instructions)
    return true
  }
}
