extension Command {
  static let schema = Command(
    name: "schema", operands: "COMMAND", summary: "Validate documents against a JSON Schema; benchmark token masks.",
    subcommands: [schemaCheck, schemaMaskBench]
  ) { _ in
    throw UsageError(argument: "schema", reason: "expected check or mask-bench; see swiftlet schema --help")
  }
}
