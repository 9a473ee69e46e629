/// A tool that a model may call while it answers.
///
/// The model receives the tool's name, description and parameters, decides when to call it, and continues the answer
/// when it has the output:
///
/// ```swift
/// struct Weather: Tool {
///   let description = "Returns the weather of a city."
///
///   @Generable struct Arguments {
///     @Guide(description: "The city's name") var city: String
///   }
///
///   func call(arguments: Arguments) async throws -> String { try await forecast(for: arguments.city) }
/// }
/// ```
///
/// A model may call several tools in one step, and one tool more than once. Such calls run concurrently, and their
/// outputs are in the transcript in the order of the calls. When one fails, the others are cancelled. A request runs
/// until the model stops calling tools; tools can throw to enforce a limit.
///
/// A call of a tool that does not exist fails the request with ``GeneratedContent/ParsingError`` before any tool runs.
/// Arguments that cannot be converted fail it with ``LanguageModelSession/ToolCallError``.
public protocol Tool<Arguments, Output>: Sendable {
  /// The output type of the tool.
  ///
  /// Text becomes a text segment of the transcript, and a generable value one with a structure.
  associatedtype Output: PromptRepresentable

  /// The arguments of the call.
  ///
  /// A tool whose parameters are known only at run time takes ``GeneratedContent`` and defines its
  /// ``parameters`` itself.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// The tool's name for the model; by default, the name of the type.
  var name: String { get }

  /// A description for the model of the tool's function and use.
  var description: String { get }

  /// The schema of the arguments; by default, that of ``Arguments``.
  var parameters: GenerationSchema { get }

  /// True, by default, if the session's instructions include the tool's schema.
  ///
  /// Custom executors receive all definitions in any case.
  var includesSchemaInInstructions: Bool { get }

  /// Runs the tool, not on the actor of the session's caller.
  ///
  /// - Parameter arguments: The arguments.
  /// - Returns: The output for the model.
  /// - Throws: Any error. The session's request then fails with
  ///   ``LanguageModelSession/ToolCallError``.
  @concurrent func call(arguments: Self.Arguments) async throws -> Self.Output
}

extension Tool {
  /// A value that belongs to the session for which the tool runs.
  public typealias SessionProperty = LanguageModelSession.SessionProperty

  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// True.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Self.Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
