import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

extension Command {
  static let inspect = Command(
    name: "inspect", operands: "MODEL", summary: "Print the metadata, tensors and memory requirements of a GGUF file.",
    options: [
      Option("--context", "N", "context size to compute the memory for; default: from the file"),
      Option("--tensors", nil, "list every tensor"),
      Option("--check", nil, "read all weights, and fail if any is NaN or infinite"), .threads,
      Option("--architectures", nil, "list the supported architectures and models that use them"),
      Option("--formats", nil, "list the weight formats: their size, and what can be done with them"),
      Option("--packed-caches", nil, "list the packed weights in the user's cache folder"),
      Option("--clear-packed-caches", nil, "remove the packed weights in the user's cache folder that are not in use"),
    ] + Option.downloading,
    namesModel: true
  ) { arguments in
    if arguments.has("--architectures") { return try Output.write(architectures) }
    if arguments.has("--formats") { return try Output.write(formats) }
    if arguments.has("--clear-packed-caches") { return try Output.write(clearPackedCaches()) }
    if arguments.has("--packed-caches") { return try Output.write(packedCaches()) }
    let file = try GGUFFile(path: arguments.modelPath(try arguments.positional("MODEL")))
    let context = try arguments.integer("--context", in: 1...1 << 30)
    var text = "\(TerminalText.line(file.path)): GGUF version \(file.version)"
    text += file.shardCount > 1 ? ", \(file.shardCount) shards\n" : "\n"
    text +=
      "\nMetadata\n" + table(file.metadata.keys.map { (TerminalText.line($0), file.metadata.summary($0) ?? "") })
    text += "\nTensors\n" + typeTable(file)
    if arguments.has("--tensors") { text += "\n" + tensorTable(file) }
    let isProjector = (try? file.metadata.string("general.architecture")) == "clip"
    text += isProjector ? "\nProjector\n" + projectorTable(file) : "\nModel\n" + modelTable(file, context: context)
    // Errors and warnings below quote the file, too.
    try Output.write(TerminalText.escaped(text))
    if arguments.has("--check") {
      try WeightCheck(file, threads: try arguments.threadCount() ?? Processors.threadCount).run()
    }
  }

  /// The supported architectures as a Markdown table; the documentation repeats its rows.
  private static let architectures =
    ModelFamily.all.reduce("| architecture | models |\n|---|---|\n") {
      $0 + "| `\($1.architecture)` | \($1.models) |\n"
    }

  /// The weight formats as a Markdown table; the documentation repeats its rows.
  private static let formats =
    TensorType.allCases.reduce("| format | bits per weight | in memory | `quantize` |\n|---|---|---|---|\n") {
      table, type in
      let memory = PackedFormat(type).map { $0.bitsPerWeight.formatted(decimals: 4) } ?? ""
      let bits = type.bitsPerElement.formatted(decimals: 4)
      return table + "| `\(type.name)` | \(bits) | \(memory) | \(type.writableFormat == nil ? "" : "yes") |\n"
    }

  private static func typeTable(_ file: GGUFFile) -> String {
    var byType: [TensorType: (count: Int, elements: Int, bytes: Int)] = [:]
    for tensor in file.tensors {
      let old = byType[tensor.type] ?? (0, 0, 0)
      byType[tensor.type] = (old.count + 1, old.elements + tensor.elementCount, old.bytes + tensor.byteCount)
    }
    let rows = byType.sorted { $0.value.bytes > $1.value.bytes }.map { type, sum in
      [
        type.name, "\(sum.count)", "\((Double(sum.elements) / 1e6).formatted(decimals: 2)) M elements",
        megabytes(sum.bytes), "\(type.bitsPerElement.formatted(decimals: 3)) bits",
      ]
    }
    return columns(rows)
  }

  private static func tensorTable(_ file: GGUFFile) -> String {
    columns(
      file.tensors.map { tensor in
        [
          TerminalText.line(tensor.name), tensor.type.name, tensor.dimensions.map(String.init).joined(separator: " × "),
          megabytes(tensor.byteCount),
        ]
      })
  }

  private static func modelTable(_ file: GGUFFile, context: Int?) -> String {
    var rows: [(left: String, help: String)] = []
    do {
      let configuration = try DecoderConfiguration(file)
      let size = context ?? configuration.trainingContext
      rows.append(("layers", "\(configuration.layerCount) × \(configuration.embeddingWidth)"))
      if configuration.attentionShapes.isEmpty { rows.append(("attention", "none")) }
      for shape in configuration.attentionShapes {
        let heads = "\(shape.headCount) heads, \(shape.keyValueHeadCount) KV heads, head dimension \(shape.headWidth)"
        rows.append(("attention", heads))
      }
      rows.append(("feed-forward", "\(configuration.feedForwardWidth)"))
      rows.append(("vocabulary", "\(configuration.vocabularyCount)"))
      rows.append(("context", "\(configuration.trainingContext) tokens in training"))
      if configuration.isEmbeddingModel {
        let pooling =
          switch configuration.pooling {
          case nil: "pooling not specified"
          case .unpooled?: "one per token"
          case let pooling?: "\(pooling) pooling"
          }
        rows.append(("embeddings", "\(configuration.vectorWidth) dimensions, \(pooling)"))
      }
      for type in configuration.isEmbeddingModel ? [] : KeyValueType.allCases {
        let bytes = configuration.cacheByteCount(type, positions: size)
        rows.append(
          ("memory, \(type.rawValue)", "\(megabytes(file.tensorByteCount + bytes)) with \(size) tokens of context"))
      }
    } catch {
      rows.append(("not supported", "\(error)"))
    }
    do {
      rows += try Tokenizer(metadata: file.metadata).warnings.map { ("tokenizer", $0) }
    } catch {
      rows.append(("tokenizer", "\(error)"))
    }
    return table(rows)
  }

  static func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e6).formatted(decimals: 1)) MB" }

  /// Formats rows with aligned columns.
  private static func columns(_ rows: [[String]]) -> String {
    rows.isEmpty ? "  none\n" : TextTable(rows, indent: 2).text
  }
}
