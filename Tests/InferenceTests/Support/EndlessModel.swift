import SwiftletGGUF
import SwiftletInference

/// A model that generates a million tokens unless it is stopped: it has 8 tokens, and none that ends a turn.
struct EndlessModel {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    var variant = try ModelVariant(ModelFixture(name: "f16"))
    try variant.shortenVocabulary(to: 8)
    variant.metadata["llama.context_length"] = .uint32(1 << 20)
    path = try variant.write(to: folder)
  }

  func engine(
    threads: Int = 1, maximumActive: Int = 32, maximumWaiting: Int = 1024, trace: EngineTrace? = nil,
    counters: EngineCounters = EngineCounters()
  ) throws -> InferenceEngine {
    let options = EngineOptions(
      threads: threads, maximumActive: maximumActive, maximumWaiting: maximumWaiting, trace: trace)
    return try InferenceEngine(contentsOf: path, options: options, counters: counters)
  }
}
