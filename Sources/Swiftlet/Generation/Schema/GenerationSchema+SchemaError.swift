public import Foundation

extension GenerationSchema {
  /// An error in the parts of a schema.
  public enum SchemaError: Error, LocalizedError {
    /// Two different types have the same name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of an object have the same name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A type is a choice without alternatives.
    case emptyTypeChoices(schema: String, context: Context)
    /// A referenced type is not defined.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// The details of an error.
    public struct Context: Sendable {
      /// The details, for a developer.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The details, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }
  }
}

extension GenerationSchema.SchemaError {
  /// The error's message.
  public var errorDescription: String? {
    switch self {
    case .duplicateType(_, let type, _): "Two types are named '\(type)'."
    case .duplicateProperty(let schema, let property, _): "'\(schema)' has two properties named '\(property)'."
    case .emptyTypeChoices(let schema, _): "'\(schema)' is a choice without alternatives."
    case .undefinedReferences(_, let references, _):
      "Nothing is named \(references.map { "'\($0)'" }.joined(separator: " or "))."
    }
  }

  /// A remedy.
  public var recoverySuggestion: String? {
    switch self {
    case .duplicateType: "Give each type a unique name, or reference a type with 'referenceTo'."
    case .duplicateProperty: "Give each property of the type a unique name."
    case .emptyTypeChoices: "List at least one choice."
    case .undefinedReferences: "Add schemas of these names to 'dependencies', or correct the references."
    }
  }
}
