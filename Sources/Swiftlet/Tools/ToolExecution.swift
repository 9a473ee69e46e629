/// Runs a tool for a call of the model.
///
/// - Parameters:
///   - tool: The tool.
///   - call: The call, whose arguments are complete.
/// - Returns: The tool's output as segments.
/// - Throws: ``LanguageModelSession/ToolCallError``, or `CancellationError` if the task was cancelled meanwhile.
@concurrent
func output(of tool: any Tool, for call: Transcript.ToolCall) async throws -> [Transcript.Segment] {
  do {
    return try await segments(of: tool, arguments: call.arguments)
  } catch {
    // A tool cancelled together with its request has not failed.
    if Task.isCancelled { throw CancellationError() }
    throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
  }
}

@concurrent
private func segments<T: Tool>(of tool: T, arguments: GeneratedContent) async throws -> [Transcript.Segment] {
  let output = try await tool.call(arguments: try T.Arguments(arguments))
  return [Transcript.Segment](output.promptRepresentation.parts)
}
