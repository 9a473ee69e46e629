extension Command {
  static let schema = Command(
    name: "schema", operands: "COMMAND", summary: "Holds documents against a JSON Schema; measures masks.",
    subcommands: [schemaCheck, schemaMaskBench]
  ) { arguments in
    let names = schema.subcommands.map(\.name).joined(separator: " or ")
    guard let word = arguments.positionals.first else {
      throw UsageError(what: "schema", why: "expected \(names); see swiftlet schema --help")
    }
    throw UsageError(what: "schema \(word)", why: "unknown command, expected \(names); see swiftlet schema --help")
  }
}
