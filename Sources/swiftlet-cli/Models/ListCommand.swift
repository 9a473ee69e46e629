import Foundation
import SwiftletGGUF
import SwiftletJSON
import SwiftletStore

extension Command {
  static let list = Command(
    name: "list", summary: "List the models on this machine.",
    discussion: """
      Listed are the Hugging Face hub cache, which hf, transformers and llama.cpp share, the stores of ollama and LM
      Studio, and files downloaded from other addresses. Each name works with --model. Unfinished downloads show the
      part that is on disk.
      """,
    options: [Option("--json", nil, "print a JSON array")]
  ) { arguments in
    try arguments.requireAtMost(0)
    let inventory = ModelStore.ofUser.inventory()
    for failure in inventory.failures { Output.error("swiftlet: warning: \(failure)\n") }
    if arguments.has("--json") {
      return try Output.write(JSONWriter.text(.array(inventory.models.map(json)), layout: .indented) + "\n")
    }
    guard !inventory.models.isEmpty else {
      guard inventory.failures.isEmpty else { return }
      return Output.error("no models yet; swiftlet pull hf:user/repo downloads one\n")
    }
    try Output.write(table(inventory.models))
  }

  private static func table(_ models: [StoredModel]) -> String {
    let rows = models.map { model in
      [
        model.name.description, model.quantization ?? "", size(model),
        model.isUsable ? model.architecture ?? "" : "(unusable)",
        String(model.modified.ISO8601Format().prefix(10)), model.store.rawValue,
      ]
    }
    return TextTable(["name", "quant", "size", "architecture", "modified", "store"], rows).text
  }

  private static func size(_ model: StoredModel) -> String {
    let text = ByteCount.text(model.totalByteCount ?? model.byteCount)
    guard !model.isComplete else { return text }
    guard let fraction = model.fractionDownloaded else { return text + ", partial" }
    return text + ", \(Int(clamping: fraction * 100)) %"
  }

  private static func json(_ model: StoredModel) -> JSONValue {
    .members([
      ("name", .string(model.name.description)), ("store", .string(model.store.rawValue)),
      ("quantization", model.quantization.map { .string($0) } ?? .null),
      ("architecture", model.architecture.map { .string($0) } ?? .null),
      ("size", .number("\(model.byteCount)")),
      ("total_size", model.totalByteCount.map { .number("\($0)") } ?? .null), ("complete", .bool(model.isComplete)),
      ("usable", .bool(model.isUsable)),
      ("modified", .string(model.modified.ISO8601Format())),
      ("files", .array(model.files.map { .string($0.path(percentEncoded: false)) })),
    ])
  }
}
