/// A type whose values a model can generate.
///
/// The macro ``Generable(description:)`` writes the conformance. Without it, a type says which form its values have,
/// how they are read, and how they are written:
///
/// ```swift
/// struct City: Generable {
///   var name: String
///
///   static var generationSchema: GenerationSchema {
///     GenerationSchema(type: Self.self, properties: [.init(name: "name", type: String.self)])
///   }
///   init(_ content: GeneratedContent) throws { name = try content.value(forProperty: "name") }
///   var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name]) }
/// }
/// ```
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// What can be read from a value of which only a part has been generated.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The form that generated values have.
  static var generationSchema: GenerationSchema { get }
}

/// A type whose values can be read from what a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads a value.
  ///
  /// - Parameter content: What was generated.
  /// - Throws: ``GeneratedContent/ParsingError``, if the content does not have the form of such a value.
  init(_ content: GeneratedContent) throws
}

/// A type whose values can be written as generated content, and so shown to a model.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// The value as content.
  var generatedContent: GeneratedContent { get }
}

// MARK: - Defaults

// The explicit `return`s are needed for the reason given beside `Prompt`'s conformances.
// swift-format-ignore: OmitExplicitReturns
extension ConvertibleToGeneratedContent {
  /// Instructions of one piece, the value, which a model reads as JSON.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [PromptPart(self)]) }

  /// A prompt of one piece, the value, which a model reads as JSON.
  public var promptRepresentation: Prompt { return Prompt(parts: [PromptPart(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Generable {
  /// A value that is its own partial form, unless the type says otherwise.
  public typealias PartiallyGenerated = Self

  /// The form that a value has while it is generated, with all of the value in it.
  ///
  /// - Precondition: The partial form can be read from ``ConvertibleToGeneratedContent/generatedContent``. It always
  ///   can where the macro wrote both.
  /// - Returns: The value in its partial form.
  public func asPartiallyGenerated() -> Self.PartiallyGenerated {
    if let itself = self as? Self.PartiallyGenerated { return itself }
    do {
      return try Self.PartiallyGenerated(generatedContent)
    } catch {
      preconditionFailure("\(Self.PartiallyGenerated.self) cannot be read from the content of \(Self.self): \(error)")
    }
  }

  /// Instructions of one piece, the value, which a model reads as JSON.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [PromptPart(self)]) }

  /// A prompt of one piece, the value, which a model reads as JSON.
  public var promptRepresentation: Prompt { return Prompt(parts: [PromptPart(self)]) }
}
