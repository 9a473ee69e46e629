// A hook runs on behalf of the request, on the actor on which it was written or else on that of the request's caller, and
// a hook that throws makes the request fail with its error.

extension LanguageModelSession.DynamicProfile {
  /// Does something when a prompt is in the transcript and before the model is called.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onPrompt(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onPrompt.append { _ in try await action() } }
  }

  /// Does something when a prompt is in the transcript and before the model is called.
  ///
  /// - Parameter action: What to do with the prompt.
  /// - Returns: The modified profile.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onPrompt.append(action) }
  }

  /// Does something when a response is complete.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onResponse(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onResponse.append { _ in try await action() } }
  }

  /// Does something when a response is complete.
  ///
  /// - Parameter action: What to do with the response.
  /// - Returns: The modified profile.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onResponse.append(action) }
  }

  /// Does something when a thought is complete.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onReasoning(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onReasoning.append { _ in try await action() } }
  }

  /// Does something when a thought is complete.
  ///
  /// - Parameter action: What to do with the thought.
  /// - Returns: The modified profile.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onReasoning.append(action) }
  }

  /// Does something before a tool that the model called runs, which does not happen if this throws.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onToolCall(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolCall.append { _ in try await action() } }
  }

  /// Does something before a tool that the model called runs, which does not happen if this throws.
  ///
  /// - Parameter action: What to do with the call.
  /// - Returns: The modified profile.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolCall.append(action) }
  }

  /// Does something when the output of a tool is in the transcript.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onToolOutput(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolOutput.append { _, _ in try await action() } }
  }

  /// Does something when the output of a tool is in the transcript.
  ///
  /// - Parameter action: What to do with the call and the output.
  /// - Returns: The modified profile.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolOutput.append(action) }
  }

  /// Does something when the profile becomes the active one, at the first request or in the place of another profile.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onActivate.append(action) }
  }

  /// Does something when another profile takes this one's place, before that one's activation.
  ///
  /// - Parameter action: What to do.
  /// - Returns: The modified profile.
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onDeactivate.append(action) }
  }
}
