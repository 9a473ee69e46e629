public import Foundation

extension Transcript {
  /// A segment of an entry.
  public enum Segment: Sendable, Identifiable, Equatable {
    /// Plain text.
    case text(Transcript.TextSegment)
    /// A structured value.
    case structure(Transcript.StructuredSegment)
    /// An attachment, such as an image.
    case attachment(Transcript.AttachmentSegment)

    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the segment.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      case .attachment(let segment): segment.id
      }
    }
  }

  /// A segment of plain text.
  public struct TextSegment: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the segment.
    public var id: String

    /// The text.
    public var content: String

    /// Creates a text segment.
    ///
    /// - Parameters:
    ///   - id: The identifier of the segment.
    ///   - content: The text.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// A structured value.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the segment.
    public var id: String

    /// The name of the value's schema or type.
    public var schemaName: String

    /// The value.
    public var content: GeneratedContent

    /// Creates a structured segment.
    ///
    /// - Parameters:
    ///   - id: The identifier of the segment.
    ///   - schemaName: The name of the value's schema or type.
    ///   - content: The value.
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }
  }
}

// MARK: - Compatibility with the first release

extension Transcript.StructuredSegment {
  /// The name of the value's schema or type, under its name in the first release.
  @available(*, deprecated, renamed: "schemaName")
  public var source: String {
    get { schemaName }
    set { schemaName = newValue }
  }

  /// Creates a structured segment with the parameter name of the first release.
  ///
  /// - Parameters:
  ///   - id: The identifier of the segment.
  ///   - source: The name of the value's schema or type.
  ///   - content: The value.
  @available(*, deprecated, renamed: "init(id:schemaName:content:)")
  public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
    self.init(id: id, schemaName: source, content: content)
  }
}

// MARK: - Description

extension Transcript.Segment: CustomStringConvertible {
  /// The text of the segment.
  public var description: String {
    switch self {
    case .text(let segment): segment.description
    case .structure(let segment): segment.description
    case .attachment(let segment): segment.description
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
