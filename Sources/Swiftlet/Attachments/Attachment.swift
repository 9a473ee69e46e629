public import Foundation

/// A part of a prompt or of instructions that is not text.
///
/// ```swift
/// let answer = try await session.respond {
///   "What is on this picture?"
///   Attachment(imageURL: URL(filePath: "cat.jpeg"))
/// }
/// ```
///
/// The model needs the capability ``LanguageModelCapabilities/Capability/vision``.
public struct Attachment<Content> {
  private let content: Transcript.Attachment
  private var name: String?

  /// Returns the attachment with a name, by which an ``ImageReference`` of an answer can refer to it.
  ///
  /// - Parameter label: The name.
  /// - Returns: The attachment with the name.
  public func label(_ label: String) -> Attachment<Content> {
    var copy = self
    copy.name = label
    return copy
  }

  private var part: PromptPart { .attachment(content, label: name) }
}

/// The content of an ``Attachment`` that is an image.
public struct ImageAttachmentContent: Sendable, Equatable {
  private init() {}
}

extension Attachment: Sendable where Content: Sendable {}

extension Attachment where Content == ImageAttachmentContent {
  /// Creates an attachment of an image at a URL.
  ///
  /// - Parameter imageURL: The URL of a file, or one with the scheme `data`. Others are sent to remote models only,
  ///   which read them by themselves.
  public init(imageURL: URL) { content = .image(Transcript.ImageAttachment(imageURL: imageURL)) }

  /// Creates an attachment of an image in memory.
  ///
  /// - Parameter imageData: The contents of a file in the format PNG, JPEG, GIF, WebP or BMP.
  public init(imageData: Data) { content = .image(Transcript.ImageAttachment(data: imageData)) }
}

// The explicit `return`s disable the result builders; see `Prompt`'s conformances.
// swift-format-ignore: OmitExplicitReturns
extension Attachment: PromptRepresentable {
  /// A prompt with the attachment as a single part.
  public var promptRepresentation: Prompt { return Prompt(parts: [part]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Attachment: InstructionsRepresentable {
  /// Instructions with the attachment as a single part.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [part]) }
}
