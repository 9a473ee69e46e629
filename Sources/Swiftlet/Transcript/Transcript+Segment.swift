public import Foundation

extension Transcript {
  /// A piece of an entry.
  public enum Segment: Sendable, Identifiable, Equatable {
    /// Plain text.
    case text(Transcript.TextSegment)

    /// The identifier of the piece.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      }
    }
  }

  /// A piece of plain text.
  public struct TextSegment: Sendable, Identifiable, Equatable {
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
}

extension Transcript.Segment: CustomStringConvertible {
  /// The text of the piece.
  public var description: String {
    switch self {
    case .text(let segment): segment.description
    }
  }
}

extension Transcript.TextSegment: CustomStringConvertible {
  /// The text.
  public var description: String { content }
}

extension [Transcript.Segment] {
  /// Text segments with the given contents, each with an identifier of its own.
  init(texts: [String]) {
    self = texts.map { .text(Transcript.TextSegment(content: $0)) }
  }

  /// The segments' text as a model reads it, one piece a line.
  var text: String { map(\.description).joined(separator: "\n") }
}
