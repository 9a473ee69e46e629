// MARK: - With the system's model

extension LanguageModelSession {
  /// Creates a session with the system's model and instructions from a string.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: How the model should behave.
  @_disfavoredOverload
  public convenience init(model: SystemLanguageModel = .default, instructions: String? = nil) {
    self.init(provider: Provider(model), instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session with the system's model and instructions from a closure.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: A closure in which each line is a piece of the instructions.
  /// - Throws: What the closure throws.
  public convenience init(
    model: SystemLanguageModel = .default, @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(provider: Provider(model), instructions: try instructions())
  }

  /// Creates a session with the system's model.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: How the model should behave.
  public convenience init(model: SystemLanguageModel = .default, instructions: Instructions? = nil) {
    self.init(provider: Provider(model), instructions: instructions)
  }

  /// Creates a session with the system's model that goes on with an earlier conversation.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - transcript: What has been said, taken as it is.
  public convenience init(model: SystemLanguageModel = .default, transcript: Transcript) {
    self.init(provider: Provider(model), transcript: transcript)
  }
}

// MARK: - With any model

extension LanguageModelSession {
  /// Creates a session with instructions from a closure.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: A closure in which each line is a piece of the instructions.
  /// - Throws: What the closure throws.
  public convenience init<Failure>(
    model: some LanguageModel, @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) where Failure: Swift.Error {
    self.init(provider: Provider(model), instructions: try instructions())
  }

  /// Creates a session that goes on with an earlier conversation.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - transcript: What has been said, taken as it is.
  public convenience init(model: some LanguageModel, transcript: Transcript) {
    self.init(provider: Provider(model), transcript: transcript)
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: How the model should behave.
  public convenience init(model: some LanguageModel, instructions: Instructions? = nil) {
    self.init(provider: Provider(model), instructions: instructions)
  }

  /// Creates a session with instructions from a string.
  ///
  /// - Parameters:
  ///   - model: The model to talk to.
  ///   - instructions: How the model should behave.
  @_disfavoredOverload
  public convenience init(model: some LanguageModel, instructions: String? = nil) {
    self.init(provider: Provider(model), instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session whose transcript holds the instructions, if there are any, and nothing else.
  private convenience init(provider: any ModelProvider, instructions: Instructions?) {
    let entry = instructions.map { Transcript.Instructions(segments: [Transcript.Segment](texts: $0.parts)) }
    self.init(provider: provider, transcript: Transcript(entries: entry.map { [.instructions($0)] } ?? []))
  }
}
