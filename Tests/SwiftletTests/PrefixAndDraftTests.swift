import Foundation
import SwiftletWeights
import TestSupport
import Testing

@testable import Swiftlet

/// Beginnings of conversations on disk, and drafts, as programs use them.
@Suite(.timeLimit(.minutes(60)), .enabled(if: DefaultModel.url != nil, "needs the default model"))
struct PrefixAndDraftTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "prefix-\(UUID().uuidString)")
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24)
  private let instructions = String(repeating: "You tell short stories of a fox and a hen. ", count: 12)

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  /// Sizes that no other test has, so that the engine is this test's own.
  private func model(contextSize: Int, draft: URL? = nil) throws -> GGUFLanguageModel {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try GGUFLanguageModel(
      contentsOf: #require(DefaultModel.url), draft: draft, contextSize: contextSize, threads: 1)
  }

  @Test func instructionsAreReadOnce() async throws {
    defer { removeFolder() }
    let (first, second) = (try model(contextSize: 500), try model(contextSize: 501))
    let url = folder.appending(path: "instructions.prefix")
    let session = LanguageModelSession(model: first, instructions: instructions)
    let missing = await #expect(throws: GGUFLanguageModelError.self) { try await first.loadPrefix(from: url) }
    guard case .unusablePrefix(let path, let reason) = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    #expect(path == url.path && reason.contains("expected a readable file"))
    let count = try await first.savePrefix(of: session.transcript, to: url)
    #expect(count >= 64 && count % 64 == 0)
    let answer = try await session.respond(to: "Begin.", options: greedy)

    #expect(try await second.loadPrefix(from: url) == count)
    let other = LanguageModelSession(model: second, instructions: instructions)
    let warm = try await other.respond(to: "Begin.", options: greedy)
    #expect(warm.content == answer.content && warm.usage.input.cachedTokenCount >= count)
    #expect(second.statistics.prefilledTokens <= warm.usage.input.totalTokenCount - count)
    // After the weights have left memory it has to be loaded again.
    second.unload()
    #expect(try await second.loadPrefix(from: url) == count)
    #expect(second.statistics.usedPages == count / 64)
  }

  @Test func damagedAndShortPrefixesAreRefused() async throws {
    defer { removeFolder() }
    let model = try self.model(contextSize: 502)
    let url = folder.appending(path: "damaged.prefix")
    try await model.savePrefix(of: LanguageModelSession(model: model, instructions: instructions).transcript, to: url)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let error = await #expect(throws: GGUFLanguageModelError.self) { try await model.loadPrefix(from: url) }
    #expect(error?.description.contains("corrupt keys and values") == true)
    for transcript in [Transcript(), LanguageModelSession(model: model, instructions: "Hi.").transcript] {
      let error = await #expect(throws: GGUFLanguageModelError.self) {
        try await model.savePrefix(of: transcript, to: url)
      }
      if case .unusablePrefix? = error {} else { Issue.record("\(String(describing: error))") }
    }
  }

  @Test func draftsAreSharedByTheSameModels() async throws {
    defer { removeFolder() }
    let url = try #require(DefaultModel.url)
    let (plain, drafted) = (try model(contextSize: 503), try model(contextSize: 503, draft: url))
    let again = try model(contextSize: 503, draft: url)
    #expect(plain.slot !== drafted.slot && drafted.slot === again.slot)
    let expected = try await LanguageModelSession(model: plain).respond(to: "Once upon a time", options: greedy)
    let found = try await LanguageModelSession(model: drafted).respond(to: "Once upon a time", options: greedy)
    #expect(found.content == expected.content)
    let statistics = drafted.statistics
    #expect(statistics.draftModelTokens > 0 && statistics.acceptedDraftModelTokens <= statistics.draftModelTokens)
    #expect(statistics.draftTime > .zero && plain.statistics.draftModelTokens == 0)
    #expect(statistics.steps < plain.statistics.steps)
    #expect(statistics.weightByteCount == plain.statistics.weightByteCount)
  }

  @Test func whatCannotBeADraftIsAnError() async throws {
    defer { removeFolder() }
    let missing = #expect(throws: GGUFLanguageModelError.self) {
      try model(contextSize: 504, draft: URL(filePath: "/nowhere/draft.gguf"))
    }
    #expect(missing?.description.hasPrefix("/nowhere/draft.gguf: cannot be read:") == true)
    let fixture = URL(filePath: TestFiles.fixture("models/grouped-f32.gguf"))
    let wrong = try model(contextSize: 504, draft: fixture)
    let error = await #expect(throws: GGUFLanguageModelError.self) { try await wrong.load() }
    #expect(error?.description.contains("as in the vocabulary of the target model") == true)
  }
}
