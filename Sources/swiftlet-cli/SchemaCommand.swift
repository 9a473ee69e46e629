extension Command {
  static let schema = Command(
    name: "schema", operands: "COMMAND", summary: "Validate documents against a JSON Schema; benchmark token masks.",
    subcommands: [schemaCheck, schemaMaskBench]
  ) { arguments in
    guard let word = arguments.positionals.first else {
      throw UsageError(argument: "schema", reason: "expected check or mask-bench; see swiftlet schema --help")
    }
    throw UsageError(
      argument: "schema \(word)", reason: "unknown command, expected check or mask-bench; see swiftlet schema --help")
  }
}
