import SwiftletGGUF
import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers

extension Command {
  static let schemaMaskBench = Command(
    name: "schema mask-bench", operands: "SCHEMA.json INSTANCE.json",
    summary: "Benchmark schema compilation and the token mask at each token of a document.",
    discussion: """
      Only the vocabulary of the model file is loaded. The document is tokenized without white space; if the schema
      rejects it, the masks up to that position are measured.
      """,
    options: Option.modelFile + [
      Option("--declared-order", nil, "allow properties in the order of the schema only, as in generation")
    ] + Option.schemaReading
  ) { arguments in
    guard arguments.positionals.count >= 2 else {
      throw UsageError(
        argument: arguments.positionals.isEmpty ? "SCHEMA.json" : "INSTANCE.json", reason: "is missing; see --help")
    }
    try arguments.requireAtMost(2)
    let (path, instance) = (arguments.positionals[0], arguments.positionals[1])
    var options = arguments.has("--declared-order") ? GuideOptions.generating : GuideOptions()
    try options.apply(arguments)
    let schema = try InputFile.text(path)
    let document: [UInt8]
    do { document = try Guide.canonicalText(ofDocument: InputFile.bytes(instance)) } catch let error as GuideError {
      throw FileError(instance, error)
    }
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: try arguments.modelPath()).metadata)
    var bench = MaskBench(tokenizer)
    do { try bench.run(schema, options, document) } catch let error as GuideError { throw FileError(path, error) }
    bench.guide?.report(path)
    try Output.write(bench.table + "\(instance): \(bench.isAccepted ? "accept" : "reject")\n")
  }
}

/// A benchmark of token masks along a document.
private struct MaskBench {
  private let tokenizer: Tokenizer
  private(set) var guide: Guide?
  private(set) var isAccepted = false
  private var preparation = Duration.zero
  private var compilation = Duration.zero
  private var masks: [Duration] = []

  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  mutating func run(_ schema: String, _ options: GuideOptions, _ document: [UInt8]) throws(GuideError) {
    let clock = ContinuousClock()
    let start = clock.now
    let index = TokenIndex(tokenizer.vocabulary)
    let prepared = clock.now
    let guide = try Guide(schema: schema, options: options, index: index)
    (preparation, compilation) = (prepared - start, clock.now - prepared)
    self.guide = guide
    var matcher = guide.makeMatcher()
    let tokens = tokenizer.encode(bytes: document, parsingSpecialTokens: false, addingBOSAndEOS: false)
    for token in tokens {
      let start = clock.now
      let mask = matcher.mask()
      masks.append(clock.now - start)
      try matcher.checkCompleteness()
      guard mask.contains(token) else { return }
      try matcher.accept(token)
    }
    let last = clock.now
    _ = matcher.mask()
    masks.append(clock.now - last)
    try matcher.checkCompleteness()
    isAccepted = matcher.isAccepting
  }

  var table: String {
    let sorted = masks.map { $0.seconds * 1e6 }.sorted()
    func quantile(_ share: Double) -> String {
      let index = min(sorted.count - 1, Int(clamping: Double(sorted.count) * share))
      return (sorted.isEmpty ? 0 : sorted[index]).formatted(decimals: 1)
    }
    return Command.table([
      ("vocabulary", "\(tokenizer.vocabulary.count) tokens, prepared in \(milliseconds(preparation)) ms"),
      ("compile", "\(milliseconds(compilation)) ms"),
      ("masks", "\(masks.count)"),
      ("mask", "median \(quantile(0.5)) µs, p99 \(quantile(0.99)) µs, max \(quantile(1)) µs"),
    ])
  }

  private func milliseconds(_ duration: Duration) -> String { (duration.seconds * 1e3).formatted(decimals: 3) }
}
