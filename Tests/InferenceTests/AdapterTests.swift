import SwiftletGGUF
@testable import SwiftletInference
import SwiftletKernels
import Testing

/// Adapters change what a model says exactly as their product in its weights would.
@Suite(.timeLimit(.minutes(60))) struct AdapterTests {
  private let folder: TemporaryFolder
  private let base: ModelVariant
  private let prompt = [257] + Array("Once upon a time".utf8).map { Int($0) }

  init() throws {
    folder = try TemporaryFolder()
    base = try ModelVariant(ModelFixture.grouped)
  }

  private func written(_ file: AdapterFile, change: (inout GGUFWriter) throws -> Void = { _ in }) throws -> String {
    let path = folder.filePath("adapter.gguf")
    try file.write(for: base, to: path, change: change)
    return path
  }

  /// The logits of all tokens, with an adapter for those of every other sequence of a batch.
  private func logits(_ decoder: Decoder, _ tokens: [Int], _ adapters: [LowRankAdapter?]) throws -> [[[Float]]] {
    let caches = try adapters.map { _ in try decoder.model.makeCache(capacity: tokens.count, type: .f32) }
    var batch = DecoderBatch()
    for (cache, adapter) in zip(caches, adapters) {
      for (position, token) in tokens.enumerated() {
        batch.append(token, at: position, of: cache, needsLogits: true, adapter: adapter)
      }
    }
    decoder.forward(&batch)
    return adapters.indices.map { sequence in
      tokens.indices.map { decoder.logits[row: sequence * tokens.count + $0] }
    }
  }

  @Test(arguments: [Float(6), 0], [TensorType.f32, .f16])
  func logitsAreThoseOfMergedWeights(_ alpha: Float, _ type: TensorType) throws {
    var file = AdapterFile.everywhere
    (file.alpha, file.type) = (alpha, type)
    var variant = base
    file.merge(into: &variant)
    let merged = try DecoderModel(GGUFFile(path: variant.write(to: folder)), pool: WorkerPool(threads: 1))
    let expected = try InferenceTests.logits(merged, prompt)

    let decoder = try Decoder(ModelFixture.grouped.model(), pool: WorkerPool(threads: 2))
    let adapter = try LowRankAdapter(contentsOf: written(file), for: decoder.properties)
    #expect(adapter.matrixCount == file.ranks.count && adapter.name == "test")
    let found = try logits(decoder, prompt, [adapter])[0]
    let deviation = Deviation(found, from: expected)
    #expect(deviation.maximum <= 1e-3, "\(deviation)")
    let plain = try logits(decoder, prompt, [nil])[0]
    #expect(Deviation(plain, from: expected).maximum > 0.1)
  }

  @Test func theStrengthScalesTheUpdate() throws {
    var half = AdapterFile.everywhere
    half.alpha /= 2
    let decoder = try Decoder(ModelFixture.grouped.model(), pool: WorkerPool(threads: 1))
    let expected = try LowRankAdapter(contentsOf: written(half), for: decoder.properties)
    let path = folder.filePath("whole.gguf")
    try AdapterFile.everywhere.write(for: base, to: path)
    let found = try LowRankAdapter(contentsOf: path, strength: 0.5, for: decoder.properties)
    #expect(try logits(decoder, prompt, [found]) == logits(decoder, prompt, [expected]), "to the last bit")
  }

  @Test func sequencesWithDifferentAdaptersShareABatch() throws {
    let decoder = try Decoder(ModelFixture.grouped.model(), pool: WorkerPool(threads: 2), maximumLogits: 128)
    let first = try LowRankAdapter(contentsOf: written(.everywhere), for: decoder.properties)
    var other = AdapterFile.everywhere
    (other.seed, other.ranks) = (2, Array(other.ranks.prefix(3)))
    let second = try LowRankAdapter(contentsOf: written(other), for: decoder.properties)
    let mixed: [LowRankAdapter?] = [first, nil, second, first, nil]
    let together = try logits(decoder, prompt, mixed)
    for (sequence, adapter) in mixed.enumerated() {
      #expect(try logits(decoder, prompt, [adapter])[0] == together[sequence], "to the last bit")
    }
  }

  @Test func theEngineKeepsWhatAdaptersReadApart() async throws {
    let engine = try ModelFixture.grouped.engine()
    let adapter = try engine.loadAdapter(contentsOf: written(.everywhere))
    func answer(_ adapter: LowRankAdapter?) async throws -> Outcome {
      try await engine.outcome(
        of: GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 8, adapter: adapter))
    }
    let plain = try await answer(nil)
    let adapted = try await answer(adapter)
    #expect(adapted.cached == 0 && adapted.tokens != plain.tokens)
    let again = try await answer(adapter)
    #expect(again.cached == prompt.count - 1 && again.tokens == adapted.tokens)
    #expect(try await answer(nil).tokens == plain.tokens)
  }

  @Test func anAdapterOfAnotherEngineIsRefused() async throws {
    let adapter = try ModelFixture.grouped.engine().loadAdapter(contentsOf: written(.everywhere))
    let engine = try ModelFixture.grouped.engine()
    let error = await #expect(throws: InferenceError.self) {
      _ = try await engine.outcome(of: GenerationRequest(prompt: prompt, maximumTokens: 1, adapter: adapter))
    }
    #expect(error?.description.contains("an adapter loaded by another engine") == true, "\(String(describing: error))")
  }

  /// Each with what the error has to name.
  static let faults: [(name: String, change: @Sendable (inout GGUFWriter) throws -> Void)] = [
    ("general.type", { $0.metadata["general.type"] = .text("model") }),
    ("general.type", { $0.metadata["general.type"] = nil }),
    ("adapter.type", { $0.metadata["adapter.type"] = .text("control_vector") }),
    ("general.architecture", { $0.metadata["general.architecture"] = .text("gemma") }),
    ("adapter.lora.alpha", { $0.metadata["adapter.lora.alpha"] = .float32(.nan) }),
    ("adapter.lora.alpha", { $0.metadata["adapter.lora.alpha"] = .text("6") }),
    (
      "blk.9.attn_q.weight.lora_a",
      {
        $0.addTensor(
          "blk.9.attn_q.weight.lora_a", .f32, dimensions: [4, 2], bytes: F32.quantized(.init(repeating: 0, count: 8)))
      }
    ),
    (
      "blk.1.attn_v.weight.lora_b",
      {
        $0.addTensor(
          "blk.1.attn_v.weight.lora_a", .f32, dimensions: [64, 2], bytes: F32.quantized(.init(repeating: 0, count: 128))
        )
      }
    ),
    (
      "output.weight.lora_a",
      {
        $0.addTensor(
          "output.weight.lora_a", .f32, dimensions: [3, 2], bytes: F32.quantized(.init(repeating: 0, count: 6)))
        $0.addTensor(
          "output.weight.lora_b", .f32, dimensions: [2, 3], bytes: F32.quantized(.init(repeating: 0, count: 6)))
      }
    ),
  ]

  @Test(arguments: faults.indices)
  func faultsAreNamed(_ index: Int) throws {
    let fault = Self.faults[index]
    let engine = try ModelFixture.grouped.engine()
    let path = try written(.everywhere, change: fault.change)
    let error = #expect(throws: InferenceError.self) { try engine.loadAdapter(contentsOf: path) }
    #expect(error?.description.contains(fault.name) == true, "\(String(describing: error))")
  }

  @Test func aModelIsNoAdapter() throws {
    let engine = try ModelFixture.grouped.engine()
    let model = #expect(throws: InferenceError.self) { try engine.loadAdapter(contentsOf: ModelFixture.grouped.path) }
    #expect(model?.description.contains("general.type") == true, "\(String(describing: model))")
    let missing = #expect(throws: InferenceError.self) {
      try engine.loadAdapter(contentsOf: folder.filePath("nothing.gguf"))
    }
    guard case .file(let error)? = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    #expect(error.code == .cannotOpen && error.file == folder.filePath("nothing.gguf"))
  }
}
