extension LanguageModelSession {
  /// Runs the tools that a step called concurrently, and appends their outputs in the order of the calls.
  ///
  /// - Throws: ``GeneratedContent/ParsingError`` if a tool does not exist, ``LanguageModelSession/ToolCallError`` of
  ///   the first tool that fails, or any error of a hook. The other tools are cancelled then.
  nonisolated(nonsending) func runTools(
    for calls: [Transcript.ToolCall], of step: StepConfiguration, in turn: Turn
  ) async throws {
    // Resolved before any tool runs, since tools may have side effects.
    let tools = try calls.map { try step.tool(for: $0) }
    for call in calls {
      for hook in step.hooks.onToolCall { try await hook(call) }
    }
    try Task.checkCancellation()
    let outputs = try await outputs(of: tools, for: calls, in: turn)
    for (call, output) in zip(calls, outputs) {
      for hook in step.hooks.onToolOutput { try await hook(call, output) }
    }
  }

  /// Runs tools concurrently, and appends each output once those of the preceding calls are complete.
  private nonisolated(nonsending) func outputs(
    of tools: [any Tool], for calls: [Transcript.ToolCall], in turn: Turn
  ) async throws -> [Transcript.ToolOutput] {
    let context = SessionContext(session: self, turn: turn.id, mayRewrite: false)
    return try await withThrowingTaskGroup(of: (Int, [Transcript.Segment]).self) { group in
      for (index, (tool, call)) in zip(tools, calls).enumerated() {
        group.addTask {
          (index, try await SessionContext.$current.withValue(context) { try await output(of: tool, for: call) })
        }
      }
      var finished: [Int: [Transcript.Segment]] = [:]
      var outputs: [Transcript.ToolOutput] = []
      while let (index, segments) = try await group.next() {
        finished[index] = segments
        while let segments = finished[outputs.count] {
          let call = calls[outputs.count]
          let output = Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: segments)
          append(.toolOutput(output), in: turn)
          outputs.append(output)
        }
      }
      return outputs
    }
  }
}

extension StepConfiguration {
  /// Returns the tool of a call.
  fileprivate func tool(for call: Transcript.ToolCall) throws -> any Tool {
    if let tool = enabledTools.first(where: { $0.name == call.toolName }) { return tool }
    let names = enabledTools.map(\.name).joined(separator: ", ")
    throw GeneratedContent.ParsingError(
      rawContent: call.description,
      debugDescription: "the model called the tool \(call.toolName), expected one of: \(names)")
  }
}
