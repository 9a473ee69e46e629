import SwiftletJSON

extension GeneratedContent {
  /// The kind of content, with its parts.
  public enum Kind: Equatable, Sendable {
    /// JSON's `null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A number. Convert the content to `Int` or `Decimal` if a `Double` is not exact enough.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([GeneratedContent])
    /// Values with names, and the order of the names.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// Creates content from its parts.
  ///
  /// Keys of a structure that are missing in the dictionary or in the order are omitted.
  ///
  /// - Parameters:
  ///   - kind: The kind and its parts.
  ///   - id: The value's identity.
  public init(kind: Kind, id: GenerationID? = nil) {
    let storage: Storage =
      switch kind {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let value): .number(JSONNumber(value))
      case .string(let text): .string(text)
      case .array(let elements): .array(elements)
      case .structure(let properties, let keys): Self.structure(properties, keys)
      }
    self.init(storage, id: id)
  }

  private static func structure(_ properties: [String: GeneratedContent], _ keys: [String]) -> Storage {
    var rest = properties
    let known = keys.filter { rest.removeValue(forKey: $0) != nil }
    return .structure(properties: rest.isEmpty ? properties : properties.filter { rest[$0.key] == nil }, keys: known)
  }

  /// The kind of the content, with its parts.
  public var kind: Kind {
    switch storage {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number): .number(number.double)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements)
    case .structure(let properties, let keys): .structure(properties: properties, orderedKeys: keys)
    }
  }

  /// The name of the kind for error messages.
  var kindName: String {
    switch storage {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .structure: "a structure"
    }
  }
}
