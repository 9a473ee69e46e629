import Foundation
import Options
import SwiftletGGUF
import SwiftletTokenizers

/// Measures the load time of a vocabulary and the tokenization speed on one core.
@main
struct Main {
  private static let help = """
    Measures the load time of a vocabulary and the tokenization speed in MB/s on one core.

    usage: tokenizers VOCABULARY.gguf TEXT… | tokenizers VOCABULARY.gguf --runs

      TEXT…   files, truncated to 10 MB: the first megabyte cold, the whole text warm
      --runs  10 MB of one repeated character, to find quadratic behaviour
    """

  static func main() async {
    await Program.run(help) { words in
      var (paths, measuresRuns): ([String], Bool) = ([], false)
      while let word = words.next() {
        if word == "--runs" { measuresRuns = true } else { paths.append(try words.operand(word)) }
      }
      guard let vocabulary = paths.first else { throw UsageError(argument: "VOCABULARY.gguf", reason: "is missing") }
      guard measuresRuns || paths.count > 1 else { throw UsageError(argument: "TEXT", reason: "is missing") }
      try measure(vocabulary, texts: measuresRuns ? nil : paths.dropFirst())
      return true
    }
  }

  /// Measures texts, or runs of one character if `texts` is `nil`.
  private static func measure(_ path: String, texts: ArraySlice<String>?) throws {
    var tokenizer = try Tokenizer(metadata: GGUFFile(path: path).metadata)
    let loads = try (0..<5).map { _ in
      try seconds { tokenizer = try Tokenizer(metadata: GGUFFile(path: path).metadata) }
    }
    print("\(tokenizer.vocabulary.count) tokens, loaded in \(decimals((loads.min() ?? 0) * 1000)) ms")
    guard let texts else { return try measureRuns(tokenizer) }
    for path in texts {
      let text = [UInt8](try Data(contentsOf: URL(filePath: path)).prefix(10_000_000))
      report((path as NSString).lastPathComponent, text, tokenizer)
    }
  }

  /// Measures the first megabyte once, then the whole text as the best of five runs.
  private static func report(_ name: String, _ text: [UInt8], _ tokenizer: Tokenizer) {
    var count = 0
    let head = [UInt8](text.prefix(1 << 20))
    let cold = seconds { count = tokenizer.encode(bytes: head).count }
    let warm = (0..<5).map { _ in seconds { count = tokenizer.encode(bytes: text).count } }.min() ?? 0
    print(
      "\(column(name)) \(decimals(Double(text.count) / 1e6)) MB, \(count) tokens:"
        + " \(decimals(Double(text.count) / warm / 1e6)) MB/s,"
        + " the first \(decimals(Double(head.count) / 1e6)) MB at \(decimals(Double(head.count) / cold / 1e6)) MB/s")
  }

  private static func measureRuns(_ tokenizer: Tokenizer) throws {
    let units = [
      ("letter", "a"), ("space", " "), ("line feed", "\n"), ("digit", "7"), ("emoji", "🦙"), ("mark", "\u{301}"),
      ("Han", "漢"), ("punctuation", "!"), ("words without spaces", "lorem"), ("control", "\u{1}"),
    ]
    for (name, unit) in units {
      let bytes = Array(unit.utf8)
      let text = (0..<10_000_000).map { bytes[$0 % bytes.count] }
      var count = 0
      let time = seconds { count = tokenizer.encode(bytes: text, parsingSpecialTokens: true).count }
      print("\(column(name)) \(count) tokens in \(decimals(time)) s")
    }
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func decimals(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func column(_ name: String) -> String { name.padding(toLength: 22, withPad: " ", startingAt: 0) }
}
