/// Instructions and tools that depend on the state of the program.
///
/// The body is evaluated anew each time the model is called, also between the steps of a request, and takes the place
/// of what stood at the head of the transcript:
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

  /// What the instructions consist of at present.
  @DynamicInstructionsBuilder var body: Self.Body { get }
}

extension DynamicInstructions {
  /// A piece for each element of a collection.
  public typealias ForEach = DynamicInstructionsForEach

  /// A value that belongs to the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

/// What dynamic instructions come to when they are evaluated.
struct ResolvedInstructions {
  var parts: [PromptPart] = []
  var tools: [any Tool] = []
}

/// Dynamic instructions without a body, which know themselves what they come to.
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
  /// Never asked for: instructions of this kind have no body.
  public var body: Never { noBody(of: Self.self) }
}

/// Ends the program because a body was asked for that does not exist.
func noBody<T>(of type: T.Type) -> Never {
  preconditionFailure("\(type) has no body")
}
