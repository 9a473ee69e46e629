import Foundation
import SwiftletGGUF
import SwiftletImages
import SwiftletKernels
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Rows of pictures and logits of prompts with them, of small random models, against those of `transformers`.
@Suite struct VisionTests {
  @Test(arguments: VisionFixture.all)
  func rowsAgree(_ fixture: VisionFixture) throws {
    let (expected, encoder) = (try fixture.expected(), try fixture.floatModels().encoder)
    for (picture, rows) in zip(expected.pictures, expected.rows) {
      let found = try encoder.encode(picture).rows
      #expect(found.count == rows.count)
      let deviation = Deviation((0..<found.count).map { found[row: $0] }, from: rows)
      let largest = rows.joined().map(abs).max() ?? 0
      #expect(deviation.maximum <= 1e-4 * Double(max(1, largest)), "\(picture.width): \(deviation), largest \(largest)")
    }
  }

  @Test(arguments: VisionFixture.all)
  func tokensAgree(_ fixture: VisionFixture) throws {
    let (expected, encoder) = (try fixture.expected(), try fixture.floatModels().encoder)
    for prompt in expected.prompts {
      let tokens = PromptEmbeddings.make(try fixture.runs(prompt, expected, encoder)).tokens
      #expect(tokens.map { max(-1, $0) } == prompt.tokens)
    }
  }

  @Test(arguments: VisionFixture.all)
  func logitsAgree(_ fixture: VisionFixture) throws {
    let (expected, (model, encoder)) = (try fixture.expected(), try fixture.floatModels())
    for prompt in expected.prompts {
      let runs = try fixture.runs(prompt, expected, encoder)
      let whole = try logits(model, runs, last: prompt.logits.count)
      let deviation = Deviation(whole, from: prompt.logits)
      #expect(deviation.maximum <= 1e-4, "\(deviation)")
      // For the table in the documentation.
      if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
        print("deviation of \(fixture.name): \(deviation.maximum)")
      }
      let narrow = try logits(model, runs, last: prompt.logits.count, cache: .f16)
      let narrowDeviation = Deviation(narrow, from: prompt.logits)
      #expect(narrowDeviation.maximum <= 2e-2, "\(narrowDeviation)")
      // In pieces and on more threads: to the last bit.
      for chunk in [1, 7, 64] {
        #expect(try logits(model, runs, last: prompt.logits.count, chunk: chunk) == whole, "pieces of \(chunk)")
      }
      #expect(try logits(model, runs, last: prompt.logits.count, threads: 3) == whole)
    }
  }

  /// Products with weights of 16 bits are in fixed point.
  @Test(arguments: VisionFixture.all)
  func narrowWeightsAreClose(_ fixture: VisionFixture) throws {
    let (expected, model) = (try fixture.expected(), try fixture.floatModels().model)
    let encoder = try fixture.encoder(for: model)
    let found = try encoder.encode(expected.pictures[1]).rows
    let deviation = Deviation((0..<found.count).map { found[row: $0] }, from: expected.rows[1])
    #expect(deviation.maximum <= 5e-2 && deviation.maximum > 0, "\(deviation)")
  }

  /// The engine batches, reuses prefixes by the contents of pictures, and continues as it would without.
  @Test(arguments: VisionFixture.all)
  func theEngineReusesPictures(_ fixture: VisionFixture) async throws {
    let folder = try TemporaryFolder()
    let path = try fixture.model.floatPath(in: folder)
    let options = EngineOptions(threads: 1, keyValueType: .f32)
    let expected = try fixture.expected()
    func engine() throws -> InferenceEngine { try InferenceEngine(contentsOf: path, options: options) }
    func answer(_ engine: InferenceEngine, _ runs: [PromptRun]) async throws -> (tokens: [Int], cached: Int?) {
      var request = GenerationRequest(runs: runs)
      (request.sampling, request.maximumTokens) = (.greedy, 6)
      var (tokens, cached): ([Int], Int?) = ([], nil)
      for try await event in engine.generate(request) {
        if case .token(let token) = event { tokens.append(token) }
        if case .prefilled(_, let count) = event { cached = count }
      }
      return (tokens, cached)
    }
    let warm = try engine()
    let encoder = try fixture.encoder(for: warm.model) { $0.widen() }
    let prompts = try expected.prompts.map { try fixture.runs($0, expected, encoder) }
    let cold = try await [answer(try engine(), prompts[0]), answer(try engine(), prompts[1])]
    // Together in one batch.
    async let one = answer(warm, prompts[0])
    async let two = answer(warm, prompts[1])
    let together = try await [one, two]
    #expect(together.map(\.tokens) == cold.map(\.tokens))
    // After a prefix with the same picture.
    let again = try await answer(warm, prompts[0])
    #expect(again.tokens == cold[0].tokens)
    let known = PromptEmbeddings.make(prompts[0]).tokens.count - 1
    if !warm.requiresPrefixCheckpoints { #expect(again.cached == known, "of \(known)") }
    // The same text with another picture of the same size is another prompt.
    var pixels = expected.pictures[0].pixels
    for index in pixels.indices { pixels[index] ^= 0x55 }
    let other = try #require(
      Image(width: expected.pictures[0].width, height: expected.pictures[0].height, pixels: pixels))
    let changed = VisionFixture.Expected(
      pictures: [other] + expected.pictures.dropFirst(), rows: expected.rows, prompts: expected.prompts)
    let different = try fixture.runs(expected.prompts[0], changed, encoder)
    let found = try await answer(warm, different)
    #expect(try await found.tokens == answer(try engine(), different).tokens)
    let first = try #require(expected.prompts[0].tokens.firstIndex(of: -1))
    #expect(found.cached ?? 0 <= first)
    #expect(encoder.cachedPictureCount == 4)
  }

  /// A picture behind so much text that the batch would end in it, beside another prompt.
  @Test(arguments: VisionFixture.all)
  func picturesAtTheEndOfABatchAreWhole(_ fixture: VisionFixture) async throws {
    let folder = try TemporaryFolder()
    let path = try fixture.model.floatPath(in: folder)
    let expected = try fixture.expected()
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, keyValueType: .f32))
    let encoder = try fixture.encoder(for: engine.model) { $0.widen() }
    let picture = try encoder.encode(expected.pictures[2])
    let filler = (0..<Decoder.defaultMaximumRows - 6).map { ($0 * $0 + 3 * $0) % 200 }
    var runs: [PromptRun] = [.tokens(filler)]
    for case .embeddings(let span) in picture.pieces { runs.append(.embeddings(span)) }
    runs.append(.tokens([7, 11]))
    let logits = try #require(try InferenceTests.logits(engine.model, runs, last: 1).first)
    let best = try #require(logits.indices.max { logits[$0] < logits[$1] })
    var request = GenerationRequest(runs: runs)
    (request.sampling, request.maximumTokens) = (.greedy, 1)
    async let other = engine.greedy(Array(filler.reversed()), 3)
    let found = try await engine.outcome(of: request)
    #expect(try await other.tokens.count <= 3)
    #expect(found.tokens == [best] || engine.tokenizer.vocabulary.endOfGeneration.contains(best))
    #expect(found.promptTokens == PromptEmbeddings.make(runs).tokens.count)
  }

  /// Two sessions with the same picture encode it once.
  @Test func picturesAreEncodedOnce() async throws {
    let fixture = VisionFixture.all[0]
    let encoder = try fixture.encoder(for: fixture.model.model())
    let picture = try VisionFixture.picture(width: 50, height: 50)
    let (first, second) = (try await encoder.encodeInBackground(picture), try encoder.encode(picture))
    #expect(first.rows === second.rows && encoder.cachedPictureCount == 1)
    #expect(first.pieces.count == second.pieces.count)
    let starts = stride(from: 0, to: picture.pixels.count, by: 3)
    let samples = starts.flatMap { start -> [UInt8] in picture.pixels[start..<start + 3] + [255] }
    let opaque = try #require(Image(width: 50, height: 50, layout: .rgba, pixels: samples))
    #expect(try encoder.encode(opaque).rows === first.rows)
  }
}
