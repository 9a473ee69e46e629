import SwiftletGuides

extension GuideOptions {
  /// Applies the options of `schema check` and `schema mask-bench`.
  mutating func apply(_ arguments: Arguments) throws(UsageError) {
    if let name = arguments.string("--draft") {
      let drafts: [String: SchemaDraft] = [
        "4": .draft4, "6": .draft6, "7": .draft7, "2019-09": .draft2019, "2020-12": .draft2020,
      ]
      guard let draft = drafts[name] else {
        throw UsageError(argument: "--draft", reason: "found \(name), expected one of 4, 6, 7, 2019-09, 2020-12")
      }
      self.draft = draft
    }
    if arguments.has("--no-formats") { assertsFormats = false }
    if arguments.has("--lenient") { isLenient = true }
  }
}

extension Option {
  /// The schema options of `schema check` and `schema mask-bench`.
  static let schemaReading = [
    Option("--draft", "D", "schema draft without $schema: 4, 6, 7, 2019-09 or 2020-12; default: all keywords"),
    Option("--no-formats", nil, "treat the keyword format as an annotation"),
    Option("--lenient", nil, "ignore unsupported keywords with a warning instead of failing"),
  ]
}

extension Guide {
  /// Prints dropped keywords and notes about keywords without effect to standard error.
  func report(_ path: String) {
    for line in dropped { Output.error("swiftlet: \(path): dropped: \(line)\n") }
    for line in notes { Output.error("swiftlet: \(path): note: \(line)\n") }
  }
}
