import Swiftlet
import SwiftletInference
import SwiftletKernels

extension Command {
  static let embed = Command(
    name: "embed", operands: "[TEXT ...]", summary: "Compute text embeddings.",
    discussion: """
      The texts are the arguments, else the lines of --file, else the lines of standard input. The output has a line of
      JSON per text with its index and its embedding, normalized to length 1 unless --no-normalize is given.
      --format text prints the numbers alone, --format binary writes consecutive vectors of little-endian 32-bit floats.
      --similarity prints a table of cosine similarities instead. The pooling type is that of the model file, or of
      --pooling.
      """,
    options: [
      Option("--file", "FILE", "file with one text per line; - for standard input"),
      Option("--pooling", "P", "pooling: mean, cls, last, or none for one vector per token; default: from the file")
        .choosing(from: EmbeddingModel.Pooling.self),
      Option("--prompt", "TEXT", "prefix of each text, such as \"search_query: \""),
      Option("--dimensions", "N", "truncate to N dimensions, for models trained for it (Matryoshka)"),
      Option("--no-normalize", nil, "do not normalize the vectors to length 1"),
      Option("--truncate", nil, "truncate texts that exceed the context instead of failing"),
      Option("--format", "F", "output format: json, text or binary; default: json")
        .choosing(from: EmbeddingRun.Format.self),
      Option("--similarity", nil, "print a table of cosine similarities"),
    ] + Option.loading(keyValueType: .f32)
  ) { arguments in
    let run = try EmbeddingRun(arguments)
    let load = try LoadOptions(arguments, keyValueType: .f32)
    try load.checkContext()
    var options = EmbeddingEngineOptions(
      threads: load.threads, contextSize: load.contextSize, pooling: run.pooling?.kind, packedCache: load.packedCache)
    (options.keyValueType, options.rotary) = (load.keyValueType, load.rotary)
    options.adapter = load.adapter.map { (path: $0.path, strength: $0.strength) }
    let model = try await EmbeddingModel(path: load.path, options: options)
    model.packedCacheReport?.warn()
    for warning in model.warnings { Output.error("swiftlet: warning: \(warning)\n") }
    if model.pooling == .unpooled {
      try await run.writeTokens(model)
    } else if run.showsSimilarity {
      try await run.writeSimilarity(model)
    } else {
      try await run.writeVectors(model)
    }
  }
}
