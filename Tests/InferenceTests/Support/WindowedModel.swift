import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

/// A small model whose layers, all or some, see a window of 6 to 13 positions, with room for long sequences.
struct WindowedModel {
  private let folder: TemporaryFolder
  let path: String

  /// All of whose layers see a window.
  static let local = ["starcoder2", "phi3"]
  /// Some of whose layers do.
  static let mixed = ["gemma2", "gemma3", "gemma3n", "gemma4", "olmo3", "gpt-oss", "cohere2", "exaone4"]

  init(_ name: String) throws {
    folder = try TemporaryFolder()
    var variant = try ArchitectureFixture(name: name).variant()
    let architecture = try variant.metadata.string("general.architecture") ?? name
    variant.metadata["\(architecture).context_length"] = .uint32(4096)
    path = try variant.write(to: folder)
  }

  func engine(
    cacheByteLimit: Int? = nil, threads: Int = 1, usesPromptLookup: Bool = false, isDrafted: Bool = false
  ) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: path,
      options: EngineOptions(
        threads: threads, keyValueType: .f32, cacheByteLimit: cacheByteLimit, usesPromptLookup: usesPromptLookup,
        draftPath: isDrafted ? path : nil
      ).withFixedSpeculationCost)
  }

  /// Tokens without a pattern, none of which ends a generation.
  static func tokens(_ count: Int, _ seed: Int) -> [Int] {
    var generator = SplitMix64(seed: UInt64(seed))
    return (0..<count).map { _ in Int.random(in: 1..<80, using: &generator) }
  }

  /// A continuation that does not end before its time, the most likely one unless it is drawn: the wilder, the greater
  /// the seed.
  static func request(_ prompt: [Int], _ count: Int, drawing seed: UInt64? = nil) -> GenerationRequest {
    var sampling = seed.map { SamplingParameters(temperature: 0.5 * Float($0), seed: $0) } ?? .greedy
    sampling.logitBias[89] = -.infinity
    return GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: count)
  }
}
