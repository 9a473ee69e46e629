/// A reference of a model to an image of the conversation, by its label.
///
/// ```swift
/// let answer = try await session.respond(generating: ImageReference.self) {
///   "Which of the pictures shows a cat?"
///   Attachment(imageURL: URL(filePath: "first.png")).label("first")
///   Attachment(imageURL: URL(filePath: "second.png")).label("second")
/// }
/// let image = answer.content.resolved(in: session.transcript)
/// ```
public struct ImageReference: Sendable, Equatable {
  /// The label of the attachment.
  public let attachmentLabel: String

  /// Finds the image.
  ///
  /// - Parameter transcript: The entries of a conversation.
  /// - Returns: The latest image with the label; `nil` if there is none.
  public func resolved(in transcript: some Sequence<Transcript.Entry>) -> Transcript.ImageAttachment? {
    for entry in Array(transcript).reversed() {
      for segment in entry.segments.reversed() {
        if case .attachment(let attachment) = segment, attachment.label == attachmentLabel,
          case .image(let image) = attachment.content
        {
          return image
        }
      }
    }
    return nil
  }
}

// Not by the macro, which writes the name of this module, under which tests of the system's sessions do not compile it.
extension ImageReference: Generable {
  /// The schema: an object with the label.
  public nonisolated static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "attachmentLabel", type: String.self)])
  }

  /// The reference as content.
  public nonisolated var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["attachmentLabel": attachmentLabel])
  }

  /// Creates a reference from content.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if there is no label.
  public nonisolated init(_ content: GeneratedContent) throws {
    attachmentLabel = try content.value(forProperty: "attachmentLabel")
  }

  /// A reference that is being generated.
  public nonisolated struct PartiallyGenerated: Identifiable, nonisolated ConvertibleFromGeneratedContent, Equatable,
    Sendable
  {
    /// The identifier, which stays the same while the reference is generated.
    public var id: GenerationID
    /// The label so far; `nil` before its beginning.
    public var attachmentLabel: String.PartiallyGenerated?

    /// Creates a partial reference from content.
    ///
    /// - Parameter content: The content.
    /// - Throws: ``GeneratedContent/ParsingError`` if the label is no text.
    public nonisolated init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }
  }
}

extension Transcript.Entry {
  /// The segments of the entry; none for calls of tools.
  var segments: [Transcript.Segment] {
    switch self {
    case .instructions(let entry): entry.segments
    case .prompt(let entry): entry.segments
    case .toolCalls: []
    case .toolOutput(let entry): entry.segments
    case .response(let entry): entry.segments
    case .reasoning(let entry): entry.segments
    }
  }
}

extension Transcript {
  /// The images of all entries, in order.
  var images: [ImageAttachment] { entries.flatMap { $0.segments.images } }

  /// The images that models are shown, in order: those of instructions, prompts and the output of tools.
  var shownImages: [ImageAttachment] {
    entries.flatMap { entry -> [ImageAttachment] in
      switch entry {
      case .instructions, .prompt, .toolOutput: entry.segments.images
      case .toolCalls, .response, .reasoning: []
      }
    }
  }
}

extension [Transcript.Segment] {
  /// The images, in order.
  var images: [Transcript.ImageAttachment] {
    compactMap { segment in
      if case .attachment(let attachment) = segment, case .image(let image) = attachment.content { image } else { nil }
    }
  }
}
