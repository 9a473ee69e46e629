import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Arrays of different scalars with few values, compared with the list of all their documents.
struct SmallLanguageTests {
  /// A schema with the spellings of each value that its elements may have.
  struct Language: Sendable {
    var items: String
    var values: [[String]]
    var counts: ClosedRange<Int>
    var options = GuideOptions()

    var schema: String {
      "{\"type\":\"array\",\"items\":\(items),\"uniqueItems\":true,\"minItems\":\(counts.lowerBound),"
        + "\"maxItems\":\(counts.upperBound)}"
    }

    /// All documents, without white space.
    var documents: Set<[UInt8]> {
      var result: Set<[UInt8]> = []
      func add(_ elements: [String], _ used: Set<Int>) {
        if counts.contains(elements.count) { result.insert(Array("[\(elements.joined(separator: ","))]".utf8)) }
        guard elements.count < counts.upperBound else { return }
        for (index, spellings) in values.enumerated() where !used.contains(index) {
          for spelling in spellings { add(elements + [spelling], used.union([index])) }
        }
      }
      add([], [])
      return result
    }
  }

  /// Options that leave few spellings of a number.
  private static func short(exponents: Bool) -> GuideOptions {
    var options = GuideOptions()
    options.maximumDigits = 1
    options.allowsExponents = exponents
    options.maximumExponentDigits = 1
    return options
  }

  static let languages: [Language] = [
    Language(
      items: #"{"type":"integer","minimum":8,"maximum":11}"#, values: [["8"], ["9"], ["10"], ["11"]], counts: 0...4),
    Language(
      items: #"{"type":"integer","minimum":-1,"maximum":1}"#, values: [["-1"], ["0", "-0"], ["1"]], counts: 1...3),
    Language(
      items: #"{"type":"number","minimum":8.8,"maximum":9}"#, values: [["8.8"], ["8.9"], ["9", "9.0"]], counts: 0...3,
      options: short(exponents: false)),
    Language(
      items: #"{"type":"number","minimum":9e9,"maximum":9.2e9}"#,
      values: [
        ["9e9", "9E9", "9e+9", "9E+9", "9.0e9", "9.0E9", "9.0e+9", "9.0E+9"], ["9.1e9", "9.1E9", "9.1e+9", "9.1E+9"],
        ["9.2e9", "9.2E9", "9.2e+9", "9.2E+9"],
      ], counts: 2...3, options: short(exponents: true)),
    Language(
      items: #"{"type":"string","pattern":"^(a|ab|b|é|è)$"}"#,
      values: ["a", "ab", "b", "é", "è"].map { ["\"\($0)\""] }, counts: 0...5),
    Language(
      items: #"{"type":"string","pattern":"^[ab]*$","minLength":1,"maxLength":2}"#,
      values: ["a", "b", "aa", "ab", "ba", "bb"].map { ["\"\($0)\""] }, counts: 1...3),
    Language(
      items: #"{"type":["integer","string","null"],"minimum":1,"maximum":2,"pattern":"^[12]$"}"#,
      values: [["1"], ["2"], ["\"1\""], ["\"2\""], ["null"]], counts: 0...5),
    Language(
      items: #"{"type":"string","pattern":"^[\"\n\\\\]$"}"#,
      values: [[#""\"""#], [#""\n""#], [#""\\""#]], counts: 0...3),
  ]

  @Test("exactly the beginnings of documents are allowed", arguments: languages.indices)
  func allowsWhatCanBeCompleted(caseIndex: Int) throws {
    let language = Self.languages[caseIndex]
    let index = try SmallIndex.index.get()
    let guide = try Guide(schema: language.schema, options: language.options, index: index)
    let documents = language.documents
    var prefixes: Set<[UInt8]> = []
    for document in documents { for count in 0...document.count { prefixes.insert(Array(document.prefix(count))) } }
    let bytes = Set(documents.joined()).union([0x20, 0x78, 0x80])
    let stride = max(1, prefixes.count / 60)
    for (position, prefix) in prefixes.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
      let text = String(decoding: prefix, as: UTF8.self)
      var matcher = guide.makeMatcher()
      let isAllowed = matcher.accept(bytes: prefix)
      try #require(isAllowed, "\(text)")
      let isAccepting = matcher.isAccepting
      try #require(isAccepting == documents.contains(prefix), "\(text)")
      for byte in bytes {
        var next = matcher
        let isContinued = next.accept(bytes: [byte])
        try #require(isContinued == prefixes.contains(prefix + [byte]), "\(byte) after \(text)")
      }
      guard position.isMultiple(of: stride) else { continue }
      let mask = matcher.mask()
      for token in 0..<index.vocabulary.count {
        let isAllowed = matcher.allows(token)
        try #require(mask.contains(token) == isAllowed, "token \(token) after \(text)")
      }
      for token in matcher.shortestCompletion() { try matcher.accept(token) }
      try #require(documents.contains(matcher.text), "\(text): \(String(decoding: matcher.text, as: UTF8.self))")
    }
  }
}
