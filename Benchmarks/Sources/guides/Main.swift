import Foundation
import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers

/// Runs the files of a folder in MaskBench's format and prints a table of correctness and times.
@main
struct Main {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: options.vocabulary).metadata)
    let clock = ContinuousClock()
    let start = clock.now
    let index = TokenIndex(tokenizer.vocabulary)
    let preparation = start.duration(to: clock.now)
    var report = Report()
    let names = try FileManager.default.contentsOfDirectory(atPath: options.folder).filter { $0.hasSuffix(".json") }
      .sorted()
    for (place, name) in names.enumerated() where place % options.step == 0 {
      if let only = options.only, !name.contains(only) { continue }
      let file = try MaskBenchFile(path: options.folder + "/" + name)
      report.add(name, file.run(tokenizer, index, options.guide))
    }
    report.show(preparation: preparation, lists: options.lists)
  }
}
