/// A profile to which something is added after what is further inside.
struct ExtendedProfile<Content: LanguageModelSession.DynamicProfile>: LanguageModelSession.DynamicProfile {
  let content: Content
  let extend: (inout ResolvedProfile) -> Void
  typealias Body = Never
}

extension ExtendedProfile: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) {
    content.resolve(into: &profile)
    extend(&profile)
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Chooses the model.
  ///
  /// - Parameter model: The model, which may be another one in each evaluation.
  /// - Returns: The modified profile.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.model = $0.model ?? model }
  }

  /// Chooses the model.
  ///
  /// - Parameter model: The model, which may be another one in each evaluation.
  /// - Returns: The modified profile.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.model = $0.model ?? model }
  }

  /// States how much chance plays a part.
  ///
  /// - Parameter temperature: The temperature, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(temperature: temperature))
  }

  /// States how tokens are picked.
  ///
  /// - Parameter samplingMode: The way, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(samplingMode: samplingMode))
  }

  /// States how long responses may be.
  ///
  /// - Parameter maximumResponseTokens: The greatest number of tokens, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func maximumResponseTokens(_ maximumResponseTokens: Int?) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(maximumResponseTokens: maximumResponseTokens))
  }

  /// States how much the model thinks before it answers.
  ///
  /// - Parameter reasoningLevel: The level, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.reasoningLevel = $0.reasoningLevel ?? reasoningLevel }
  }

  /// States whether the model may call tools.
  ///
  /// - Parameter toolCallingMode: The mode, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(toolCallingMode: toolCallingMode))
  }

  /// Changes what the model is shown, and leaves the transcript as it is.
  ///
  /// - Parameter transform: Makes what the model is shown from all entries of the transcript, instructions and prompt
  ///   included.
  /// - Returns: The modified profile.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.historyTransforms.append(transform) }
  }

  /// States what becomes of the transcript when a request fails.
  ///
  /// What ``LanguageModelSession/transcriptErrorHandlingPolicy`` says goes before it.
  ///
  /// - Parameter transcriptErrorHandlingPolicy: The policy, or `nil` to leave it open.
  /// - Returns: The modified profile.
  public func transcriptErrorHandlingPolicy(
    _ transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) {
      $0.errorHandlingPolicy = $0.errorHandlingPolicy ?? transcriptErrorHandlingPolicy
    }
  }

  private func filling(_ options: GenerationOptions) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.options = $0.options.filled(from: options) }
  }
}
