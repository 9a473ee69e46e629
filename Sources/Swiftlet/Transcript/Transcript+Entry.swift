extension Transcript {
  /// An entry of a transcript.
  public enum Entry: Sendable, Identifiable, Equatable {
    /// The instructions and tool definitions; always the first entry if there is one.
    case instructions(Transcript.Instructions)
    /// A prompt.
    case prompt(Transcript.Prompt)
    /// The tools that the model called in one step.
    case toolCalls(Transcript.ToolCalls)
    /// The output of a tool.
    case toolOutput(Transcript.ToolOutput)
    /// The response of the model.
    case response(Transcript.Response)
    /// The reasoning of the model.
    case reasoning(Transcript.Reasoning)

    /// The type of an entry's identifier.
    public typealias ID = String

    /// The identifier of the entry's value.
    public var id: String {
      switch self {
      case .instructions(let instructions): instructions.id
      case .prompt(let prompt): prompt.id
      case .toolCalls(let calls): calls.id
      case .toolOutput(let output): output.id
      case .response(let response): response.id
      case .reasoning(let reasoning): reasoning.id
      }
    }
  }
}

extension Transcript.Entry: CustomStringConvertible {
  /// The kind of the entry and its text.
  public var description: String {
    switch self {
    case .instructions(let instructions): instructions.description
    case .prompt(let prompt): prompt.description
    case .toolCalls(let calls): calls.description
    case .toolOutput(let output): output.description
    case .response(let response): response.description
    case .reasoning(let reasoning): reasoning.description
    }
  }
}
