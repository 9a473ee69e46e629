/// A parser for the published tests of a regular expression engine, restricted to features common to all engines.
enum RegexTestFile {
  struct Test {
    var pattern: String
    var text: String
    var matches: Bool
  }

  /// Keys of tests that use another engine's options.
  private static let foreign: Set<String> = [
    "anchored", "case-insensitive", "unescape", "utf8", "bounds", "compiles", "match-kind", "search-kind", "unicode",
    "line-terminator",
  ]

  /// Syntax that differs between engines.
  private static let dialect = [
    "(?", "[[", "[:", "&&", "\\A", "\\z", "\\b", "\\B", "\\x{", "\\p", "\\P", "\\U", "\\a", "\\<", "--", "~~", "\\Q",
  ]

  static func tests(_ text: String) -> [Test] {
    text.split(separator: "[[test]]").compactMap { block in
      var pattern: String?
      var haystack: String?
      var matches: Bool?
      for line in block.split(separator: "\n", omittingEmptySubsequences: true) {
        guard let equals = line.firstIndex(of: "=") else { continue }
        let key = line[..<equals].filter { $0 != " " }
        let value = line[line.index(after: equals)...].drop { $0 == " " }
        if foreign.contains(key) { return nil }
        switch key {
        case "regex": pattern = string(value)
        case "haystack": haystack = string(value)
        case "matches": matches = value != "[]"
        default: break
        }
      }
      guard let pattern, let haystack, let matches else { return nil }
      let isCommon = !dialect.contains { pattern.contains($0) }
      let usesClasses = ["\\w", "\\d", "\\s", "\\W", "\\D", "\\S"].contains { pattern.contains($0) }
      let isPlain = !(haystack.contains("\r") || (usesClasses && !haystack.allSatisfy(\.isASCII)))
      return isCommon && isPlain ? Test(pattern: pattern, text: haystack, matches: matches) : nil
    }
  }

  /// A string of TOML on one line, nil if it is none or has escapes.
  private static func string(_ text: Substring) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote else { return nil }
    if text.hasPrefix("'''"), text.hasSuffix("'''"), text.count >= 6 { return String(text.dropFirst(3).dropLast(3)) }
    guard !text.hasPrefix("'''"), !text.hasPrefix("\"\"\"") else { return nil }
    let content = text.dropFirst().dropLast()
    guard quote == "'" || !content.contains("\\") else { return nil }
    return String(content)
  }
}
