import SwiftletGuides
import SwiftletTokenizers

extension Command {
  static let schemaCheck = Command(
    name: "schema check", operands: "SCHEMA.json [INSTANCE.json …]",
    summary: "Compiles a schema, and says for each document whether it satisfies it.",
    discussion: """
      No model is needed. For each document there is a line that ends in "accept" or "reject"; the exit status is 0 then.
      A schema that is none, or that has a keyword which cannot be enforced, is an error that names the place. - is
      standard input.
      """,
    options: Option.schemaReading
  ) { arguments in
    guard let path = arguments.positionals.first else {
      throw UsageError(what: "SCHEMA.json", why: "is missing; see --help")
    }
    var options = GuideOptions.validating
    try options.apply(arguments)
    let guide = try guide(path, options)
    guide?.report(path)
    for instance in arguments.positionals.dropFirst() {
      try Output.write("\(instance): \(try verdict(InputFile.bytes(instance), guide))\n")
    }
  }

  /// The guide for the schema in a file, `nil` if nothing satisfies it.
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
      // A schema that nothing satisfies still is asked about JSON only.
      guard let guide else {
        _ = try Guide.spelling(ofDocument: document)
        return "reject"
      }
      return try guide.accepts(document: document) ? "accept" : "reject"
    } catch {
      return "\(error.withoutSubject): reject"
    }
  }
}
