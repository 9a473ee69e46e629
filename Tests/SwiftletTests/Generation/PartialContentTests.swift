import Swiftlet
import Testing

struct PartialContentTests {
  @Test(
    "9.8 An unfinished string shows what it has; unfinished numbers, words and keys are left out",
    arguments: [
      ("", "null"), (" ", "null"), ("{", "{}"), ("[", "[]"), ("\"", "\"\""), ("-", "null"), ("1.", "null"),
      ("tr", "null"),
      ("{\"na", "{}"), ("{\"name\"", "{}"), ("{\"name\":", "{}"), ("{\"name\": ", "{}"),
      ("{\"name\": \"", #"{"name": ""}"#),
      ("{\"name\": \"Jo", #"{"name": "Jo"}"#), ("{\"name\": \"Jo\"", #"{"name": "Jo"}"#),
      ("{\"name\": \"Jo\",", #"{"name": "Jo"}"#), ("{\"age\": 3", "{}"), ("{\"age\": 30,", #"{"age": 30}"#),
      ("{\"age\": -", "{}"), ("{\"a\": fals", "{}"), ("{\"a\": false", #"{"a": false}"#), ("{\"a\": nul", "{}"),
      ("[1, 2", "[1]"), ("[1, 2 ", "[1, 2]"), ("[1, 2,", "[1, 2]"), ("[[1], [", "[[1], []]"),
      ("[{\"a\": [\"x", #"[{"a": ["x"]}]"#), ("\"a\\", #""a""#), ("\"a\\u00", #""a""#), ("\"a\\ud83d", #""a""#),
      ("\"a\\ud83d\\", #""a""#), ("\"a\\ud83d\\ude0", #""a""#), ("\"a\\ud83d\\ude00", #""a😀""#),
    ])
  func beginnings(json: String, expected: String) throws {
    let content = try GeneratedContent(json: json)
    #expect(content.jsonString == expected)
    #expect(!content.isComplete)
  }

  @Test("A number on its own is complete, as nothing says that it goes on")
  func numberOnItsOwn() throws {
    #expect(try GeneratedContent(json: "12").isComplete)
    #expect(try GeneratedContent(json: "12").value(Int.self) == 12)
  }

  @Test("2.6 Parts that are finished are complete while the whole is not")
  func completenessOfParts() throws {
    let content = try GeneratedContent(json: #"{"a": [1, "x"], "b": {"c": "y"#)
    #expect(!content.isComplete)
    #expect(try content.value(GeneratedContent.self, forProperty: "a").isComplete)
    let b = try content.value(GeneratedContent.self, forProperty: "b")
    #expect(try !b.isComplete && !b.value(GeneratedContent.self, forProperty: "c").isComplete)
    #expect(try GeneratedContent(json: #"{"a": 1}"#).isComplete)
  }

  @Test("18.18 Every prefix of a document is read, and the content only grows")
  func prefixes() throws {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<300 {
      let text = random.jsonText()
      var earlier = try GeneratedContent(json: "")
      for end in text.unicodeScalars.indices.dropFirst() {
        let prefix = String(text.unicodeScalars[..<end])
        let content = try GeneratedContent(json: prefix)
        #expect(content.contains(earlier), "\(prefix.debugDescription) has less than its own prefix")
        if content.isComplete { #expect(try content == GeneratedContent(json: text)) }
        earlier = content
      }
      let whole = try GeneratedContent(json: text)
      #expect(whole.isComplete)
      #expect(whole.contains(earlier))
    }
  }

  @Test("18.18 Whatever a byte of a document becomes, reading it succeeds or throws")
  func damagedTexts() {
    var random = SeededGenerator(seed: 81)
    var failures = 0
    for _ in 0..<3000 {
      var bytes = Array(random.jsonText().utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let byte = Array("[]{}\",:\\u-0e.".utf8).randomElement(using: &random) ?? 0
        bytes[Int.random(in: bytes.indices, using: &random)] =
          random.chance(2) ? UInt8.random(in: 0...255, using: &random) : byte
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let content = try GeneratedContent(json: text)
        #expect(try GeneratedContent(json: content.jsonString).kind == content.kind || !content.isComplete)
      } catch {
        failures += 1
        #expect(error is GeneratedContent.ParsingError)
      }
    }
    #expect((100..<2900).contains(failures))
  }

  @Test("8.6 Properties and last elements that cannot be read yet count as absent")
  func unreadableParts() throws {
    let content = try GeneratedContent(json: #"{"colour": "re"#)
    #expect(try content.value(Colour?.self, forProperty: "colour") == nil)
    #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Colour.self, forProperty: "colour") }
    #expect(try GeneratedContent(json: #"["red", "bl"#).value([Colour].self) == [.red])
    #expect(try GeneratedContent(json: #"["red", "blue""#).value([Colour].self) == [.red, .blue])
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: #"["re", "blue"#).value([Colour].self)
    }
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: #"["bl"]"#).value([Colour].self) }
  }
}

extension GeneratedContent {
  /// True if this could be a later snapshot of what has been an earlier one.
  fileprivate func contains(_ earlier: GeneratedContent) -> Bool {
    if earlier.isComplete { return self == earlier }
    switch (earlier.kind, kind) {
    case (.null, _): return true
    case (.string(let old), .string(let new)): return new.utf8.starts(with: old.utf8)
    case (.array(let old), .array(let new)):
      return old.count <= new.count && zip(new, old).allSatisfy { $0.contains($1) }
    case (.structure(let old, let oldKeys), .structure(let new, let keys)):
      return keys.starts(with: oldKeys)
        && oldKeys.allSatisfy { key in old[key].flatMap { part in new[key]?.contains(part) } ?? false }
    default: return false
    }
  }
}
