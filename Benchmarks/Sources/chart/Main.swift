import Foundation
import Options

/// The entry point.
@main
enum Main {
  private static let help = """
    Creates a Markdown report and a chart from results of compare.sh. Results of the same machine, day and commit are
    merged into one table.

    usage: chart [--report FILE.md] [--svg FILE.svg] RESULTS.json…

      --report FILE.md  output file of the report; default: standard output, unless --svg is given
      --svg FILE.svg    output file of the chart, with \(Picture.tests.joined(separator: ", ")) per model
    """

  static func main() async {
    await Program.run(help) { words in
      try run(&words)
      return true
    }
  }

  private static func run(_ words: inout ArgumentReader) throws {
    var (report, picture): (String?, String?) = (nil, nil)
    var files: [String] = []
    while let word = words.next() {
      switch word {
      case "--report": report = try words.text(word)
      case "--svg": picture = try words.text(word)
      default: files.append(try words.operand(word))
      }
    }
    guard !files.isEmpty else { throw UsageError(argument: "RESULTS.json", reason: "is missing") }
    let results = try files.map { try Results(path: $0) }.joined
    if let picture { try write(Picture(results).svg, to: picture) }
    let page = Report(results: results).text
    if let report { try write(page, to: report) } else if picture == nil { print(page, terminator: "") }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw ChartError.unwritable(path: path, reason: error.localizedDescription)
    }
  }
}
