/// A profile with a modification that is applied after those of its content.
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
  /// Sets the model.
  ///
  /// - Parameter model: The model, which may differ in each evaluation.
  /// - Returns: The modified profile.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.model = $0.model ?? model }
  }

  /// Sets the model.
  ///
  /// - Parameter model: The model, which may differ in each evaluation.
  /// - Returns: The modified profile.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.model = $0.model ?? model }
  }

  /// Sets the sampling temperature.
  ///
  /// - Parameter temperature: The temperature; `nil` leaves it unset.
  /// - Returns: The modified profile.
  public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(temperature: temperature))
  }

  /// Sets the sampling mode.
  ///
  /// - Parameter samplingMode: The sampling mode; `nil` leaves it unset.
  /// - Returns: The modified profile.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(samplingMode: samplingMode))
  }

  /// Sets the maximum length of responses.
  ///
  /// - Parameter maximumResponseTokens: The maximum number of tokens; `nil` leaves it unset.
  /// - Returns: The modified profile.
  public func maximumResponseTokens(_ maximumResponseTokens: Int?) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(maximumResponseTokens: maximumResponseTokens))
  }

  /// Sets the reasoning level.
  ///
  /// - Parameter reasoningLevel: The level; `nil` leaves it unset.
  /// - Returns: The modified profile.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.reasoningLevel = $0.reasoningLevel ?? reasoningLevel }
  }

  /// Sets the tool calling mode.
  ///
  /// - Parameter toolCallingMode: The mode; `nil` leaves it unset.
  /// - Returns: The modified profile.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    filling(GenerationOptions(toolCallingMode: toolCallingMode))
  }

  /// Adds a transform of the transcript that the model receives; the session's transcript does not change.
  ///
  /// - Parameter transform: A function from all entries of the transcript, including instructions and prompt, to the
  ///   entries for the model.
  /// - Returns: The modified profile.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.historyTransforms.append(transform) }
  }

  /// Sets the treatment of the transcript when a request fails.
  ///
  /// The session's ``LanguageModelSession/transcriptErrorHandlingPolicy`` takes precedence.
  ///
  /// - Parameter transcriptErrorHandlingPolicy: The policy; `nil` leaves it unset.
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
