/// Instructions and tools that depend on the state of the program.
///
/// The body is evaluated before each step of a request, and its result replaces the leading instructions of
/// the transcript:
///
/// ```swift
/// struct Guide: DynamicInstructions {
///   @SessionProperty(\.city) var city
///
///   var body: some DynamicInstructions {
///     Instructions("You show people around \(city).")
///     Weather()
///     if city == "Rome" { Museums() }
///   }
/// }
/// let session = LanguageModelSession(dynamicInstructions: Guide())
/// ```
@_typeEraser(AnyDynamicInstructions)
public protocol DynamicInstructions {
  /// The type of the body.
  associatedtype Body: DynamicInstructions

  /// The current content of the instructions.
  @DynamicInstructionsBuilder var body: Self.Body { get }
}

extension DynamicInstructions {
  /// Dynamic instructions for each element of a collection.
  public typealias ForEach = DynamicInstructionsForEach

  /// A value that belongs to the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

/// The result of evaluating dynamic instructions.
struct ResolvedInstructions {
  var parts: [PromptPart] = []
  var tools: [any Tool] = []
}

/// Dynamic instructions without a body, which resolve themselves.
protocol PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions)
}

extension DynamicInstructions {
  /// Evaluates the instructions.
  func resolve(into resolved: inout ResolvedInstructions) {
    if let primitive = self as? any PrimitiveInstructions {
      primitive.resolve(into: &resolved)
    } else {
      body.resolve(into: &resolved)
    }
  }
}

extension DynamicInstructions where Body == Never {
  /// Never evaluated, as the type has no body.
  public var body: Never { noBody(of: Self.self) }
}

/// Stops the program because a nonexistent body was evaluated.
func noBody<T>(of type: T.Type) -> Never {
  preconditionFailure("\(type) has no body")
}
