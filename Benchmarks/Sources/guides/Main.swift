import Foundation
import Options
import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers

/// Runs the MaskBench files of a folder and prints a table of correctness and times.
@main
struct Main {
  static func main() async {
    await Program.run(GuidesOptions.help) { words in
      try run(GuidesOptions(&words))
      return true
    }
  }

  private static func run(_ options: GuidesOptions) throws {
    if let path = options.hostile { return try HostileFile(path: path).run(options) }
    if let count = options.documents { return try generate(count, options) }
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: options.vocabulary).metadata)
    let clock = ContinuousClock()
    let start = clock.now
    let index = TokenIndex(tokenizer.vocabulary)
    let preparation = start.duration(to: clock.now)
    var report = Report()
    for name in try options.files() {
      let file = try MaskBenchFile(path: options.folder + "/" + name)
      report.add(name, file.run(tokenizer, index, options.guide))
    }
    report.show(preparation: preparation, lists: options.lists)
  }

  /// Prints random documents for each schema.
  private static func generate(_ count: Int, _ options: GuidesOptions) throws {
    var generator = DocumentGenerator(options: options.guide, count: count, random: Random(seed: options.seed))
    for name in try options.files() {
      print(try generator.line(name, schema: MaskBenchFile(path: options.folder + "/" + name).schema))
    }
  }
}
