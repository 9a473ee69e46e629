import SwiftletGGUF
import SwiftletGuides
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Models with weights that are NaN or infinite.
@Suite struct NonFiniteModelTests {
  /// Writes a fixture with one weight of a tensor replaced.
  private func write(
    _ fixture: ModelFixture, _ tensor: String, element: Int, _ value: Float, _ folder: TemporaryFolder
  ) throws -> String {
    var variant = try ModelVariant(fixture)
    variant.change(tensor) { $0.bytes.replaceSubrange(element * 4..<element * 4 + 4, with: F32.quantized([value])) }
    return try variant.write(to: folder)
  }

  @Test(arguments: ["blk.1.ffn_down.weight", "blk.0.attn_norm.weight", "output_norm.weight", "blk.0.attn_q.weight"])
  func loadingNamesTheTensorAndTheBlock(_ tensor: String) throws {
    let folder = try TemporaryFolder()
    for value in [Float.nan, .infinity] {
      let path = try write(.grouped, tensor, element: 37, value, folder)
      let error = #expect(throws: InferenceError.self) { try InferenceEngine(contentsOf: path) }
      guard case .file(let found)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found.code == .notFinite && found.subject == .block(tensor: tensor, index: 37) && found.file == path)
      #expect("\(found)".contains("tensor \(tensor), block 37, byte \(found.offset ?? 0): found NaN or an infinity"))
    }
  }

  /// Rows of an embedding table that is no output projection are not read before they are needed.
  private func modelWithADamagedToken(_ folder: TemporaryFolder) throws -> (path: String, token: Int) {
    var variant = try ModelVariant(.grouped)
    let table = try #require(variant.tensors.first { $0.name == "token_embd.weight" })
    variant.tensors.append(
      .init(name: "output.weight", type: table.type, dimensions: table.dimensions, bytes: table.bytes))
    let token = 65
    variant.change("token_embd.weight") { tensor in
      let start = token * 4 * tensor.dimensions[0]
      tensor.bytes.replaceSubrange(start..<start + 4, with: F32.quantized([.nan]))
    }
    return (try variant.write(to: folder), token)
  }

  @Test func damagedTokensEndTheirRequestsAlone() async throws {
    let folder = try TemporaryFolder()
    let (path, token) = try modelWithADamagedToken(folder)
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1))
    var expected: [[Int]] = []
    for round in 0..<3 {
      for isGuided in [false, true] {
        var request = GenerationRequest(prompt: [3, 4, 5], sampling: .greedy, maximumTokens: 4)
        if isGuided { request.guide = try engine.guide(.choice(["red", "green"])) }
        let tokens = try await tokens(engine, request)
        #expect(!tokens.isEmpty)
        // The same engine answers as before, in the pages that the refused requests had.
        if round == 0 { expected.append(tokens) } else { #expect(tokens == expected[isGuided ? 1 : 0]) }
        request.prompt = [3, 4, token, 5, 6]
        let error = await #expect(throws: InferenceError.self) { try await self.tokens(engine, request) }
        guard case .file(let found)? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        let block = token * engine.model.configuration.embeddingWidth
        #expect(found.code == .notFinite && found.subject == .block(tensor: "token_embd.weight", index: block))
      }
    }
  }

  @Test func logitsThatAreNotFiniteEndAGeneration() async throws {
    let folder = try TemporaryFolder()
    // Numbers near the largest overflow in products, though each is finite.
    var variant = try ModelVariant(.grouped)
    variant.change("output_norm.weight") { tensor in
      tensor.bytes = F32.quantized([Float](repeating: 3e38, count: tensor.dimensions[0]))
    }
    let path = try variant.write(to: folder)
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1))
    let error = await #expect(throws: InferenceError.self) {
      try await self.tokens(engine, GenerationRequest(prompt: [3, 4, 5], sampling: .greedy, maximumTokens: 4))
    }
    #expect(error == .notFinite(file: path, output: "the logits after 3 tokens"))
  }

  private func tokens(_ engine: InferenceEngine, _ request: GenerationRequest) async throws -> [Int] {
    var tokens: [Int] = []
    for try await event in engine.generate(request) { if case .token(let id) = event { tokens.append(id) } }
    return tokens
  }
}
