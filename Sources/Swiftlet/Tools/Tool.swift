/// Something that a model may do on its own while it answers.
///
/// The model is told the tool's name, description and parameters, decides when to call it, and goes on with the answer
/// when it has the output:
///
/// ```swift
/// struct Weather: Tool {
///   let description = "Tells the weather of a city."
///
///   @Generable struct Arguments {
///     @Guide(description: "The city's name") var city: String
///   }
///
///   func call(arguments: Arguments) async throws -> String { try await forecast(for: arguments.city) }
/// }
/// ```
///
/// A model may call several tools in one step, and one tool more than once. Such calls run at the same time, and their
/// outputs stand in the transcript in the order of the calls. When one fails, the others are cancelled. A request goes on
/// for as many steps as the model calls tools; a limit is up to the tools, which can throw.
///
/// A call of a tool that does not exist fails the request with ``GeneratedContent/ParsingError`` before any tool runs.
/// Arguments that cannot be read fail it with ``LanguageModelSession/ToolCallError``.
public protocol Tool<Arguments, Output>: Sendable {
  /// What the tool answers with.
  ///
  /// Text becomes a text segment of the transcript, and a generable value one with a structure.
  associatedtype Output: PromptRepresentable

  /// What the tool is given.
  ///
  /// A tool whose parameters are known only while the program runs takes ``GeneratedContent`` and states its
  /// ``parameters`` itself.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// The name by which the model calls the tool; by default, the name of the type.
  var name: String { get }

  /// What the tool does and when to use it, in a sentence for the model.
  var description: String { get }

  /// What the tool has to be given; by default, the schema of ``Arguments``.
  var parameters: GenerationSchema { get }

  /// Whether the session shows the tool's schema in its instructions; by default, it does.
  ///
  /// Executors of one's own receive all definitions in any case.
  var includesSchemaInInstructions: Bool { get }

  /// Does what the tool is there for, away from the actor of the session's caller.
  ///
  /// - Parameter arguments: What the tool is given.
  /// - Returns: What the model is told.
  /// - Throws: What makes the tool's work impossible. The session's request then fails with
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
