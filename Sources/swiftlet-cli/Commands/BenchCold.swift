import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// The benchmark of `bench --cold`: the first tokens of an engine whose model is not in memory.
struct ColdRun {
  private let options: LoadOptions
  private let promptCount: Int
  private let name: String
  private let type: String
  private let threads: Int
  /// The times since the beginning of loading: of the end of loading, of both tokens, and of the end of packing.
  private var (load, first, second, packed) = (Double.nan, Double.nan, Double.nan, Double.nan)
  private var weightByteCount = 0

  /// Runs the benchmark and prints its results.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - isTable: True if a table is printed, not JSON.
  /// - Throws: ``UsageError`` for options that do not go together, or the error of the model.
  static func run(_ arguments: Arguments, isTable: Bool) async throws {
    let others = [
      "--breakdown", "--schema", "--generate", "--depth", "--shared-prefix", "--batch", "--repetitions", "--no-warmup",
    ]
    if let other = others.first(where: { arguments.has($0) }) {
      throw UsageError(argument: "--cold", reason: "cannot be combined with \(other)")
    }
    let options = try LoadOptions(arguments, keyValueType: .f16, usesPackedCache: false, weightLoading: .lazy)
    let count = try arguments.integer("--prompt", in: 1...1 << 24) ?? 128
    if let limit = options.contextSize, count > limit {
      throw UsageError(argument: "--context", reason: "found \(limit), expected at least \(count) for the prompt")
    }
    try options.checkContext()
    var run = try ColdRun(options, promptCount: count)
    try await run.measure()
    try Output.write(isTable ? run.table : run.json)
  }

  private init(_ options: LoadOptions, promptCount: Int) throws {
    (self.options, self.promptCount) = (options, promptCount)
    threads = options.threads ?? Processors.threadCount
    let file = try options.open()
    name = try file.metadata.string("general.name") ?? options.path
    type = file.mainTypeName
  }

  private mutating func measure() async throws {
    var engineOptions = EngineOptions(
      threads: options.threads, contextSize: options.contextSize, keyValueType: options.keyValueType,
      packedCache: options.packedCache, weightLoading: options.weightLoading, usesPromptLookup: false)
    engineOptions.rotary = options.rotary
    let start = ContinuousClock.now
    let engine = try InferenceEngine(contentsOf: options.path, options: engineOptions)
    let adapter = try options.adapter.map { try engine.loadAdapter(contentsOf: $0.path, strength: $0.strength) }
    load = (ContinuousClock.now - start).seconds
    var random = SplitMix64(seed: 1)
    let known = engine.tokenizer.vocabulary.count
    let prompt = (0..<promptCount).map { _ in Int.random(in: 0..<known, using: &random) }
    var sampling = SamplingParameters.greedy
    // Random prompts are as good as any, but may seem to need no answer.
    for token in engine.tokenizer.vocabulary.endOfGeneration { sampling.logitBias[token] = -1e9 }
    let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 2, adapter: adapter)
    for try await case .token in engine.generate(request) {
      let time = (ContinuousClock.now - start).seconds
      if first.isNaN { first = time } else { second = time }
    }
    engine.model.packing?.wait()
    packed = engine.model.packing == nil ? load : (ContinuousClock.now - start).seconds
    try engine.model.checkWeights()
    weightByteCount = engine.model.weightByteCount
  }

  private var table: String {
    var text = "\(name), \(type), \(threads) threads, weights packed "
    text += (options.weightLoading == .lazy ? "on first use" : "while loading") + "\n\n"
    text += "| since the beginning of loading     |       s |\n| ---------------------------------- | ------: |\n"
    let rows = [
      ("loaded", load), ("first token after a prompt of \(promptCount)", first), ("second token", second),
      ("all weights packed", packed),
    ]
    for (title, seconds) in rows {
      let number = seconds.formatted(decimals: 3)
      text += "| " + title + String(repeating: " ", count: max(0, 34 - title.count)) + " | "
      text += String(repeating: " ", count: max(0, 7 - number.count)) + number + " |\n"
    }
    return text + "\n"
  }

  private var json: String {
    var line = JSONLine()
    line.add("model", name)
    line.add("type", type)
    line.add("threads", threads)
    line.add("test", "cold\(promptCount)")
    line.add("weight_loading", options.weightLoading.rawValue)
    line.add("load_seconds", load, decimals: 6)
    line.add("first_token_seconds", first, decimals: 6)
    line.add("second_token_seconds", second, decimals: 6)
    line.add("packed_seconds", packed, decimals: 6)
    line.add("weight_bytes", weightByteCount)
    line.add("peak_rss_bytes", ProcessStatistics.peakResidentBytes)
    return line.text + "\n"
  }
}
