import SwiftletGGUF
import SwiftletKernels

extension Command {
  static let synthesize = Command(
    name: "synthesize", operands: "OUT", summary: "Write a GGUF file with random weights in the shape of a real model.",
    discussion: """
      For benchmarks, because speed does not depend on the values of the weights. Shapes: \
      \(ModelShape.all.map(\.name).joined(separator: ", ")).
      """,
    options: [
      Option("--shape", "NAME", "model shape"),
      Option("--type", "T", "type of the matrices: \(WeightTypes.names.joined(separator: ", "))"),
      Option("--vocabulary", "FILE", "GGUF file to copy the vocabulary from; default: byte tokens and fillers"),
      Option("--seed", "N", "random seed of the weights; default: 1"),
    ]
  ) { arguments in
    let output = try arguments.positional("OUT")
    guard let name = arguments.string("--shape"), let shape = ModelShape.all.first(where: { $0.name == name }) else {
      throw UsageError(
        argument: "--shape",
        reason: "found \(arguments.string("--shape") ?? "nothing"), expected one of "
          + ModelShape.all.map(\.name).joined(separator: ", "))
    }
    guard let types = arguments.string("--type").flatMap({ WeightTypes(name: $0) }) else {
      throw UsageError(
        argument: "--type",
        reason: "found \(arguments.string("--type") ?? "nothing"), expected one of "
          + WeightTypes.names.joined(separator: ", "))
    }
    try arguments.checkOutput(output, of: "OUT", loadsModel: false)
    let vocabulary = try arguments.string("--vocabulary").map { try GGUFFile(path: $0).metadata }
    let seed = UInt64(try arguments.integer("--seed", in: 0 ... .max) ?? 1)
    let writer = try SyntheticModel(shape: shape, types: types, seed: seed).writer(vocabulary: vocabulary)
    let progress = ProgressLine("writing")
    try writer.write(to: output) { written, total in progress.show(Double(written) / Double(max(total, 1))) }
    progress.clear()
  }
}
