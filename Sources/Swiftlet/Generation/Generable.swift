/// A type whose values a model can generate.
///
/// The macro ``Generable(description:)`` generates the conformance. Without it, a type defines its schema and the
/// conversions from and to generated content:
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
  /// The type of a partially generated value.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The schema of generated values.
  static var generationSchema: GenerationSchema { get }
}

/// A type whose values can be created from generated content.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads a value.
  ///
  /// - Parameter content: The generated content.
  /// - Throws: ``GeneratedContent/ParsingError`` if the content does not match the type.
  init(_ content: GeneratedContent) throws
}

/// A type whose values can be converted to generated content.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// The value as generated content.
  var generatedContent: GeneratedContent { get }
}

/// A snapshot of a type that is identifiable by something else than a ``GenerationID``, for the macro.
///
/// Unless the snapshot has an `id` of its own, it is the identity of the generated value, which is the same in all
/// snapshots of a stream.
public protocol _IdentifiedSnapshot: Identifiable {
  /// The identity of the generated value.
  var _generationID: GenerationID { get }
}

extension _IdentifiedSnapshot {
  /// The identity of the generated value.
  public var id: GenerationID { _generationID }
}

// MARK: - Defaults

// The explicit `return`s disable the result builders; see `Prompt`'s conformances.
// swift-format-ignore: OmitExplicitReturns
extension ConvertibleToGeneratedContent {
  /// Instructions with the value as a single part in JSON form.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [PromptPart(self)]) }

  /// A prompt with the value as a single part in JSON form.
  public var promptRepresentation: Prompt { return Prompt(parts: [PromptPart(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Generable {
  /// The type itself, unless it declares another partial type.
  public typealias PartiallyGenerated = Self

  /// Converts the complete value to the partially generated type.
  ///
  /// - Precondition: The partial type can be created from ``ConvertibleToGeneratedContent/generatedContent``, which is
  ///   always the case if the macro generated both.
  /// - Returns: The value as the partial type.
  public func asPartiallyGenerated() -> Self.PartiallyGenerated {
    if let itself = self as? Self.PartiallyGenerated { return itself }
    do {
      return try Self.PartiallyGenerated(generatedContent)
    } catch {
      preconditionFailure("\(Self.PartiallyGenerated.self) cannot be read from the content of \(Self.self): \(error)")
    }
  }

  /// Instructions with the value as a single part in JSON form.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [PromptPart(self)]) }

  /// A prompt with the value as a single part in JSON form.
  public var promptRepresentation: Prompt { return Prompt(parts: [PromptPart(self)]) }
}
