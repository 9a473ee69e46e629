import FoundationModels

func tools<T: Tool>(_ tool: T, _ arguments: sending T.Arguments, _ other: any Tool<Leg, String>) async throws {
  let _: (String, String) = (tool.name, tool.description)
  let _: GenerationSchema = tool.parameters
  let _: Bool = tool.includesSchemaInInstructions
  let _: T.Output = try await tool.call(arguments: arguments)
  let _: String = try await other.call(arguments: Leg(to: "a", kilometres: 1))
}

/// A tool that leaves nothing to the defaults.
struct Ledger: Tool {
  let name = "ledger"
  let description = "Writes down a cost."
  let parameters: GenerationSchema
  var includesSchemaInInstructions: Bool { false }
  @SessionProperty(\.budget) var budget

  @concurrent func call(arguments: GeneratedContent) async throws -> GeneratedContent {
    budget -= try arguments.value(Int.self, forProperty: "cost")
    return GeneratedContent(budget)
  }
}

/// Tools with each kind of output.
struct Listing: Tool {
  let description = "Lists stops."
  func call(arguments: Leg) async -> [String] { [arguments.to] }
}

struct Plain: Tool {
  let description = "Tells the next stop."
  func call(arguments: Leg) throws -> Leg { arguments }
}

struct Prompting: Tool {
  let description = "Explains."
  @Generable struct Arguments { var topic: String }
  func call(arguments: Arguments) async throws -> Prompt { Prompt { "About \(arguments.topic)" } }
}

func toolErrors(_ tool: any Tool, _ error: any Swift.Error) {
  typealias Failure = LanguageModelSession.ToolCallError
  variable(\Failure.tool, (any Tool).self)
  variable(\Failure.underlyingError, (any Swift.Error).self)
  property(\Failure.errorDescription, String?.self)
  let _ = Failure(tool: tool, underlyingError: error)
}
