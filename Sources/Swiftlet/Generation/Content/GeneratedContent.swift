import SwiftletJSON

/// A value that a model generated, or that is shown to one: JSON with an order of keys.
///
/// ```swift
/// let content = try GeneratedContent(json: #"{"name": "Ada", "age": 36}"#)
/// let name: String = try content.value(forProperty: "name")
/// ```
///
/// While a value is generated, ``isComplete`` is false, and the content is what has arrived so far.
public struct GeneratedContent: Sendable {
  /// The value's identity, which is the same in every snapshot of a stream, and `nil` for content made by hand.
  public var id: GenerationID?

  /// Whether all of the value is there.
  public let isComplete: Bool

  /// The value.
  let storage: Storage

  /// What the content may be.
  ///
  /// As ``Kind``, except that numbers keep the text they were written with, from which integers and decimals of any
  /// size are read without loss.
  enum Storage: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([GeneratedContent])
    /// - Invariant: `keys` lists the keys of `properties`, each once.
    case structure(properties: [String: GeneratedContent], keys: [String])
  }

  /// Creates content.
  init(_ storage: Storage, id: GenerationID? = nil, isComplete: Bool = true) {
    self.id = id
    self.isComplete = isComplete
    self.storage = storage
  }
}

extension GeneratedContent: Equatable {
  /// Compares values, identities and completeness.
  ///
  /// Numbers are equal if their values are, however they are written.
  ///
  /// - Parameters:
  ///   - one: Content.
  ///   - other: Other content.
  /// - Returns: Whether the two are equal.
  public static func == (one: GeneratedContent, other: GeneratedContent) -> Bool {
    one.id == other.id && one.isComplete == other.isComplete && one.storage == other.storage
  }
}

// MARK: - Content is generable itself

extension GeneratedContent: Generable {
  /// The form of any value that JSON can write.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.any), name: "GeneratedContent")
  }

  /// Takes over content.
  ///
  /// - Parameter content: The content.
  /// - Throws: Nothing; protocols that this fulfils allow for it.
  public init(_ content: GeneratedContent) throws {
    self = content
  }

  /// The content itself.
  public var generatedContent: GeneratedContent { self }
}
