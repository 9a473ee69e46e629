import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletGuides

/// The values that an array of different scalars contains already.
struct UsedValuesTests {
  /// Spellings of each of several values.
  private static let spellings: [[String]] = [
    ["1", "1.0", "1.00", "1e0", "1E+00", "1.0e-0"], ["10", "10.0", "1e1", "1.0E+1"], ["0", "-0", "0.0", "-0.00"],
    ["0.25", "0.250", "2.5e-1", "2.5E-001"], ["-1.5", "-1.50", "-1.5e0"], ["1e999", "1.0E999", "1e+999"],
    ["12345678901234567890", "1.234567890123456789e19", "1.2345678901234567890E19"], ["\"\""],
    ["\"1\"", "\"\\u0031\""], ["\"a\"", "\"\\u0061\""], ["\"ab\"", "\"a\\u0062\""],
    ["\"é\"", "\"\\u00e9\"", "\"\\u00E9\""], ["\"😀\"", "\"\\ud83d\\ude00\"", "\"\\uD83D\\uDE00\""],
    ["\"/\"", "\"\\/\""], ["\"\\\"\"", "\"\\u0022\""], ["null"], ["true"],
  ]

  @Test("an array is accepted if and only if no two values are the same", arguments: 0..<20)
  func agreesWithReference(seed: Int) throws {
    let index = try SmallIndex.index.get()
    let items = #"{"type":["string","number","null","boolean"]}"#
    let guide = try Guide(schema: #"{"type":"array","items":\#(items),"uniqueItems":true}"#, index: index)
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<30 {
      var values: [Int] = []
      var texts: [String] = []
      for _ in 0..<Int.random(in: 0...7, using: &generator) {
        let value = Int.random(in: 0..<Self.spellings.count, using: &generator)
        values.append(value)
        texts.append(try #require(Self.spellings[value].randomElement(using: &generator)))
      }
      let text = "[\(texts.joined(separator: ","))]"
      let isValid = Set(values).count == values.count
      #expect(guide.accepts(text) == isValid, "\(text)")
      guard isValid else { continue }
      accepted += 1
      var matcher = guide.makeMatcher()
      let count = Int.random(in: 0..<text.utf8.count, using: &generator)
      let isAllowed = matcher.accept(bytes: Array(text.utf8.prefix(count)))
      try #require(isAllowed)
      let mask = matcher.mask()
      for token in 0..<index.vocabulary.count {
        let isAllowed = matcher.allows(token)
        try #require(mask.contains(token) == isAllowed, "token \(token) at \(count) of \(text)")
      }
      for token in matcher.shortestCompletion() { try matcher.accept(token) }
      let isComplete = matcher.isAccepting
      #expect(isComplete)
    }
    #expect(accepted > 2)
  }

  @Test(
    "each of many values is forbidden once",
    arguments: [#"{"type":"integer"}"#, #"{"type":"integer","minimum":0,"maximum":150}"#, #"{"type":"number"}"#])
  func remembersManyValues(items: String) throws {
    let index = try SmallIndex.index.get()
    let guide = try Guide(schema: #"{"type":"array","items":\#(items),"uniqueItems":true}"#, index: index)
    var matcher = guide.makeMatcher()
    let isAllowed = matcher.accept(bytes: Array("[\((0..<150).map { String($0) }.joined(separator: ",")),".utf8))
    try #require(isAllowed)
    for number in 0..<150 {
      var next = matcher
      let isRepeated = next.accept(bytes: Array("\(number)]".utf8))
      #expect(!isRepeated, "\(number)")
    }
    let isNew = matcher.accept(bytes: Array("150]".utf8))
    let isComplete = matcher.isAccepting
    #expect(isNew && isComplete)
  }

  @Test("more than a hundred different numbers can be required")
  func requiresManyValues() throws {
    let guide = try Guide(
      schema: #"{"type":"array","items":{"type":"integer","minimum":-99},"uniqueItems":true,"minItems":120}"#,
      index: SmallIndex.index.get())
    var matcher = guide.makeMatcher()
    for token in matcher.shortestCompletion() { try matcher.accept(token) }
    let isComplete = matcher.isAccepting
    let isValid = try guide.accepts(document: matcher.text)
    #expect(isComplete && isValid)
  }

  @Test(
    "the costs of tokens are those of the shortest completions after them",
    arguments: [
      #"{"type":"string"}"#, #"{"type":"string","maxLength":3}"#, #"{"type":"string","pattern":"^[ab]{0,3}$"}"#,
    ])
  func costsAreExact(items: String) throws {
    let index = try SmallIndex.index.get()
    for minimum in [0, 4] {
      let guide = try Guide(
        schema: #"{"type":"array","items":\#(items),"uniqueItems":true,"minItems":\#(minimum)}"#, index: index)
      for start in ["", "\"", #""a"#, #""a","","#, #""a","","ab",""#, #""a","","ab","a"#, #""ba","aab","a"#] {
        let prefix = "[" + start
        var matcher = guide.makeMatcher()
        let isAllowed = matcher.accept(bytes: Array(prefix.utf8))
        try #require(isAllowed)
        var counted = 0
        for (count, tokens) in guide.costs(&matcher.position) {
          for token in 0..<index.vocabulary.count where tokens.contains(token) {
            var next = matcher
            try next.accept(token)
            let completion = next.shortestCompletion()
            #expect(completion.count == count, "token \(token) after \(prefix)")
            counted += 1
          }
        }
        let count = matcher.mask().count
        #expect(counted == count)
      }
    }
  }

  @Test("equal sets have the same identifier, whatever the order of their values")
  func identifiesSets() {
    var sets = ValueSets()
    let values = (0..<300).map { ScalarValue.string(Array("v\($0)".utf8)) } + [.other(Array("null".utf8))]
    var generator = SeededGenerator(seed: 1)
    var identifiers: Set<Int32> = []
    var all = ValueSets.empty
    for _ in 0..<6 {
      all = ValueSets.empty
      for value in values.shuffled(using: &generator) {
        #expect(!sets.contains(value, in: all))
        all = sets.inserting(value, into: all)
        #expect(sets.contains(value, in: all))
      }
      identifiers.insert(all)
    }
    #expect(identifiers.count == 1 && sets.count(all) == values.count)
    #expect(values.allSatisfy { sets.contains($0, in: all) && !sets.contains($0, in: ValueSets.empty) })
    let strings = sets.strings(in: all)
    #expect(strings.count == 300 && strings == strings.sorted { $0.lexicographicallyPrecedes($1) })
    let same = sets.inserting(values[7], into: all)
    #expect(same == all)
  }

  @Test("completions are found in the order of their lengths, each of them")
  func findsEveryCompletion() throws {
    let texts = ["", "b", "ab", "aba", "é", "\"", "日本"]
    let lexeme = try Lexeme(
      TextAutomaton(literals: texts.map { Array($0.utf8) }), isQuoted: true, allowsEveryEscape: false)
    #expect(TextCounts(lexeme).byState[Int(lexeme.automaton.start)] == texts.count)
    var found: [String] = []
    let last = CompletionSearch(lexeme, limit: 100).first(from: lexeme.start) { points in
      let text = String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init)))
      if !found.contains(text) { found.append(text) }
      return false
    }
    #expect(last == nil && found.count == texts.count && Set(found) == Set(texts))
    #expect(found.first == "" && found[1] == "b" && found.last == "日本")
  }

  @Test(
    "a mask among 200 elements takes about as long as one among 20",
    .enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"),
    arguments: ["string", "number", "integer"])
  func masksDoNotGrow(type: String) throws {
    let index = try LlamaVocabulary.index.get()
    let guide = try Guide(
      schema: "{\"type\":\"array\",\"items\":{\"type\":\"\(type)\"},\"uniqueItems\":true}", index: index)
    func element(_ number: Int) -> String { type == "string" ? "\"item \(number)\"" : String(37 * number) }
    var builders: [Int: (builder: MaskBuilder, state: Int32)] = [:]
    for count in [20, 200] {
      var builder = MaskBuilder(machine: PushdownAutomaton(guide.grammar), index: index, endsAtDelimiter: true)
      var state = builder.machine.start()
      for byte in "[\((0..<count).map(element).joined(separator: ",")),".utf8 {
        state = builder.machine.step(state, byte)
      }
      try #require(state >= 0)
      builders[count] = (builder, state)
    }
    // Each element is a new one, so that no state is found again.
    var number = 1000
    let ratio = Scaling.ratio(from: 20, by: 10, below: 3) { count in
      // Taken out, as a copy of its tables would take longer the more elements there are.
      guard var prepared = builders.removeValue(forKey: count) else {
        Issue.record("no builder for \(count) elements")
        return
      }
      for _ in 0..<8 {
        number += 1
        var state = prepared.state
        _ = prepared.builder.mask(state)
        for byte in element(number).utf8.prefix(4) {
          state = prepared.builder.machine.step(state, byte)
          _ = prepared.builder.mask(state)
        }
      }
      builders[count] = prepared
    }
    #expect(ratio < 3)
  }
}
