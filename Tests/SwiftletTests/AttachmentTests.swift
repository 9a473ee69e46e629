import Foundation
import Testing

@testable import Swiftlet

struct AttachmentTests {
  /// The bytes with which a PNG file begins.
  private let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func partsOfAPromptKeepTheirOrder() throws {
    let picture = Attachment(imageURL: try url("file:///cat.jpeg")).label("cat")
    let prompt = Prompt {
      "What is this?"
      picture
      Attachment(imageData: png)
    }
    let segments = [Transcript.Segment](prompt.parts)
    #expect(segments.text == "What is this?")
    #expect(segments.count == 3 && segments.images.count == 2)
    guard case .attachment(let attachment) = segments[1] else { return #expect(Bool(false), "\(segments[1])") }
    #expect(attachment.label == "cat" && "\(attachment)" == "[image cat]")
    #expect(segments.images[0].url?.absoluteString == "file:///cat.jpeg")
    let instructions = Instructions {
      "Compare with:"
      picture
    }
    #expect(instructions.parts.count == 2)
  }

  @Test func contentsAreReadOfFilesAndDataURLs() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try png.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Transcript.ImageAttachment(imageURL: file).data() == png)
    let image = Transcript.ImageAttachment(data: png)
    let link = try #require(image.url)
    #expect(link.absoluteString == "data:image/png;base64,\(png.base64EncodedString())")
    #expect(try Transcript.ImageAttachment(imageURL: link).data() == png)
    #expect(try Transcript.ImageAttachment(imageURL: url("data:,a%20b")).data() == Data("a b".utf8))
    for (text, expected) in [
      ("file:///nowhere/x.png", "the image /nowhere/x.png cannot be read"),
      ("https://example.com/x.png", "found an image at https://example.com/x.png, expected the URL of a file"),
      ("data:image/png;base64,%21%21%21", "found text that is not base64"), ("data:image/png;base64", "found no comma"),
    ] {
      let image = Transcript.ImageAttachment(imageURL: try url(text))
      let error = #expect(throws: ImageAttachmentError.self) { try image.data() }
      #expect(error?.localizedDescription.contains(expected) == true, "\(text)")
    }
    let large = Transcript.ImageAttachment(data: Data(count: Transcript.ImageAttachment.maximumByteCount + 1))
    #expect(throws: ImageAttachmentError.tooLarge(place: "image", byteCount: (32 << 20) + 1)) { try large.data() }
  }

  /// 5.2, also for images of earlier turns.
  @Test func imagesNeedTheCapability() async throws {
    let session = LanguageModelSession(model: ScriptedModel("A cat."))
    for prompt in [Prompt { Attachment(imageData: png) }, Prompt("And this?")] {
      do {
        _ = try await session.respond(to: prompt)
        if prompt.parts.images == 1 { Issue.record("the image was accepted") }
      } catch LanguageModelError.unsupportedCapability(let context) {
        #expect(context.capability == .vision && prompt.parts.images == 1)
      }
    }
    var model = ScriptedModel("A cat.")
    model.capabilities = LanguageModelCapabilities([.vision])
    let other = LanguageModelSession(model: model)
    let answer = try await other.respond(to: Prompt { Attachment(imageData: png).label("a") })
    #expect(answer.content == "A cat.")
    #expect(model.log.requests.first?.transcript.images == [Transcript.ImageAttachment(data: png)])
  }

  @Test func transcriptsKeepImages() throws {
    let segments: [Transcript.Segment] = [
      .text(.init(content: "See:")),
      .attachment(.init(id: "1", content: .image(.init(imageURL: try url("file:///a.png"))), label: "a")),
      .attachment(.init(id: "2", content: .image(.init(imageURL: try url("data:image/png;base64,iVBO"))))),
    ]
    let transcript = Transcript(entries: [.prompt(.init(segments: segments))])
    let decoded = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
    #expect(decoded == transcript)
  }

  /// Behaviour 15.4.
  @Test func aReferenceIsTheLatestImageOfItsLabel() throws {
    func prompt(_ path: String, _ label: String) throws -> Transcript.Entry {
      let image = Transcript.ImageAttachment(imageURL: try url("file:///\(path)"))
      return .prompt(.init(segments: [.attachment(.init(content: .image(image), label: label))]))
    }
    let transcript = Transcript(entries: [try prompt("1", "a"), try prompt("2", "b"), try prompt("3", "a")])
    let reference = try ImageReference(GeneratedContent(json: #"{"attachmentLabel": "a"}"#))
    #expect(reference.resolved(in: transcript)?.url?.path == "/3")
    let missing = try ImageReference(GeneratedContent(json: #"{"attachmentLabel": "c"}"#))
    #expect(missing.resolved(in: transcript) == nil)
  }

  /// Behaviour 4.24.
  @Test func modelsAddAndRemoveAttachments() async throws {
    let segment = Transcript.AttachmentSegment(id: "x", content: .image(.init(data: png)))
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("One.", tokenCount: 1)))
      await channel.send(.response(action: .addAttachmentSegment(segment)))
      await channel.send(.response(action: .addAttachmentSegment(segment)))
      await channel.send(.response(action: .removeAttachmentSegment(id: "y")))
      await channel.send(.response(action: .appendText(" Two.", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model)
    let answer = try await session.respond(to: "Draw")
    #expect(answer.content == "One. Two.")
    guard case .response(let response)? = session.transcript.last else { return #expect(Bool(false)) }
    #expect(response.segments.count == 4 && response.segments.images.count == 2)

    let eraser = ScriptedModel { _, channel in
      await channel.send(.response(action: .addAttachmentSegment(segment)))
      await channel.send(.response(action: .removeAttachmentSegment(id: "x")))
      await channel.send(.response(action: .appendText("Nothing.", tokenCount: 1)))
    }
    let second = LanguageModelSession(model: eraser)
    _ = try await second.respond(to: "Draw")
    guard case .response(let rest)? = second.transcript.last else { return #expect(Bool(false)) }
    #expect(rest.segments.images.isEmpty && rest.segments.text == "Nothing.")
  }

  @Test func remoteModelsGetImagesAsPartsOfAMessage() throws {
    let address = try url("http://localhost/v1")
    let model = OpenAICompatibleLanguageModel(baseURL: address, model: "m")
    func body(_ segments: [Transcript.Segment]) throws -> String {
      let request = LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: Transcript(entries: [.prompt(.init(segments: segments))]), enabledTools: [],
        schema: nil, generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
      return try ChatRequest(request, for: model).json
    }
    let text = try body([
      .text(.init(content: "Look:")), .attachment(.init(content: .image(.init(data: png)))),
      .attachment(.init(content: .image(.init(imageURL: url("https://example.com/x.png"))))),
    ])
    let expected =
      #""content": [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": {"url": "#
      + #""data:image/png;base64,\#(png.base64EncodedString())"}}, "#
      + #"{"type": "image_url", "image_url": {"url": "https://example.com/x.png"}}]"#
    #expect(text.contains(expected), "\(text)")
    let missing = Transcript.ImageAttachment(imageURL: try url("file:///nowhere.png"))
    #expect(throws: ImageAttachmentError.self) { try body([.attachment(.init(content: .image(missing)))]) }
  }
}

extension [PromptPart] {
  /// The number of images.
  fileprivate var images: Int { count { if case .attachment = $0 { true } else { false } } }
}
