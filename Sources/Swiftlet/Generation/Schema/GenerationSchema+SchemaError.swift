public import Foundation

extension GenerationSchema {
  /// Why parts do not make a schema.
  public enum SchemaError: Error, LocalizedError {
    /// Two different types have one name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of a structure have one name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A type is a choice without anything to choose.
    case emptyTypeChoices(schema: String, context: Context)
    /// Types are referred to that nobody defines.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// What went wrong in particular.
    public struct Context: Sendable {
      /// The particulars, for a developer.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The particulars, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }
  }
}

extension GenerationSchema.SchemaError {
  /// What went wrong.
  public var errorDescription: String? {
    switch self {
    case .duplicateType(_, let type, _): "Two types are named '\(type)'."
    case .duplicateProperty(let schema, let property, _): "'\(schema)' has two properties named '\(property)'."
    case .emptyTypeChoices(let schema, _): "'\(schema)' is a choice without anything to choose."
    case .undefinedReferences(_, let references, _):
      "Nothing is named \(references.map { "'\($0)'" }.joined(separator: " or "))."
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    switch self {
    case .duplicateType: "Give each type a name of its own, or refer to the one type with 'referenceTo'."
    case .duplicateProperty: "Give each property of the type a name of its own."
    case .emptyTypeChoices: "List at least one choice."
    case .undefinedReferences: "Add schemas of these names to 'dependencies', or correct the references."
    }
  }
}
