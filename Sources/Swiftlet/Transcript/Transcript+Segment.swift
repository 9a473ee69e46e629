public import Foundation

extension Transcript {
  /// A piece of an entry.
  public enum Segment: Sendable, Identifiable, Equatable {
    /// Plain text.
    case text(Transcript.TextSegment)
    /// A value with a structure.
    case structure(Transcript.StructuredSegment)

    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the piece.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      }
    }
  }

  /// A piece of plain text.
  public struct TextSegment: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this segment from all others.
    public var id: String

    /// The text.
    public var content: String

    /// Creates a text segment.
    ///
    /// - Parameters:
    ///   - id: Tells the segment from all others.
    ///   - content: The text.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// A value with a structure.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this segment from all others.
    public var id: String

    /// The name of the schema or type that the value has.
    public var schemaName: String

    /// The value.
    public var content: GeneratedContent

    /// Creates a segment with a structure.
    ///
    /// - Parameters:
    ///   - id: Tells the segment from all others.
    ///   - schemaName: The name of the schema or type that the value has.
    ///   - content: The value.
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }
  }
}

// MARK: - The spelling of the first release

extension Transcript.StructuredSegment {
  /// The name of the schema or type that the value has, under its first name.
  @available(*, deprecated, renamed: "schemaName")
  public var source: String {
    get { schemaName }
    set { schemaName = newValue }
  }

  /// Creates a segment with a structure, in the first spelling.
  ///
  /// - Parameters:
  ///   - id: Tells the segment from all others.
  ///   - source: The name of the schema or type that the value has.
  ///   - content: The value.
  @available(*, deprecated, renamed: "init(id:schemaName:content:)")
  public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
    self.init(id: id, schemaName: source, content: content)
  }
}

// MARK: - Reading as text

extension Transcript.Segment: CustomStringConvertible {
  /// The text of the piece.
  public var description: String {
    switch self {
    case .text(let segment): segment.description
    case .structure(let segment): segment.description
    }
  }
}

extension Transcript.TextSegment: CustomStringConvertible {
  /// The text.
  public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { content.jsonString }
}
