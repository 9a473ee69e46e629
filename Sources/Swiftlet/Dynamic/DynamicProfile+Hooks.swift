// A hook runs in the context of the request, on the actor of its definition or else on that of the request's caller,
// and an error of a hook fails the request.

extension LanguageModelSession.DynamicProfile {
  /// Adds a hook that runs after a prompt was added to the transcript and before the model runs.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onPrompt(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onPrompt.append { _ in try await action() } }
  }

  /// Adds a hook that runs after a prompt was added to the transcript and before the model runs.
  ///
  /// - Parameter action: The hook, which receives the prompt.
  /// - Returns: The modified profile.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onPrompt.append(action) }
  }

  /// Adds a hook that runs when a response is complete.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onResponse(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onResponse.append { _ in try await action() } }
  }

  /// Adds a hook that runs when a response is complete.
  ///
  /// - Parameter action: The hook, which receives the response.
  /// - Returns: The modified profile.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onResponse.append(action) }
  }

  /// Adds a hook that runs when a reasoning entry is complete.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onReasoning(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onReasoning.append { _ in try await action() } }
  }

  /// Adds a hook that runs when a reasoning entry is complete.
  ///
  /// - Parameter action: The hook, which receives the reasoning entry.
  /// - Returns: The modified profile.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onReasoning.append(action) }
  }

  /// Adds a hook that runs before a tool call; an error prevents the call.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onToolCall(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolCall.append { _ in try await action() } }
  }

  /// Adds a hook that runs before a tool call; an error prevents the call.
  ///
  /// - Parameter action: The hook, which receives the call.
  /// - Returns: The modified profile.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolCall.append(action) }
  }

  /// Adds a hook that runs after a tool's output was added to the transcript.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onToolOutput(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolOutput.append { _, _ in try await action() } }
  }

  /// Adds a hook that runs after a tool's output was added to the transcript.
  ///
  /// - Parameter action: The hook, which receives the call and the output.
  /// - Returns: The modified profile.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onToolOutput.append(action) }
  }

  /// Adds a hook that runs when the profile becomes active, at the first request or replacing another profile.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onActivate.append(action) }
  }

  /// Adds a hook that runs when another profile replaces this one, before its activation hooks.
  ///
  /// - Parameter action: The hook.
  /// - Returns: The modified profile.
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    ExtendedProfile(content: self) { $0.hooks.onDeactivate.append(action) }
  }
}
