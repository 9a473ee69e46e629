import SwiftletGGUF

extension Command {
  static let synthesize = Command(
    name: "synthesize", operands: "OUT", summary: "Write a GGUF file with random weights in the shape of a real model.",
    discussion: """
      For benchmarks, because speed does not depend on the values of the weights. Metadata and tensors are those of
      the model's published files, for other engines too. Types whose names are those of formats are for all matrices
      that are quantized; mxfp4 is for experts in shapes that have them, and the rest has 8 bits. Other types are mixes,
      as those of swiftlet quantize. Widths that are not multiples of a type's block size get a fallback type.

      --projector writes the file that encodes images for a model, mmproj-….gguf, in place of a model; matrices whose
      rows are no multiple of a block of --type are in F16 then.

      Shapes:
      \(shapes)

      Projectors:
      \(projectors)
      """,
    options: [
      Option("--shape", "NAME", "model shape").choosing(from: ModelShape.all.map(\.name)),
      Option("--projector", "NAME", "shape of a file that encodes images, or its projector type")
        .choosing(from: ProjectorShape.all.map(\.name)),
      Option("--type", "T", "type of the matrices: \(WeightTypes.names.joined(separator: ", "))")
        .choosing(from: WeightTypes.names),
      Option("--layers", "N", "number of layers, from the first on; default: all"),
      Option("--vocabulary", "FILE", "GGUF file to copy the vocabulary from; default: byte tokens and fillers"),
      Option("--seed", "N", "random seed of the weights; default: 1"),
    ]
  ) { arguments in
    let output = try arguments.positional("OUT")
    if arguments.has("--projector") { return try synthesizeProjector(arguments, output) }
    guard let name = arguments.string("--shape"), let shape = ModelShape.all.first(where: { $0.name == name }) else {
      throw UsageError(
        argument: "--shape",
        reason: "found \(arguments.string("--shape") ?? "nothing"), expected one of "
          + ModelShape.all.map(\.name).joined(separator: ", "))
    }
    guard let mix = arguments.string("--type").flatMap({ WeightTypes.mix(named: $0) }) else {
      throw UsageError(
        argument: "--type",
        reason: "found \(arguments.string("--type") ?? "nothing"), expected one of "
          + WeightTypes.names.joined(separator: ", "))
    }
    let layers = try arguments.integer("--layers", in: shape.minimumLayerCount...shape.layerCount) ?? shape.layerCount
    try arguments.checkOutput(output, of: "OUT", loadsModel: false)
    let vocabulary = try arguments.string("--vocabulary").map { try GGUFFile(path: $0).metadata }
    let seed = UInt64(try arguments.integer("--seed", in: 0 ... .max) ?? 1)
    let model = SyntheticModel(shape: shape, layerCount: layers, mix: mix, seed: seed)
    let writer = try model.writer(vocabulary: vocabulary)
    let progress = ProgressLine("writing")
    try writer.write(to: output) { written, total in progress.show(Double(written) / Double(max(total, 1))) }
    progress.clear()
  }

  private static func synthesizeProjector(_ arguments: Arguments, _ output: String) throws {
    for option in ["--shape", "--layers", "--vocabulary"] where arguments.has(option) {
      throw UsageError(argument: "--projector", reason: "cannot be combined with \(option)")
    }
    let name = arguments.string("--projector") ?? ""
    guard let shape = ProjectorShape.all.first(where: { $0.name == name || $0.projector == name }) else {
      let known = ProjectorShape.all.map(\.name).joined(separator: ", ")
      throw UsageError(argument: "--projector", reason: "found \(name), expected one of \(known)")
    }
    let word = arguments.string("--type") ?? "f16"
    guard let mix = WeightTypes.mix(named: word), mix.isPure else {
      throw UsageError(argument: "--type", reason: "found \(word), expected a single type, such as f16 or q8_0")
    }
    try arguments.checkOutput(output, of: "OUT", loadsModel: false)
    let seed = UInt64(try arguments.integer("--seed", in: 0 ... .max) ?? 1)
    let writer = SyntheticProjector(shape: shape, type: mix.base, seed: seed).writer()
    let progress = ProgressLine("writing")
    try writer.write(to: output) { written, total in progress.show(Double(written) / Double(max(total, 1))) }
    progress.clear()
  }

  /// The table of projectors in the help.
  private static var projectors: String {
    let rows = ProjectorShape.all.map { (left: $0.name, help: "\($0.projector), \($0.blockCount) blocks") }
    return String(Command.table(rows).dropLast())
  }

  /// The table of shapes in the help.
  private static var shapes: String {
    let rows = ModelShape.all.map { (left: $0.name, help: "\($0.architecture), \($0.layerCount) layers") }
    return String(Command.table(rows).dropLast())
  }
}
