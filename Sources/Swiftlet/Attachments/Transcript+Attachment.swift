public import Foundation

extension Transcript {
  /// An attachment of a segment.
  public enum Attachment: Sendable, Equatable {
    /// An image.
    case image(Transcript.ImageAttachment)
  }

  /// A segment with an attachment.
  public struct AttachmentSegment: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the segment.
    public var id: String

    /// The attachment.
    public var content: Transcript.Attachment

    /// The name by which an ``ImageReference`` finds the attachment; `nil` for none.
    public var label: String?

    /// Creates a segment with an attachment.
    ///
    /// - Parameters:
    ///   - id: The identifier of the segment.
    ///   - content: The attachment.
    ///   - label: The name by which an ``ImageReference`` finds the attachment; `nil` for none.
    public init(id: String = UUID().uuidString, content: Transcript.Attachment, label: String? = nil) {
      (self.id, self.content, self.label) = (id, content, label)
    }
  }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
  /// The kind of the attachment, with its label or its place.
  public var description: String {
    switch content {
    case .image(let image): "[image\(label.map { " " + $0 } ?? image.place.map { " " + $0 } ?? "")]"
    }
  }
}
