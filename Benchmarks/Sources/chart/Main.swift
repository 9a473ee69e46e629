import Foundation

/// The entry point.
@main
enum Main {
  private static let help = """
    Turns what compare.sh measured into a page and a picture.

    usage: chart [--report FILE.md] [--svg FILE.svg] RESULTS.json…

      --report FILE.md  where the page goes; default: standard output, if there is no --svg
      --svg FILE.svg    where the picture goes: \(Picture.tests.joined(separator: ", ")) of each model
    """

  static func main() {
    do {
      try run(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("chart: \(error)\n".utf8))
      if case ChartError.usage = error { exit(2) }
      exit(1)
    }
  }

  private static func run(_ words: some Sequence<String>) throws {
    var (report, picture): (String?, String?) = (nil, nil)
    var files: [String] = []
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--help": return print(help)
      case "--report", "--svg":
        guard let path = words.next() else { throw ChartError.usage(what: word, why: "a value is missing") }
        if word == "--svg" { picture = path } else { report = path }
      case _ where word.hasPrefix("-"): throw ChartError.usage(what: word, why: "unknown option; see --help")
      default: files.append(word)
      }
    }
    guard !files.isEmpty else { throw ChartError.usage(what: "RESULTS.json", why: "is missing; see --help") }
    let results = try files.map { try Results(path: $0) }
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
