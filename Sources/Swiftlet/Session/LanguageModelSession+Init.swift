// MARK: - With the system's model

extension LanguageModelSession {
  /// Creates a session with the system's model and instructions from a string.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The instructions for the model.
  @_disfavoredOverload
  public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil) {
    self.init(running: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session with the system's model and instructions from a closure.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: A closure that builds the instructions, one part per line.
  /// - Throws: Any error of the closure.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(running: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session with the system's model.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The instructions for the model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(running: model, tools: tools, instructions: instructions)
  }

  /// Creates a session with the system's model that continues an earlier conversation.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - transcript: The transcript of the earlier conversation, used unchanged.
  public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {
    self.init(running: model, tools: tools, transcript: transcript)
  }
}

// MARK: - With any model

extension LanguageModelSession {
  /// Creates a session with instructions from a closure.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: A closure that builds the instructions, one part per line.
  /// - Throws: Any error of the closure.
  public convenience init<Failure>(
    model: some LanguageModel, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) where Failure: Swift.Error {
    self.init(running: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session that continues an earlier conversation.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - transcript: The transcript of the earlier conversation, used unchanged.
  public convenience init(model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript) {
    self.init(running: model, tools: tools, transcript: transcript)
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The instructions for the model.
  public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil) {
    self.init(running: model, tools: tools, instructions: instructions)
  }

  /// Creates a session with instructions from a string.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The instructions for the model.
  @_disfavoredOverload
  public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil) {
    self.init(running: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  private convenience init(running model: any LanguageModel, tools: [any Tool], transcript: Transcript) {
    self.init(setup: .fixed(model: model, tools: tools), transcript: transcript)
  }

  /// Creates a session whose transcript holds the instructions and tools, if there are any, and nothing else.
  private convenience init(running model: any LanguageModel, tools: [any Tool], instructions: Instructions?) {
    var transcript = Transcript()
    if instructions != nil || !tools.isEmpty {
      transcript.append(
        .instructions(
          Transcript.Instructions(
            segments: [Transcript.Segment](instructions?.parts ?? []),
            toolDefinitions: tools.map { Transcript.ToolDefinition(tool: $0) })))
    }
    self.init(running: model, tools: tools, transcript: transcript)
  }
}

// MARK: - With a profile

extension LanguageModelSession {
  /// Creates a session whose model, options, instructions and tools a profile describes.
  ///
  /// A model that the profile does not choose is the system's.
  ///
  /// - Parameters:
  ///   - profile: The profile, which is evaluated now and before each call of the model.
  ///   - history: The earlier conversation; leading instructions in it are replaced by those of the profile.
  public convenience init(profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []) {
    self.init(box: ProfileBox(profile), history: history)
  }

  /// Creates a session with instructions and tools that depend on the state of the program.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - dynamicInstructions: The instructions and tools, which are evaluated now and before each call of the model.
  ///   - history: The earlier conversation; leading instructions in it are replaced.
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default, dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    self.init(profile: Profile(dynamicInstructions).model(model), history: history)
  }

  private convenience init(box: ProfileBox, history: some Collection<Transcript.Entry>) {
    self.init(setup: .profile(box), transcript: Transcript(entries: history))
    let profile = box.evaluate(in: SessionContext(session: self, turn: nil, mayRewrite: false))
    _ = update(.transcript) { $0.transcript.setInstructions(profile) }
  }
}
