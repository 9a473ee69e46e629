import Foundation
import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers

/// A malicious schema (`.json`), pattern (`.regex`) or grammar (`.gbnf`), compiled once and matched for some tokens.
struct HostileFile {
  let path: String

  /// Prints a line: file, milliseconds to compile, milliseconds for masks, additional peak megabytes, and outcome.
  func run(_ options: GuidesOptions) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let source: GuideSource =
      try path.hasSuffix(".gbnf")
      ? .grammar(text) : path.hasSuffix(".regex") ? .pattern(text) : .schema(parsing: text)
    let index = TokenIndex(try Tokenizer(metadata: GGUFFile(path: options.vocabulary).metadata).vocabulary)
    let clock = ContinuousClock()
    let before = Self.peakMegabytes
    let start = clock.now
    var outcome: String
    var compiled = start
    do {
      let guide = try Guide(source, options: options.guide, index: index)
      compiled = clock.now
      var matcher = guide.makeMatcher()
      var random = Random(seed: options.seed)
      var count = 0
      while count < 40, !matcher.isFinished {
        let mask = try matcher.mask(remaining: guide.minimumTokenCount + 1000)
        guard mask.count > 0 else { break }
        var tokens: [TokenID] = []
        mask.forEach { tokens.append($0) }
        guard let token = tokens.randomElement(using: &random) else { break }
        try matcher.accept(token)
        count += 1
      }
      outcome = "works, \(count) tokens"
    } catch {
      if compiled == start { compiled = clock.now }
      outcome = "\(error)"
    }
    let (compile, masks) = (compiled - start, clock.now - compiled)
    let name = URL(filePath: path).lastPathComponent
    print(
      "\(name)\t\(Int(compile.microseconds / 1000))\t\(Int(masks.microseconds / 1000))\t\(Self.peakMegabytes - before)\t\(outcome.prefix(150))"
    )
  }

  /// The peak resident set size in megabytes.
  private static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) / 1024
  }
}
