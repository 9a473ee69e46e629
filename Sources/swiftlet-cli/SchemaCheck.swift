import SwiftletGuides
import SwiftletTokenizers

extension Command {
  static let schemaCheck = Command(
    name: "schema check", operands: "SCHEMA.json [INSTANCE.json …]",
    summary: "Compile a JSON Schema and validate documents against it.",
    discussion: """
      No model is needed. Prints a line per document that ends in "accept" or "reject"; the exit status is 0 for both.
      It is an error if the schema is invalid or has an unsupported keyword; the message has the keyword's JSON pointer.
      - stands for standard input.
      """,
    options: Option.schemaReading
  ) { arguments in
    guard let path = arguments.positionals.first else {
      throw UsageError(argument: "SCHEMA.json", reason: "is missing; see --help")
    }
    var options = GuideOptions.validating
    try options.apply(arguments)
    let guide = try guide(path, options)
    guide?.report(path)
    for instance in arguments.positionals.dropFirst() {
      try Output.write("\(instance): \(try verdict(InputFile.bytes(instance), guide))\n")
    }
  }

  /// Compiles the schema in a file; returns `nil` if it is unsatisfiable.
  private static func guide(_ path: String, _ options: GuideOptions) throws -> Guide? {
    do {
      return try Guide(schema: InputFile.text(path), options: options, index: TokenIndex(.bytes))
    } catch let error as GuideError {
      guard case .unsatisfiable = error else { throw FileError(path, error) }
      Output.error("swiftlet: \(path): note: nothing satisfies the schema\n")
      return nil
    }
  }

  private static func verdict(_ document: [UInt8], _ guide: Guide?) -> String {
    do {
      // An unsatisfiable schema rejects every document, but invalid JSON is reported as such.
      guard let guide else {
        _ = try Guide.canonicalText(ofDocument: document)
        return "reject"
      }
      return try guide.accepts(document: document) ? "accept" : "reject"
    } catch {
      return "\(error.withoutSubject): reject"
    }
  }
}
