import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

extension Command {
  static let bench = Command(
    name: "bench", summary: "Measure prefill (pp) and generation (tg) speed in tokens per second, as llama-bench.",
    discussion: """
      pp N processes a prompt of N random tokens in batches of 512; tg N generates N tokens one by one. Each test runs
      once to warm up, then --repetitions times; the median is printed. Loading the model is not measured, nor is moving
      its weights to huge pages afterwards. Packed weights on disk are only used with --packed-cache, so that runs load
      alike.

      With --batch B, tg N generates N tokens in each of B sequences; with a list such as 1,8,32 it runs for each number
      of sequences, and the tokens per second are those of all sequences together. Each has a context of --depth tokens
      of its own, or all have one of --shared-prefix tokens in common, which is processed once, kept once and read once
      per step.

      --breakdown instead answers a prompt in sessions, with the default sampling and with greedy decoding, and prints
      the mean time of each part of a generated token, over the middle half of the tokens by their time. The parts add
      up to that time; the stream's reader works in parallel.

      --image instead encodes a picture of a size by the file of --projector, and prints the time, the tokens of the
      picture, and the arithmetic a second: matrix products and attention, two operations for each multiplication and
      addition. --peak, what this machine can do at most in 10⁹ operations a second, adds the share; the program
      kernels of the benchmarks measures it.

      Weights are packed while loading, so that tests do not measure it. --cold instead measures what a new process does,
      once: from the beginning of loading to the first token after --prompt N tokens (default: 128), the next token,
      and the time at which all weights are packed.
      """,
    options: [
      Option("--prompt", "N", "number of prompt tokens, 0 to skip the test; default: 512", or: "-p"),
      Option("--generate", "N", "number of tokens to generate, 0 to skip the test; default: 128", or: "-n"),
      Option("--depth", "N", "number of tokens in the context before the test; default: 0"),
      Option("--shared-prefix", "N", "number of tokens in the context that all sequences share; in place of --depth"),
      Option(
        "--batch", "LIST", "numbers of sequences that generate in parallel, such as 1,8,32; default: 1",
        or: "--sequences"),
      Option("--repetitions", "N", "number of times to run each test; default: 5"),
      Option("--no-warmup", nil, "run tests only --repetitions times, for long prompts"),
      Option("--format", "F", "output format: table, or json for JSON Lines; default: table"),
      Option("--breakdown", nil, "print where the time of a generated token goes, with --batch 1 and without pp"),
      Option("--no-verify-packed-cache", nil, "use packed weights on disk unverified, to measure what verifying costs"),
      Option("--cold", nil, "print the time from the beginning of loading to the first token; runs once"),
      Option("--image", "SIZE", "encode a picture of a size, such as 800x600; with --projector"),
      .projector, .imageTokens,
      Option("--peak", "N", "the largest number of 10⁹ operations a second, to print the share of --image"),
      Option("--schema", "FILE", "constrain the answers of --breakdown to the JSON Schema in the file"),
    ] + Option.loading(keyValueType: .f16, context: "maximum number of tokens of a test; default: no limit")
  ) { arguments in
    try arguments.requireAtMost(0)
    enum Format: String, CaseIterable { case table, json }
    let format = try arguments.choice("--format", of: Format.self) ?? .table
    if arguments.has("--image") { return try ImageRun.run(arguments, isTable: format == .table) }
    if arguments.has("--cold") { return try await ColdRun.run(arguments, isTable: format == .table) }
    let repetitions = try arguments.integer("--repetitions", in: 1...1000) ?? 5
    let prefix = try arguments.integer("--shared-prefix", in: 0...1 << 24)
    let depth = try arguments.integer("--depth", in: 0...1 << 24)
    if prefix != nil, depth != nil {
      throw UsageError(argument: "--shared-prefix", reason: "cannot be combined with --depth")
    }
    let tests = BenchTest.all(
      prompt: try arguments.integer("--prompt", in: 0...1 << 24) ?? 512,
      generate: try arguments.integer("--generate", in: 0...1 << 24) ?? 128,
      depth: prefix ?? depth ?? 0, batches: try arguments.integers("--batch", in: 1...64) ?? [1],
      sharesContext: prefix != nil)
    let options = try LoadOptions(arguments, keyValueType: .f16, usesPackedCache: false)
    if arguments.has("--breakdown") || arguments.has("--schema") {
      return try await BreakdownRunner.run(arguments, tests, options, isTable: format == .table)
    }
    if let limit = options.contextSize, let test = tests.first(where: { $0.depth + $0.count > limit }) {
      throw UsageError(
        argument: "--context", reason: "found \(limit), expected at least \(test.depth + test.count) for \(test.name)")
    }
    let runner = try BenchRunner(options)
    if format == .table { try Output.write(runner.tableHeader) }
    for test in tests {
      let speeds = try runner.measure(test, repetitions: repetitions, warmsUp: !arguments.has("--no-warmup"))
      try Output.write(format == .table ? runner.row(test, speeds) : runner.json(test, speeds))
    }
  }
}

extension GGUFFile {
  /// The name of the type of most bytes, because norms are always F32.
  var mainTypeName: String {
    let bytes = Dictionary(grouping: tensors, by: \.type).mapValues { $0.reduce(0) { $0 + $1.byteCount } }
    return bytes.max { $0.value < $1.value }?.key.name.lowercased() ?? "none"
  }
}

/// A benchmark of prefill or generation.
struct BenchTest {
  enum Kind { case prompt, generate }
  var kind: Kind
  var count: Int
  /// The number of tokens in the context before the test.
  var depth: Int
  var batch: Int
  /// True if the sequences have their context in common.
  var sharesContext: Bool

  var name: String {
    let context = (sharesContext && batch > 1 ? "@s" : "@") + "\(depth)"
    return (kind == .prompt ? "pp\(count)" : "tg\(count)") + (depth > 0 ? context : "") + (batch > 1 ? "x\(batch)" : "")
  }

  static func all(prompt: Int, generate: Int, depth: Int, batches: [Int], sharesContext: Bool) -> [BenchTest] {
    let tests = [(Kind.prompt, prompt, 1)] + batches.map { (Kind.generate, generate, $0) }
    return tests.filter { $0.1 > 0 }
      .map { BenchTest(kind: $0.0, count: $0.1, depth: depth, batch: $0.2, sharesContext: sharesContext) }
  }
}

/// A loaded model and the benchmarks that run on it.
struct BenchRunner {
  private let decoder: Decoder
  private let adapter: LowRankAdapter?
  private let type: String
  private let name: String
  private let keyValueType: KeyValueType
  private let loadSeconds: Double

  init(_ options: LoadOptions) throws {
    let start = ContinuousClock.now
    let progress = ProgressLine("loading")
    defer { progress.clear() }
    let direct = try DirectModel(options) { progress.show($0) }
    let file = direct.file
    decoder = try Decoder(direct.model, pool: direct.pool)
    adapter = try direct.adapter(for: decoder)
    loadSeconds = (ContinuousClock.now - start).seconds
    direct.model.hugePageCollapser.wait()
    name = try file.metadata.string("general.name") ?? options.path
    type = file.mainTypeName
    keyValueType = options.keyValueType
  }

  /// Returns the tokens per second of each repetition, sorted.
  func measure(_ test: BenchTest, repetitions: Int, warmsUp: Bool) throws -> [Double] {
    var random = SplitMix64(seed: 1)
    let caches = try makeCaches(test, &random)
    var speeds: [Double] = []
    for repetition in (warmsUp ? 0 : 1)...repetitions {
      let start = ContinuousClock.now
      switch test.kind {
      case .prompt: prefill(test.count, from: test.depth, into: caches[0], &random)
      case .generate: generate(test.count, from: test.depth, into: caches, &random)
      }
      let seconds = (ContinuousClock.now - start).seconds
      if repetition > 0 { speeds.append(Double(test.count * test.batch) / seconds) }
    }
    return speeds.sorted()
  }

  /// Returns the caches of a test's sequences, with their contexts and room for its tokens.
  private func makeCaches(_ test: BenchTest, _ random: inout SplitMix64) throws -> [KeyValueCache] {
    let pool = decoder.model.makePool(type: keyValueType)
    let caches = (0..<test.batch).map { _ in KeyValueCache(pool: pool, capacity: test.depth + test.count) }
    for (index, cache) in caches.enumerated() {
      if test.sharesContext, index > 0 {
        cache.adopt(caches[0].runs, states: caches[0].states)
      } else {
        try cache.reserve(for: 0..<test.depth)
        prefill(test.depth, from: 0, into: cache, &random)
      }
    }
    // Copies a page that the context fills in part, so not before all sequences have it.
    for cache in caches { try cache.reserve(for: test.depth..<test.depth + test.count) }
    return caches
  }

  private func prefill(_ count: Int, from first: Int, into cache: KeyValueCache, _ random: inout SplitMix64) {
    var batch = DecoderBatch()
    for start in stride(from: 0, to: count, by: decoder.maximumRows) {
      batch.removeAll()
      let end = min(start + decoder.maximumRows, count)
      for offset in start..<end {
        batch.append(
          token(&random), at: first + offset, of: cache, needsLogits: offset == count - 1, adapter: adapter)
      }
      decoder.forward(&batch)
    }
  }

  private func generate(_ count: Int, from first: Int, into caches: [KeyValueCache], _ random: inout SplitMix64) {
    var batch = DecoderBatch()
    for offset in 0..<count {
      batch.removeAll()
      for cache in caches {
        batch.append(token(&random), at: first + offset, of: cache, needsLogits: true, adapter: adapter)
      }
      decoder.forward(&batch)
    }
  }

  private func token(_ random: inout SplitMix64) -> Int {
    Int.random(in: 0..<decoder.model.configuration.vocabularyCount, using: &random)
  }

  var tableHeader: String {
    "\(name), \(type), \(decoder.kernels.instructionSet), \(decoder.kernels.pool.count) threads, "
      + "loaded in \(loadSeconds.formatted(decimals: 2)) s\n\n"
      + "| test             |  tokens/s |    lowest |   highest |\n"
      + "| ---------------- | --------: | --------: | --------: |\n"
  }

  func row(_ test: BenchTest, _ speeds: [Double]) -> String {
    func cell(_ number: Double, _ width: Int) -> String {
      let text = number.formatted(decimals: 2)
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let name = test.name + String(repeating: " ", count: max(0, 16 - test.name.count))
    return "| \(name) | "
      + [median(speeds), speeds.first ?? 0, speeds.last ?? 0].map { cell($0, 9) }.joined(separator: " | ") + " |\n"
  }

  func json(_ test: BenchTest, _ speeds: [Double]) -> String {
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    let squares = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var line = JSONLine()
    line.add("model", name)
    line.add("type", type)
    line.add("threads", decoder.kernels.pool.count)
    line.add("test", test.name)
    line.add("tokens_per_second", median(speeds))
    line.add("stddev", speeds.count > 1 ? (squares / Double(speeds.count - 1)).squareRoot() : 0)
    line.add("repetitions", speeds.count)
    line.add("load_seconds", loadSeconds)
    line.add("weight_bytes", decoder.model.weightByteCount)
    if let report = decoder.model.packedCacheReport { line.add("packed_cache", report.outcome) }
    line.add("peak_rss_bytes", ProcessStatistics.peakResidentBytes)
    return line.text + "\n"
  }
}

/// The median of sorted numbers.
func median(_ sorted: [Double]) -> Double {
  (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
