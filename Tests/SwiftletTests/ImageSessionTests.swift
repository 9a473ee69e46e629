import Foundation
import SwiftletGGUF
import SwiftletWeights
import TestSupport
import Testing

@testable import Swiftlet

/// Images in sessions, with a projector of random weights for the bundled model.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageSessionTests {
  private let projector = FileManager.default.temporaryDirectory.appending(path: "mmproj-\(UUID().uuidString).gguf")
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 6)

  /// Writes a projector whose rows have the width of the bundled model's.
  init() throws {
    let source = try GGUFFile(path: TestFiles.fixture("vision/idefics3.mmproj.gguf"))
    let width = 256
    var writer = GGUFWriter()
    writer.metadata = source.metadata
    for tensor in source.tensors where tensor.name != "mm.model.fc.weight" {
      writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
    let columns = try source.tensor("mm.model.fc.weight").columns
    let values = (0..<columns * width).map { Float((($0 &* 2_654_435_761) >> 8) % 2001 - 1000) / 40_000 }
    let bytes = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
    writer.addTensor("mm.model.fc.weight", .f32, dimensions: [columns, width], bytes: bytes)
    try writer.write(to: projector.path(percentEncoded: false))
  }

  private func model() throws -> GGUFLanguageModel {
    try GGUFLanguageModel(
      contentsOf: try #require(DefaultModel.bundledURL), projector: projector, packedCache: .off)
  }

  private func image(_ name: String) -> Swiftlet.Attachment<ImageAttachmentContent> {
    Attachment(imageURL: URL(filePath: TestFiles.fixture("images/\(name)")))
  }

  private func request(_ parts: [PromptPart]) -> LanguageModelExecutorGenerationRequest {
    LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: [.prompt(.init(segments: .init(parts)))]), enabledTools: [],
      schema: nil, generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
  }

  @Test func aPromptHasTheRowsOfItsImages() async throws {
    defer { try? FileManager.default.removeItem(at: projector) }
    let model = try model()
    #expect(model.capabilities.contains(.vision))
    let picture = Prompt { image("jpeg-420.jpg") }.parts
    let plain = try await model.prompt(of: request([.text("See <image> here.")])).tokens
    #expect(plain.allSatisfy { $0 >= 0 })
    let one = try await model.prompt(of: request(picture + [.text("See <image> here.")])).tokens
    let two = try await model.prompt(of: request(picture + [.text("and")] + picture)).tokens
    let (rows, both) = (one.count { $0 < 0 }, two.count { $0 < 0 })
    #expect(rows > 0 && both == 2 * rows)
    // The rows of one image are those of the other, and the text around them is the model's.
    #expect(Set(two.filter { $0 < 0 }) == Set(one.filter { $0 < 0 }))
    let other = try await model.prompt(of: request(Prompt { image("bmp-40-8.bmp") }.parts)).tokens
    #expect(Set(other.filter { $0 < 0 }).isDisjoint(with: one.filter { $0 < 0 }))
  }

  @Test func aConversationReadsAnImageOnce() async throws {
    defer { try? FileManager.default.removeItem(at: projector) }
    let session = LanguageModelSession(model: try model())
    let first = try await session.respond(options: greedy) {
      "What is this?"
      image("jpeg-420.jpg")
    }
    let second = try await session.respond(to: "And what else?", options: greedy)
    #expect(!first.content.isEmpty || first.usage.output.totalTokenCount > 0)
    #expect(second.usage.input.totalTokenCount > first.usage.input.totalTokenCount)
    #expect(second.usage.input.cachedTokenCount >= first.usage.input.totalTokenCount - 1)
  }

  @Test func answersWithoutAProjectorOrAnImageAreErrors() async throws {
    defer { try? FileManager.default.removeItem(at: projector) }
    let plain = try GGUFLanguageModel(contentsOf: try #require(DefaultModel.bundledURL), packedCache: .off)
    #expect(!plain.capabilities.contains(.vision))
    await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: plain).respond(options: greedy) { image("jpeg-420.jpg") }
    }
    let session = LanguageModelSession(model: try model())
    for (prompt, part) in [
      (Prompt { image("nowhere.png") }, "unreadable"),
      (Prompt { Attachment(imageData: Data("text".utf8)) }, "undecodable"),
    ] {
      let error = await #expect(throws: ImageAttachmentError.self) {
        try await session.respond(to: prompt, options: greedy)
      }
      #expect(String(reflecting: error).contains(part), "\(String(reflecting: error))")
    }
  }
}
