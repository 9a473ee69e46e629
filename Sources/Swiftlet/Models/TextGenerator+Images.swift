import SwiftletChatTemplates
import SwiftletImages
import SwiftletInference
import SwiftletTokenizers

extension TextGenerator {
  /// A rendered conversation with images.
  struct ImagePrompt {
    /// The conversation as text, with the markers of its template for images.
    var segments: [TextSegment]
    var tools: [SwiftletChatTemplates.ToolDefinition]
    var start: AnswerStart
    /// The prompt of the engine.
    var runs: [PromptRun]
  }

  /// Renders a conversation with images and encodes them.
  ///
  /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` without an encoder, ``ImageAttachmentError`` for an image
  ///   that cannot be read, and ``LanguageModelError/unsupportedTranscriptContent(_:)`` if the chat template does not
  ///   write all of them.
  nonisolated(nonsending) func imagePrompt(
    _ request: LanguageModelExecutorGenerationRequest, _ images: [Transcript.ImageAttachment],
    _ template: ChatTemplate, _ contents: EngineContents
  ) async throws -> ImagePrompt {
    guard let encoder = try contents.pictureEncoder() else {
      throw LanguageModelError.unsupportedCapability(
        .init(
          capability: .vision,
          debugDescription: "the conversation has \(images.count) images, and the model has no projector for them"))
    }
    let prompt = try rendered(request, images.count, template, contents, markers: encoder.templateMarkers)
    var pictures: [EncodedPicture] = []
    for image in images {
      try Task.checkCancellation()
      pictures.append(try await encoder.encodeInBackground(try Self.picture(image)))
    }
    let texts = prompt.segments.divided(at: prompt.marker)
    return ImagePrompt(
      segments: prompt.segments, tools: prompt.tools, start: prompt.start,
      runs: [PromptRun](texts, pictures, contents.engine.tokenizer))
  }

  private typealias Rendered = (
    segments: [TextSegment], tools: [SwiftletChatTemplates.ToolDefinition], start: AnswerStart, marker: String
  )

  /// Renders a conversation so that it has a marker for each image.
  private func rendered(
    _ request: LanguageModelExecutorGenerationRequest, _ count: Int, _ template: ChatTemplate,
    _ contents: EngineContents, markers: [String]
  ) throws -> Rendered {
    var template = template
    // As parts, in which templates for images know them.
    if let (segments, tools, start) = try? conversation(request, template, contents.engine),
      let marker = markers.first(where: { segments.divided(at: $0).count == count + 1 })
    {
      return (segments, tools, start, marker)
    }
    let marker = markers.first ?? ""
    template.imageMarker = marker
    let (segments, tools, start) = try conversation(request, template, contents.engine)
    let found = segments.divided(at: marker).count - 1
    guard found == count else {
      throw LanguageModelError.unsupportedTranscriptContent(
        .init(
          unsupportedContent: Array(request.transcript),
          debugDescription: "the chat template of the model writes \(found) images of \(count)"))
    }
    return (segments, tools, start, marker)
  }

  private static func picture(_ attachment: Transcript.ImageAttachment) throws(ImageAttachmentError) -> Image {
    let data = try attachment.data()
    do {
      return try Image(decoding: [UInt8](data))
    } catch {
      throw .undecodable(place: attachment.place ?? "of \(data.count) bytes", reason: "\(error)")
    }
  }
}
