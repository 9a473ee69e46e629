import Foundation
import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Logits of small random models of each architecture against those of `transformers`.
@Suite struct ArchitectureTests {
  @Test(arguments: ArchitectureFixture.all)
  func logitsAgree(_ fixture: ArchitectureFixture) throws {
    let (tokens, logits) = try fixture.expected()
    let deviation = Deviation(try InferenceTests.logits(fixture.floatModel(), tokens), from: logits)
    #expect(deviation.maximum <= LogitsTests.exactTolerance, "\(deviation)")
    // For the table in the documentation.
    if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
      print("deviation of \(fixture.name): \(deviation.maximum)")
    }
  }

  @Test(arguments: ArchitectureFixture.all)
  func logitsAgreeWithNarrowCache(_ fixture: ArchitectureFixture) throws {
    let (tokens, logits) = try fixture.expected()
    let found = try InferenceTests.logits(fixture.floatModel(), tokens, cache: .f16)
    let deviation = Deviation(found, from: logits)
    #expect(deviation.maximum <= LogitsTests.halfTolerance, "\(deviation)")
    #expect(deviation.maximum > 0)
  }

  /// Products with weights of 16 bits are in fixed point, which costs as much as a narrow cache does.
  @Test(arguments: ArchitectureFixture.all)
  func logitsAgreeWithNarrowWeights(_ fixture: ArchitectureFixture) throws {
    let (tokens, logits) = try fixture.expected()
    let deviation = Deviation(try InferenceTests.logits(fixture.model(), tokens), from: logits)
    // The layers of this one pass small differences on enlarged.
    #expect(deviation.maximum <= (fixture.name == "qwen35" ? 3e-2 : LogitsTests.halfTolerance), "\(deviation)")
  }

  /// In pieces, token by token, and on more threads: to the last bit.
  @Test(arguments: ArchitectureFixture.all + [.quantized])
  func piecesAndThreadsDoNotMatter(_ fixture: ArchitectureFixture) throws {
    let (tokens, _) = try fixture.expected()
    let whole = try InferenceTests.logits(fixture.model(), tokens)
    for chunk in [1, 7, 16] {
      #expect(try InferenceTests.logits(fixture.model(), tokens, chunk: chunk) == whole, "pieces of \(chunk)")
    }
    #expect(try InferenceTests.logits(fixture.model(threads: 3), tokens, threads: 3) == whole)
  }

  /// After a beginning that another sequence has read, but for states, which cannot be shared.
  @Test(arguments: ArchitectureFixture.all)
  func aSharedPrefixContinuesAlike(_ fixture: ArchitectureFixture) throws {
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    guard model.configuration.states == .none else { return }
    let all = try InferenceTests.logits(model, tokens)
    let decoder = try Decoder(model, pool: WorkerPool(threads: 1))
    let pool = model.makePool(type: .f32)
    let first = KeyValueCache(pool: pool, capacity: tokens.count)
    try first.reserve(for: 0..<40)
    var batch = DecoderBatch()
    for position in 0..<40 { batch.append(tokens[position], at: position, of: first, needsLogits: false) }
    decoder.forward(&batch)
    let second = KeyValueCache(pool: pool, capacity: tokens.count)
    second.adopt(first.runs)
    try second.reserve(for: 30..<48)
    batch.removeAll()
    for position in 30..<48 { batch.append(tokens[position], at: position, of: second, needsLogits: true) }
    decoder.forward(&batch)
    #expect((0..<18).map { decoder.logits[row: $0] } == Array(all[30...]))
  }

  /// Rows that need no logits may end before layers that write no keys and values: to the last bit.
  @Test(arguments: ArchitectureFixture.all)
  func rowsWithoutLogitsDoNotMatter(_ fixture: ArchitectureFixture) throws {
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    let all = try InferenceTests.logits(model, tokens)
    let decoder = try Decoder(model, pool: WorkerPool(threads: 1))
    let cache = try model.makeCache(capacity: tokens.count, type: .f32)
    var batch = DecoderBatch()
    for (positions, wanted) in [(0..<20, []), (20..<40, [21, 30, 39]), (40..<41, []), (41..<48, [47])] {
      batch.removeAll()
      for position in positions {
        batch.append(tokens[position], at: position, of: cache, needsLogits: wanted.contains(position))
      }
      decoder.forward(&batch)
      #expect(wanted.indices.map { decoder.logits[row: $0] } == wanted.map { all[$0] })
    }
  }

  /// The engine finds the prefix itself, and continues as it would without.
  @Test(arguments: ArchitectureFixture.all)
  func theEngineReusesPrefixes(_ fixture: ArchitectureFixture) async throws {
    let options = EngineOptions(threads: 1, contextSize: 48, keyValueType: .f32)
    let tokens = try fixture.expected().tokens
    let engine = try InferenceEngine(contentsOf: fixture.path, options: options)
    _ = try await engine.greedy(Array(tokens.prefix(30)), 1)
    let warm = try await engine.greedy(Array(tokens.prefix(40)), 4)
    #expect(warm.cached ?? 0 >= 29)
    let cold = try await InferenceEngine(contentsOf: fixture.path, options: options)
      .greedy(Array(tokens.prefix(40)), 4)
    #expect(warm.tokens == cold.tokens && cold.cached == 0)
  }

  /// Products with quantised experts take activations of 8 bits, which the reference does not do.
  @Test func quantizedExpertsAreClose() throws {
    let (tokens, logits) = try ArchitectureFixture.quantized.expected()
    let deviation = Deviation(try InferenceTests.logits(ArchitectureFixture.quantized.model(), tokens), from: logits)
    #expect(deviation.divergence <= 3e-3, "\(deviation)")
  }

  @Test func everyArchitectureHasAFixture() throws {
    let fixtures = ArchitectureFixture.all + EmbeddingFixture.all.map(\.model) + VisionFixture.all.map(\.model)
    let names = try fixtures.map {
      try GGUFFile(path: $0.path).metadata.string("general.architecture")
    }
    #expect(Set(names.compactMap { $0 }) == Set(Architectures.all.map(\.name)))
  }

  @Test func unknownArchitecturesAreToldWhichThereAre() throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    variant.metadata["general.architecture"] = .text("perceptron")
    let file = try GGUFFile(path: variant.write(to: folder))
    let error = #expect(throws: InferenceError.self) { try DecoderConfiguration(file) }
    for name in ["perceptron"] + Architectures.all.map(\.name) {
      #expect(error?.description.contains(name) == true, "\(error?.description ?? "no error")")
    }
  }
}
