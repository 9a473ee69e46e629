import SwiftletChatTemplates
import SwiftletImages
import SwiftletInference
import SwiftletTokenizers

extension GGUFLanguageModel.Executor {
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
  /// A prompt that is too long is refused before an image is decoded, as sizes tell the numbers of tokens.
  ///
  /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` without an encoder, ``ImageAttachmentError`` for an image
  ///   that cannot be read, ``LanguageModelError/unsupportedTranscriptContent(_:)`` if the chat template does not write
  ///   all of them, and ``InferenceError/promptTooLong(tokens:contextSize:)``.
  nonisolated(nonsending) func imagePrompt(
    _ request: LanguageModelExecutorGenerationRequest, _ images: [Transcript.ImageAttachment],
    _ template: ChatTemplate, _ contents: EngineContents, encoding: Bool
  ) async throws -> ImagePrompt {
    guard let encoder = try contents.pictureEncoder() else {
      throw LanguageModelError.unsupportedCapability(
        .init(
          capability: .vision,
          debugDescription: "the conversation has \(images.count) images, and the model has no projector for them"
            + GGUFLanguageModel.missingProjectorHint(besideFileAt: slot.configuration.path)))
    }
    let prompt = try rendered(request, images.count, template, contents, markers: encoder.templateMarkers)
    let texts = prompt.segments.divided(at: prompt.marker)
    let files = try images.map { image throws(ImageAttachmentError) in try ImageFile(image) }
    let measured = [PromptRun](
      texts, try files.map { try encoder.measuredPieces(of: $0.size) }, contents.engine.tokenizer)
    try checkLength(measured.tokenCount, contents.engine)
    var result = ImagePrompt(
      segments: prompt.segments, tools: prompt.tools, start: prompt.start, runs: measured)
    guard encoding else { return result }
    var pictures: [EncodedPicture] = []
    for file in files {
      try Task.checkCancellation()
      pictures.append(try await encoder.encodeInBackground(try file.picture()))
    }
    result.runs = [PromptRun](texts, pictures, contents.engine.tokenizer)
    return result
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
}

/// The file of an image, whose size is known and whose pixels are not decoded.
private struct ImageFile {
  let size: PictureSize
  private let bytes: [UInt8]
  private let place: String

  init(_ attachment: Transcript.ImageAttachment) throws(ImageAttachmentError) {
    bytes = [UInt8](try attachment.data())
    place = attachment.place ?? "of \(bytes.count) bytes"
    do {
      let header = try ImageHeader(of: bytes)
      size = PictureSize(width: header.width, height: header.height)
    } catch {
      throw .undecodable(place: place, reason: "\(error)")
    }
  }

  func picture() throws(ImageAttachmentError) -> Image {
    do {
      return try Image(decoding: bytes)
    } catch {
      throw .undecodable(place: place, reason: "\(error)")
    }
  }
}

extension [PromptRun] {
  /// The number of tokens and rows.
  fileprivate var tokenCount: Int {
    reduce(0) { sum, run in
      switch run {
      case .tokens(let tokens): sum + tokens.count
      case .embeddings(let span): sum + span.range.count
      }
    }
  }
}
