extension Command {
  static let schema = Command(
    name: "schema", operands: "COMMAND", summary: "Holds documents against a JSON Schema; measures masks.",
    subcommands: [schemaCheck, schemaMaskBench]
  ) { arguments in
    guard let word = arguments.positionals.first else {
      throw UsageError(what: "schema", why: "expected check or mask-bench; see swiftlet schema --help")
    }
    throw UsageError(
      what: "schema \(word)", why: "unknown command, expected check or mask-bench; see swiftlet schema --help")
  }
}
