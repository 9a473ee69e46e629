import Foundation
import Options

/// The entry point.
@main
enum Main {
  private static let help = """
    Turns what compare.sh measured into a page and a picture. Files of one machine, day and commit become one table.

    usage: chart [--report FILE.md] [--svg FILE.svg] RESULTS.json…

      --report FILE.md  where the page goes; default: standard output, if there is no --svg
      --svg FILE.svg    where the picture goes: \(Picture.tests.joined(separator: ", ")) of each model
    """

  static func main() async {
    await Program.run(help) { words in
      try run(&words)
      return true
    }
  }

  private static func run(_ words: inout Words) throws {
    var (report, picture): (String?, String?) = (nil, nil)
    var files: [String] = []
    while let word = words.next() {
      switch word {
      case "--report": report = try words.text(word)
      case "--svg": picture = try words.text(word)
      default: files.append(try words.operand(word))
      }
    }
    guard !files.isEmpty else { throw UsageError(what: "RESULTS.json", why: "is missing") }
    let results = try files.map { try Results(path: $0) }.joined
    if let picture { try write(Picture(results).svg, to: picture) }
    let page = Report(results: results).text
    if let report { try write(page, to: report) } else if picture == nil { print(page, terminator: "") }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw ChartError.unwritable(path: path, why: error.localizedDescription)
    }
  }
}
