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

  /// Writes a model whose embedding table, which is no output projection, has a token that is NaN.
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
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, weightLoading: .lazy))
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

  /// Prompts that share whole pages with one that failed have the keys and values that they would have alone.
  @Test func whatFollowsADamagedTokenIsRight() async throws {
    let folder = try TemporaryFolder()
    let (path, token) = try modelWithADamagedToken(folder)
    let prefix = (0..<KeyValuePool.positionsPerPage + 9).map { ($0 * 7 + 1) % 60 }
    let prompts = [prefix, prefix + [5, 6], Array(prefix.dropLast(5)) + [8], prefix + [9]]
    let options = EngineOptions(threads: 1, keyValueType: .f32, weightLoading: .lazy)
    var expected: [[Int]] = []
    for prompt in prompts {
      expected.append(try await InferenceEngine(contentsOf: path, options: options).greedy(prompt, 6).tokens)
    }
    let engine = try InferenceEngine(contentsOf: path, options: options)
    for damaged in [prefix + [token], prefix + [token] + prefix.prefix(20), Array(prefix.dropLast()) + [token, 3]] {
      for (prompt, expected) in zip(prompts, expected) {
        await #expect(throws: InferenceError.self) { try await engine.greedy(damaged, 6) }
        let found = try await engine.greedy(prompt, 6).tokens
        #expect(found == expected)
      }
    }
    // All at once, in the steps of the others and waiting for their prefixes.
    let answers = await withTaskGroup(of: (Int, [Int]?).self) { group in
      for (index, prompt) in (prompts + [prefix + [token], [token] + prefix]).enumerated() {
        group.addTask { (index, try? await engine.greedy(prompt, 6).tokens) }
      }
      var answers: [Int: [Int]] = [:]
      for await (index, answer) in group { answers[index] = answer }
      return answers
    }
    for index in prompts.indices { #expect(answers[index] == expected[index]) }
    #expect(answers.count == prompts.count)
  }

  /// Tables whose rows are read from the file when they are needed are read as a whole by eager loading.
  @Test(arguments: [("gpt2", "position_embd.weight", 6), ("gemma3n", "per_layer_token_embd.weight", 17)])
  func eagerLoadingChecksAllTables(_ architecture: String, _ tensor: String, _ row: Int) throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(path: ArchitectureFixture(name: architecture).path)
    variant.widen()
    var block = 0
    variant.change(tensor) { tensor in
      block = row * tensor.dimensions[0] + 1
      tensor.bytes.replaceSubrange(block * 4..<block * 4 + 4, with: F32.quantized([.infinity]))
    }
    let path = try variant.write(to: folder)
    for threads in 1...3 {
      let error = #expect(throws: InferenceError.self) {
        try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: threads))
      }
      try expectDamage(error, tensor, block)
    }
    let lazy = try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: 1), loading: .lazy)
    let error = #expect(throws: InferenceError.self) { try lazy.finishLoading(WorkerPool(threads: 2)) }
    try expectDamage(error, tensor, block)
  }

  @Test func eagerLoadingChecksAnEmbeddingTableThatIsNoOutput() async throws {
    let folder = try TemporaryFolder()
    let (path, token) = try modelWithADamagedToken(folder)
    let block = try token * GGUFFile(path: path).tensor("token_embd.weight").columns
    let first = #expect(throws: InferenceError.self) { try InferenceEngine(contentsOf: path) }
    try expectDamage(first, "token_embd.weight", block)
    // Also of a model that is in memory already, whose other tokens are in use.
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, weightLoading: .lazy))
    _ = try await engine.greedy([3, 4], 1)
    let second = #expect(throws: InferenceError.self) { try InferenceEngine(contentsOf: path) }
    try expectDamage(second, "token_embd.weight", block)
  }

  @Test func aDamagedPositionEndsTheRequestsThatReachIt() async throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(path: ArchitectureFixture(name: "gpt2").path)
    variant.widen()
    var block = 0
    variant.change("position_embd.weight") { tensor in
      block = 6 * tensor.dimensions[0]
      tensor.bytes.replaceSubrange(block * 4..<block * 4 + 4, with: F32.quantized([.nan]))
    }
    let path = try variant.write(to: folder)
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, weightLoading: .lazy))
    let expected = try await engine.greedy([3, 4, 5], 2)
    let error = await #expect(throws: InferenceError.self) {
      try await engine.greedy([3, 4, 5, 6, 7, 8, 9], 2)
    }
    try expectDamage(error, "position_embd.weight", block)
    let found = try await engine.greedy([3, 4, 5], 2)
    #expect(found.tokens == expected.tokens)
  }

  private func expectDamage(_ error: InferenceError?, _ tensor: String, _ block: Int) throws {
    guard case .file(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.code == .notFinite && found.subject == .block(tensor: tensor, index: block))
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
