import Foundation
import Swiftlet

extension Command {
  static let embed = Command(
    name: "embed", operands: "[TEXT ...]", summary: "Turns texts into vectors, such as search and comparison need.",
    discussion: """
      The texts are the words of the command line, else the lines of --file, else those of standard input. Each becomes a
      line of JSON with its place and its vector, of length 1 unless told otherwise. --format text writes the numbers alone,
      --format binary 32-bit floats, little-endian, one vector behind the other. --similarity writes a table of cosines
      instead. How the vectors of a text's tokens become one is said by the model's file or --pooling.
      """,
    options: [
      .model, Option("--file", "FILE", "a text on each line; - is standard input"),
      Option("--pooling", "P", "mean, cls, last, or none for a vector of each token; default: as the file says"),
      Option("--prompt", "TEXT", "what is put before each text, such as \"search_query: \""),
      Option("--dimensions", "N", "keep the first N numbers, for models trained so"),
      Option("--no-normalize", nil, "leave vectors as long as they are"),
      Option("--truncate", nil, "cut texts that are too long; otherwise they are an error"),
      Option("--format", "F", "json, text or binary; default: json"),
      Option("--similarity", nil, "a table of the cosines between the texts"),
      .threads, Option("--context", "N", "the longest text in tokens; default: as trained"), .packedCache,
    ]
  ) { arguments in
    let run = try EmbeddingRun(arguments)
    let model = try await EmbeddingModel(
      contentsOf: URL(filePath: try arguments.modelPath()), pooling: run.pooling,
      contextSize: try arguments.integer("--context", in: 1...1 << 30), threads: try arguments.threadCount(),
      packedCache: GGUFLanguageModel.PackedCache(arguments.packedCache()))
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
