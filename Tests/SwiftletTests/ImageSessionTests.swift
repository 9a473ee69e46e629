import Foundation
import SwiftletWeights
import TestSupport
import Testing

@testable import Swiftlet

/// Images in sessions, with a projector of random weights for the bundled model.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageSessionTests {
  private let projector: TestProjector
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 6)

  init() throws { projector = try TestProjector() }

  private func model() throws -> GGUFLanguageModel {
    try GGUFLanguageModel(
      contentsOf: try #require(DefaultModel.bundledURL), projector: projector.url, packedCache: .off)
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
    let plain = try GGUFLanguageModel(contentsOf: try #require(DefaultModel.bundledURL), packedCache: .off)
    #expect(!plain.capabilities.contains(.vision))
    await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: plain).respond(options: greedy) { image("jpeg-420.jpg") }
    }
    let session = LanguageModelSession(model: try model())
    for (prompt, part) in [
      (Prompt { image("nowhere.png") }, "cannot be read"),
      (Prompt { Attachment(imageData: Data("text".utf8)) }, "cannot be decoded"),
    ] {
      let error = await #expect(throws: ImageAttachmentError.self) {
        try await session.respond(to: prompt, options: greedy)
      }
      #expect(error?.localizedDescription.contains(part) == true, "\(part)")
    }
  }
}
