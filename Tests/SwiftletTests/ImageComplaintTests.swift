import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletWeights
import Synchronization
import TestSupport
import Testing

@testable import Swiftlet

/// Complaints about other engines that read pictures, by number: those of sessions.
///
/// The projector has random weights and fits the bundled model. The other complaints are in the tests of the engine and of commands.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageComplaintTests {
  private let projector: TestProjector
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 3)

  init() throws { projector = try TestProjector() }

  private func model() throws -> GGUFLanguageModel {
    try GGUFLanguageModel(
      contentsOf: try #require(DefaultModel.bundledURL), projector: projector.url, packedCache: .off)
  }

  private func image(_ name: String) -> Swiftlet.Attachment<ImageAttachmentContent> {
    Attachment(imageURL: URL(filePath: TestFiles.fixture("images/\(name)")))
  }

  /// A PNG file that declares a size, of about 300 bytes.
  private func declared(_ width: UInt32, _ height: UInt32) -> Data {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let header = Array("IHDR".utf8) + bytes(width) + bytes(height) + [8, 2, 0, 0, 0]
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in header {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + header + bytes(~sum))
      + Data(count: 260)
  }

  private func failure(_ prompt: Prompt) async throws -> String {
    let session = LanguageModelSession(model: try model())
    let error = await #expect(throws: (any Error).self) { try await session.respond(to: prompt, options: greedy) }
    return error.map { "\($0)" } ?? ""
  }

  @Test("3: files of more than 32 MiB, or 100 megapixels, are errors with numbers")
  func hugeFiles() async throws {
    let long = try await failure(Prompt { Attachment(imageData: Data(count: 40 << 20)) })
    #expect(long.contains("\(40 << 20)") && long.contains("\(32 << 20)"), "\(long)")
    let large = try await failure(Prompt { Attachment(imageData: declared(10_000, 10_000)) })
    #expect(large.contains("10000 × 10000") && large.contains("64000000"), "\(large)")
  }

  @Test("4: 300 bytes that declare 20,000 × 20,000 pixels are refused")
  func declaredSizes() async throws {
    for side: UInt32 in [12_000, 20_000] {
      let text = try await failure(Prompt { Attachment(imageData: declared(side, side)) })
      #expect(text.contains("\(side) × \(side)") && text.contains("64000000"), "\(text)")
    }
  }

  @Test("7: 11 images work, or are an error with the tokens and the context")
  func manyImages() async throws {
    // An image of this family has more rows than its limit around it, so 11 of them take most of the context.
    let model = try GGUFLanguageModel(
      contentsOf: try #require(DefaultModel.bundledURL), projector: projector.url,
      imageTokens: GGUFLanguageModel.ImageTokens(maximum: 16), packedCache: .off)
    func prompt(_ count: Int) -> Prompt {
      Prompt { for _ in 0..<count { image("jpeg-420.jpg") } }
    }
    let answer = try await LanguageModelSession(model: model).respond(to: prompt(11), options: greedy)
    #expect(answer.usage.input.totalTokenCount > 11 * 16)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: prompt(100), options: greedy)
    }
    guard case .contextSizeExceeded(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.tokenCount > details.contextSize && details.contextSize == model.contextSize)
  }

  @Test("8: a chat template that loses an image is an error with both numbers")
  func lostImages() async throws {
    let variant = try ModelFileVariant(template: "{% for message in messages %}{{ message.role }}: {% endfor %}")
    let model = try GGUFLanguageModel(contentsOf: variant.url, projector: projector.url, packedCache: .off)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(options: greedy) { image("jpeg-420.jpg") }
    }
    guard case .unsupportedTranscriptContent(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.debugDescription.contains("0 images of 1"), "\(details)")
  }

  @Test("16: an image for a model without a projector names the file that is missing")
  func missingProjectors() async throws {
    let folder = try Folder()
    let path = try folder.link("text.gguf", to: try #require(DefaultModel.bundledURL))
    let model = try GGUFLanguageModel(contentsOf: path, packedCache: .off)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(options: greedy) { image("jpeg-420.jpg") }
    }
    guard case .unsupportedCapability(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.capability == .vision && details.debugDescription.contains("mmproj"), "\(details)")
    #expect(try await !session.respond(to: "Hello", options: greedy).content.isEmpty)
  }

  @Test("17: WebP, and types that are named otherwise, are read by their contents; HEIC is named")
  func types() async throws {
    func url(_ type: String, _ name: String) throws -> Prompt {
      let data = try Data(contentsOf: URL(filePath: TestFiles.fixture("images/\(name)")))
      let url = try #require(URL(string: "data:\(type);base64,\(data.base64EncodedString())"))
      return Prompt { Attachment(imageURL: url) }
    }
    let webp = try #require(
      try FileManager.default.contentsOfDirectory(atPath: TestFiles.fixture("images")).sorted().first {
        $0.hasSuffix(".webp")
      })
    for (type, name) in [("image/jpg", "jpeg-420.jpg"), ("image/webp", webp), ("image/png", webp)] {
      let answer = try await LanguageModelSession(model: try model()).respond(to: try url(type, name), options: greedy)
      #expect(answer.usage.input.totalTokenCount > 16, "\(type)")
    }
    let heic = Data([0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 40))
    let text = try await failure(Prompt { Attachment(imageData: heic) })
    #expect(text.contains("HEIC") && text.contains("JPEG"), "\(text)")
  }

  @Test("18: an image in the output of a tool reaches the model")
  func toolOutputs() async throws {
    let data = try Data(contentsOf: URL(filePath: TestFiles.fixture("images/jpeg-420.jpg")))
    let shown = Transcript.Segment.attachment(
      Transcript.AttachmentSegment(content: .image(Transcript.ImageAttachment(data: data))))
    let text = Transcript.Segment.text(Transcript.TextSegment(content: "seen"))
    func rows(_ segments: [Transcript.Segment]) async throws -> Int {
      let call = Transcript.ToolCall(id: "c", toolName: "look", arguments: GeneratedContent(properties: [:]))
      let entries: [Transcript.Entry] = [
        .prompt(.init(segments: [.text(.init(content: "Look."))])), .toolCalls(.init([call])),
        .toolOutput(.init(id: "c", toolName: "look", segments: segments)),
      ]
      let request = LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: Transcript(entries: entries), enabledTools: [], schema: nil,
        generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
      return try await model().prompt(of: request).tokens.count { $0 < 0 }
    }
    #expect(try await rows([text]) == 0)
    #expect(try await rows([text, shown]) >= 16)
  }

  @Test("22: of several projectors that which fits is taken, or none")
  func severalProjectors() async throws {
    let folder = try Folder()
    let path = try folder.link("swiftlet-tiny-q8_0.gguf", to: try #require(DefaultModel.bundledURL))
    let other = URL(filePath: TestFiles.fixture("vision/gemma3-vision.mmproj.gguf"))
    func found() throws -> String? {
      try GGUFLanguageModel(contentsOf: path, packedCache: .off).slot.configuration.projectorPath
    }
    #expect(try found() == nil)
    // Named after another model.
    _ = try folder.link("other.gguf", to: URL(filePath: TestFiles.fixture("vision/gemma3-vision.gguf")))
    let foreign = try folder.link("mmproj-other-f16.gguf", to: other)
    #expect(try found() == nil)
    let session = LanguageModelSession(model: try GGUFLanguageModel(contentsOf: path, packedCache: .off))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(options: greedy) { image("jpeg-420.jpg") }
    }
    #expect("\(String(describing: error))".contains(foreign.lastPathComponent))
    let right = try folder.copy("mmproj-model-f16.gguf", of: projector.url)
    #expect(try found() == GGUFLanguageModel.resolved(right.path(percentEncoded: false)))
    let named = try folder.copy("mmproj-swiftlet-tiny-f16.gguf", of: projector.url)
    #expect(try found() == GGUFLanguageModel.resolved(named.path(percentEncoded: false)))
  }

  @Test("A chat of three turns reads an image once, and another session encodes it once")
  func turns() async throws {
    let model = try model()
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(options: greedy) {
      image("jpeg-420.jpg")
      "What is this?"
    }
    var before = first.usage.input.totalTokenCount
    for question in ["And what else?", "And now?"] {
      let turn = try await session.respond(to: question, options: greedy)
      #expect(turn.usage.input.cachedTokenCount >= before - 1, "\(question)")
      before = turn.usage.input.totalTokenCount
    }
    let encoder = try #require(try model.slot.state.withLock(\.contents)?.pictureEncoder())
    _ = try await LanguageModelSession(model: model).respond(options: greedy) {
      "Tell me: "
      image("jpeg-420.jpg")
    }
    #expect(encoder.cachedPictureCount == 1)
  }

  @Test("A number of tokens that the model cannot scale to is an error, others are kept")
  func imageTokens() async throws {
    func rows(_ tokens: GGUFLanguageModel.ImageTokens?) async throws -> Int {
      let model = try GGUFLanguageModel(
        contentsOf: try #require(DefaultModel.bundledURL), projector: projector.url, imageTokens: tokens,
        packedCache: .off)
      let answer = try await LanguageModelSession(model: model).respond(options: greedy) { image("jpeg-420.jpg") }
      return answer.usage.input.totalTokenCount
    }
    let (plain, reduced) = (try await rows(nil), try await rows(.init(maximum: 16)))
    #expect(reduced < plain, "\(plain), \(reduced)")
    for tokens in [GGUFLanguageModel.ImageTokens(maximum: 1), .init(minimum: 1000)] {
      await #expect(throws: GGUFLanguageModelError.self) { try await rows(tokens) }
    }
  }
}

/// A folder that is removed on deinitialization.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "projectors-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  func link(_ name: String, to file: URL) throws -> URL {
    let place = url.appending(path: name)
    // A hard link, whose folder is the one that is looked at.
    do {
      try FileManager.default.linkItem(at: file, to: place)
    } catch {
      try FileManager.default.copyItem(at: file, to: place)
    }
    return place
  }

  func copy(_ name: String, of file: URL) throws -> URL {
    let place = url.appending(path: name)
    try FileManager.default.copyItem(at: file, to: place)
    return place
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
