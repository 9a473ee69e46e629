import SwiftletGGUF
@testable import SwiftletInference
import SwiftletKernels
import Synchronization
import Testing

/// Tests of the properties of a loaded model.
@Suite struct LoadingTests {
  @Test func descriptionIsThatOfTheFile() throws {
    let engine = try ModelFixture(name: "llama3-rope-f32").engine()
    let configuration = engine.model.configuration
    #expect(configuration.architecture == "llama" && configuration.layerCount == 2)
    #expect(configuration.embeddingWidth == 36 && configuration.feedForwardWidth == 56)
    #expect(configuration.vocabularyCount == 260 && configuration.trainingContext == 128)
    #expect(configuration.attention == AttentionShape(headCount: 3, keyValueHeadCount: 1, headWidth: 24))
    #expect(configuration.layers[0].attention.scale == 1 / Float(24).squareRoot() && configuration.norm.epsilon == 1e-5)
    #expect(engine.modelName == "llama3-rope-f32" && engine.chatTemplate == nil)
    #expect(engine.model.cacheBytesPerPosition(.f32) == 2 * 2 * 32 * 4)
  }

  /// Of layers that differ, each counts as it is, and those that store nothing not at all.
  @Test func theCacheOfLayersThatDifferIsTheirSum() throws {
    // Heads of 16 and 40 elements take 32 and 64; of seven layers three take what the first four store.
    let small = try ArchitectureFixture(name: "gemma4").model()
    #expect(small.cacheBytesPerPosition(.f32) == 2 * 2 * (32 + 64 + 32 + 64) * 4)
    #expect(small.configuration.cacheLayerIndices == [0, 1, 2, 3, 2, 2, 3])
    #expect(small.configuration.firstLayerWithoutKVWrites == 4)
    // Two local layers with two heads of keys, two others with one.
    let large = try ArchitectureFixture(name: "gemma4moe").model()
    #expect(large.cacheBytesPerPosition(.f32) == 2 * (2 * 2 * 32 + 2 * 32) * 4)
    #expect(large.configuration.attentionShapes.map(\.headWidth) == [16, 24])
    #expect(large.configuration.firstLayerWithoutKVWrites == 4)
  }

  @Test(arguments: ModelFixture.all)
  func progressRisesToOne(_ fixture: ModelFixture) throws {
    let steps = Mutex<[Double]>([])
    // A file of its own: others may have the fixture's weights in memory.
    let folder = try TemporaryFolder()
    let path = try ModelVariant(fixture).write(to: folder)
    _ = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 2)) { step in
      steps.withLock { $0.append(step) }
    }
    let seen = steps.withLock { $0 }
    #expect(seen.count > 10 && seen == seen.sorted() && seen.last == 1)
    #expect(seen.allSatisfy { $0 > 0 && $0 <= 1 })
  }

  @Test func errorsOfAllKindsSayWhatWasFoundAndExpected() {
    let errors: [(InferenceError, String)] = [
      (.emptyPrompt, "empty"), (.stopped, "shut down"), (.tokenOutOfRange(token: 7, vocabularyCount: 5), "7"),
      (.promptTooLong(tokens: 300, contextSize: 200), "300"),
      (.unsupportedArchitecture(file: "a.gguf", found: "x", supported: ["llama"]), "llama"),
      (.unsupportedFeature(file: "a.gguf", found: "x", expected: "y"), "found x, expected y"),
      (.kernel(.outOfMemory(bytes: 12, purpose: "a test")), "12 bytes"),
      (.notFinite(file: "a.gguf", output: "the logits"), "a.gguf: found NaN or an infinity in the logits"),
    ]
    for (error, part) in errors { #expect(error.description.contains(part)) }
  }
}
