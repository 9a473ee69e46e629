import SwiftletStore

extension Command {
  static let remove = Command(
    name: "rm", operands: "NAME…", summary: "Remove models that were downloaded.",
    discussion: """
      A repository without a quantization stands for all of its files. Files that other revisions share stay. The stores
      of ollama and LM Studio are never changed.
      """,
    options: [
      Option("--dry-run", nil, "print what would be removed"), Option("--yes", nil, "do not ask", or: "-y"),
    ]
  ) { arguments in
    let names = try arguments.modelNames()
    let store = ModelStore.ofUser
    for name in names {
      let plan = try await store.remove(name, dryRun: true)
      if arguments.has("--dry-run") {
        try report(plan, "would free")
        continue
      }
      if plan.paths.count > 1, !arguments.has("--yes"), Output.inputIsTerminal, Output.errorIsTerminal {
        Output.error("\(name): \(plan.paths.count) files, \(ByteCount.text(plan.byteCount)). Remove them? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { continue }
      }
      try report(try await store.remove(name), "freed")
    }
  }

  static let prune = Command(
    name: "prune", summary: "Remove unfinished downloads and files that no model uses.",
    discussion: """
      Removed are partial downloads and blobs without a link in the Hugging Face hub cache, those of other programs too,
      that are older than a day, and links that lead nowhere. The stores of ollama and LM Studio are never changed.
      """,
    options: [
      Option("--dry-run", nil, "print what would be removed"),
      Option("--old", nil, "also remove revisions that are no branch or tag any more"),
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    let isDryRun = arguments.has("--dry-run")
    let removal = try await ModelStore.ofUser.prune(dryRun: isDryRun, oldRevisions: arguments.has("--old"))
    try report(removal, isDryRun ? "would free" : "freed")
  }

  private static func report(_ removal: ModelRemoval, _ verb: String) throws(ClosedOutput) {
    try Output.write(removal.paths.map { $0 + "\n" }.joined())
    Output.error("\(verb) \(ByteCount.text(removal.byteCount))\n")
  }
}

extension Arguments {
  /// The operands as names of models; at least one.
  func modelNames() throws(UsageError) -> [ModelName] {
    guard !positionals.isEmpty else { throw UsageError(argument: "NAME", reason: "is missing; see --help") }
    return try positionals.map { text throws(UsageError) in try ModelName(argument: "NAME", text) }
  }
}
