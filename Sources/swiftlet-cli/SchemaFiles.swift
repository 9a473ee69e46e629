import SwiftletGuides

extension GuideOptions {
  /// Takes over what the options of `schema check` and `schema mask-bench` say.
  mutating func apply(_ arguments: Arguments) throws(UsageError) {
    if let name = arguments.string("--draft") {
      let drafts: [String: SchemaDraft] = [
        "4": .draft4, "6": .draft6, "7": .draft7, "2019-09": .draft2019, "2020-12": .draft2020,
      ]
      guard let draft = drafts[name] else {
        throw UsageError(what: "--draft", why: "found \(name), expected one of 4, 6, 7, 2019-09, 2020-12")
      }
      self.draft = draft
    }
    if arguments.has("--no-formats") { assertsFormats = false }
    if arguments.has("--lenient") { isLenient = true }
  }
}

extension Option {
  /// The options of `schema` commands that decide what a schema means.
  static let schemaReading = [
    Option("--draft", "D", "4, 6, 7, 2019-09 or 2020-12, if $schema names none; default: the keywords of all"),
    Option("--no-formats", nil, "take the keyword format for an annotation"),
    Option("--lenient", nil, "drop keywords that cannot be expressed, and say so, instead of failing"),
  ]
}

extension Guide {
  /// Says on standard error what was dropped, and what is no constraint though it looks like one.
  func report(_ path: String) {
    for line in dropped { Output.error("swiftlet: \(path): dropped: \(line)\n") }
    for line in notes { Output.error("swiftlet: \(path): note: \(line)\n") }
  }
}
