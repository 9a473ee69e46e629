import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// GBNF grammars.
struct GrammarTests {
  private func guide(_ grammar: String) throws -> Guide {
    try Guide(.grammar(grammar), index: SmallIndex.index.get())
  }

  static let cases: [(grammar: String, allowed: [String], forbidden: [String])] = [
    (#"root ::= "yes" | "no""#, ["yes", "no"], ["", "y", "yesno"]),
    (
      """
      # A list, its items of small letters.
      root  ::= "- " item ("," item)* end?   # not recursive
      item  ::= [a-z]{1,3}
      end   ::= [.!] |
                "\\n"
      """, ["- a", "- ab,cde!", "- a\n"], ["-", "- ", "- abcd", "- a,", "- a.."]
    ),
    (
      #"""
      root   ::= value
      value  ::= object | array | string | number | "true" | "false" | "null"
      object ::= "{" (
        pair ("," pair)*
      )? "}"
      pair   ::= string ":" value
      array  ::= "[" (value ("," value)*)? "]"
      string ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\""
      number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)?
      """#, ["{}", #"{"a":[1,{"b":null}],"é":"\u00e9"}"#, "[[[]]]", "-0.5", #""x""#],
      ["{", "[1,]", "01", #"{"a"}"#, "\"\n\"", "[[]", ""]
    ),
    (
      """
      root ::= sum
      sum ::= product (("+" | "-") product)*
      product ::= atom ("*" atom)*
      atom ::= [0-9]+ | "(" sum ")"
      """, ["1", "1+2*3", "(1+2)*(3)", "((7))"], ["", "1+", "(1", "1)", "()"]
    ),
    // Nullable parts before and after recursion.
    ("root ::= a b\na ::= \"x\"? \"\"\nb ::= \"(\" b \")\" | \"\"", ["", "x", "(())", "x()"], ["xx", "(", ")("]),
    (
      #"root ::= "a"? root2 | """# + "\n" + #"root2 ::= "b" root "c""#, ["", "bc", "abbcc", "ababcc"],
      ["a", "b", "abcc"]
    ),
    (#"root ::= ("a" root "b"){2} | "x""#, ["x", "axbaxb"], ["axb", "axbaxbaxb", ""]),
    (#"root ::= "<" root{0,2} ">""#, ["<>", "<<>>", "<<><>>"], ["<<><><>>", ""]),
    (#"root ::= "[" root{1,} "]" | "." "#, [".", "[.]", "[..[.]]"], ["[]", "[.", ""]),
    // All spellings of characters; a dot matches any character, line ends included.
    (#"root ::= [\u3041-\u309f]+ "\U0001F600" "\x41" ."#, ["ぁゟ😀A\n", "あ😀A日"], ["😀A.", "ぁ😀A", "ア😀A."]),
    (#"root ::= [^\n]+ [-a] [a-] [\]\[\\]"#, ["x-a]", "xa-\\"], ["\n-a]", "xba]", "xa-x"]),
    ("root::=a_1-B|\"\\t\"\r\na_1-B::=\"q\"", ["q", "\t"], ["a", ""]),
    // Ambiguous grammars.
    (#"root ::= "a" root root | "a" root | "a""#, ["a", "aa", "aaaaaaaaaaaa"], ["", "ab"]),
  ]

  @Test("allows what it derives", arguments: cases.indices)
  func derives(caseIndex: Int) throws {
    let (grammar, allowed, forbidden) = Self.cases[caseIndex]
    let guide = try guide(grammar)
    for text in allowed { #expect(guide.accepts(text), "\(text) for \(grammar)") }
    for text in forbidden { #expect(!guide.accepts(text), "\(text) for \(grammar)") }
  }

  @Test(
    "errors have a location",
    arguments: [
      ("", 1, 1, "no rule named root"), ("a ::= \"x\"", 1, 10, "no rule named root"),
      ("root ::= b", 1, 10, "\"b\" is not defined"), ("root = \"x\"", 1, 6, "expected ::="),
      ("root ::= \"x", 1, 12, "unterminated"), ("root ::= [a", 1, 12, "unterminated"),
      ("root ::= (\"a\"", 1, 14, "unterminated"),
      ("root ::= \"a\"\n\nroot ::= \"b\"", 3, 1, "defined twice"), ("root ::= *", 1, 10, "nothing to repeat"),
      ("root ::= \"a\"{3,2}", 1, 13, "out of order"), ("root ::= \"a\"{x}", 1, 14, "expected a count"),
      ("root ::= [z-a]", 1, 14, "out of order"), ("root ::= \"\\q\"", 1, 12, "unknown escape"),
      ("root ::= \"\\uD800\"", 1, 17, "not a Unicode scalar"), ("root ::= <think> \"a\"", 1, 10, "name tokens"),
      ("root ::= \"a\"\n  | \"b\"", 2, 3, "expected the name of a rule"),
      ("root ::= \"a\" )", 1, 14, "end of the line"),
      ("root ::= \"b\" | a\na ::= a \"x\" | \"y\"", 2, 1, "left recursion"),
      ("root ::= \"c\"? a\na ::= \"\" root \"x\" | \"y\"", 1, 1, "left recursion"),
      ("root ::= a*\na ::= \"(\" a \")\" | \"\"", 1, 1, "without bound"),
    ])
  func refuses(grammar: String, line: Int, column: Int, reason: String) throws {
    let index = try SmallIndex.index.get()
    let error = #expect(throws: GuideError.self) { try Guide(.grammar(grammar), index: index) }
    guard case .invalidGrammar(line, column, let text)? = error, text.contains(reason) else {
      Issue.record("\(String(describing: error)) for \(grammar)")
      return
    }
  }

  @Test("a grammar without finite texts is unsatisfiable")
  func findsContradictions() throws {
    let index = try SmallIndex.index.get()
    #expect(throws: GuideError.unsatisfiable(pointer: "")) {
      try Guide(.grammar("root ::= \"(\" root \")\""), index: index)
    }
    #expect(throws: GuideError.unsatisfiable(pointer: "")) { try Guide(.grammar("root ::= \"a\" []"), index: index) }
  }

  @Test("each token of a mask leads to a text that the grammar derives", arguments: cases.indices)
  func masksAreExact(caseIndex: Int) throws {
    let guide = try guide(Self.cases[caseIndex].grammar)
    var generator = SeededGenerator(seed: caseIndex)
    for _ in 0..<4 {
      var matcher = guide.makeMatcher()
      for _ in 0..<10 where !matcher.isFinished {
        let mask = matcher.mask()
        var tokens: [TokenID] = []
        for token in 0..<guide.index.vocabulary.count {
          var next = matcher
          let isAllowed = (try? next.accept(token)) != nil
          try #require(isAllowed == mask.contains(token), "token \(token) after \(matcher.text)")
          if isAllowed { tokens.append(token) }
        }
        try matcher.accept(try #require(tokens.randomElement(using: &generator)))
        guard !matcher.isFinished else { break }
        var ending = matcher
        for token in ending.shortestCompletion() { try ending.accept(token) }
        let isComplete = ending.isAccepting
        #expect(isComplete, "\(String(decoding: ending.text, as: UTF8.self))")
      }
    }
  }

  @Test("recursion ends in time")
  func endsInTime() throws {
    let guide = try guide(#"root ::= "[" root ("," root)* "]" | "1""#)
    var generator = SeededGenerator(seed: 5)
    for budget in [2, 6, 20, 60] {
      var matcher = guide.makeMatcher()
      var remaining = budget
      while !matcher.isFinished {
        var tokens: [TokenID] = []
        try matcher.mask(remaining: remaining).forEach { tokens.append($0) }
        try matcher.accept(try #require(tokens.randomElement(using: &generator)))
        remaining -= 1
      }
      #expect(remaining >= 0)
    }
  }
}
