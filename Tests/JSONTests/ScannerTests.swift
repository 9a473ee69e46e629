import SwiftletJSON
import Testing

/// Events and errors of the scanner.
struct ScannerTests {
  @Test func eventsComeInTheOrderOfTheText() {
    let reading = Reading(#" {"a": [1, -2.50e3, true], "b": {}, "a": "\u00e9\ud83d\ude00\n", "c": null} "#)
    #expect(
      reading.events == [
        .objectStart, .key("a"), .arrayStart, .number("1"), .number("-2.50e3"), .bool(true), .arrayEnd, .key("b"),
        .objectStart, .objectEnd, .key("a"), .string("é😀\n"), .key("c"), .null, .objectEnd,
      ])
    #expect(reading.error == nil)
    #expect(Reading("false").events == [.bool(false)] && Reading("\"\"").events == [.string("")])
  }

  @Test func thereAreNoEventsAfterTheEnd() throws {
    for (text, options) in [("[1] ", JSONScanner.Options()), ("{\"a", .init(allowsIncompleteText: true))] {
      var scanner = JSONScanner(Array(text.utf8), options: options)
      while try scanner.next() != nil {}
      #expect(try scanner.next() == nil)
    }
  }

  @Test func aDocumentMayBeginAtAnOffset() {
    var scanner = JSONScanner(Array("\u{FEFF}[".utf8), from: 3)
    #expect((try? scanner.next()) == .arrayStart)
    #expect(throws: JSONError(offset: 4, problem: .unexpected(found: "the end", expected: .value))) {
      try scanner.next()
    }
    var outside = JSONScanner([0x31], from: 7)
    #expect(throws: JSONError(offset: 1, problem: .unexpected(found: "the end", expected: .value))) {
      try outside.next()
    }
  }

  @Test(arguments: [
    ("", 0, "expected a value, found the end"), (" ", 1, "expected a value, found the end"),
    ("[1 2]", 3, "expected ',' or ']', found '2'"), ("[1,]", 3, "expected a value, found ']'"),
    ("{\"a\":1,}", 7, "expected a property name, found '}'"), ("{\"a\" 1}", 5, "expected ':', found '1'"),
    ("{\"a\":1]", 6, "expected ',' or '}', found ']'"), ("[1", 2, "expected ',' or ']', found the end"),
    ("{\"a\":1", 6, "expected ',' or '}', found the end"), ("{", 1, "expected a property name, found the end"),
    ("{\"a", 3, "expected the end of the string, found the end"), ("{\"a\"", 4, "expected ':', found the end"),
    ("tru", 3, "expected 'true', found the end"), ("nulL", 3, "expected 'null', found 'L'"),
    ("1 1", 2, "expected nothing after the value, found '1'"), ("-", 1, "expected a digit, found the end"),
    ("1.x", 2, "expected a digit, found 'x'"), ("00", 1, "a number has a leading zero"),
    ("\"\u{1}\"", 1, "the control character U+0001 must be escaped in a string"),
    ("\"a\\x\"", 2, "'\\x' is not an escape sequence"), ("\"\\é\"", 1, "'\\é' is not an escape sequence"),
    ("\"\\u12é4\"", 1, "'\\u12é4' is not an escape sequence"),
    ("\"\\udc00\"", 1, "the surrogate U+DC00 is unpaired"),
    ("\"\\ud800\\ud800\"", 1, "the surrogate U+D800 is unpaired"),
    ("\"a\\", 3, "expected the end of the string, found the end"), ("é", 0, "expected a value, found 'é'"),
    ("\u{0}", 0, "expected a value, found control character 0"),
  ])
  func errorsSayWhereAndWhat(_ text: String, _ offset: Int, _ reason: String) {
    let error = Reading(text).error
    #expect(error?.offset == offset && error?.reason == reason, "\(String(describing: error))")
    #expect(error?.description == "Invalid JSON at byte \(offset): \(reason)")
  }

  @Test func bytesThatAreNotUTF8AreAnErrorOfTheirString() {
    #expect(Reading([0x5B, 0x22, 0xC3, 0x22]).error == JSONError(offset: 2, problem: .invalidUTF8))
    #expect(Reading([0x22, 0xC3, 0x5C, 0x6E, 0x22]).error == JSONError(offset: 1, problem: .invalidUTF8))
  }

  @Test(arguments: [
    ("", nil), ("[", nil), ("[1", nil), ("[1,", nil), ("[tr", nil), ("{\"a", nil), ("{\"a\"", nil), ("{\"a\":", nil),
    ("[-", nil), ("[1e", nil), ("\"", ""), ("{\"a\"  ", nil), ("{\"b\\u0", nil), ("[\"a", "a"), ("{\"a\":\"b\\", "b"),
    ("[\"b\\u00", "b"),
    ("[\"b\\ud83d", "b"), ("[\"b\\ud83d\\", "b"), ("[\"b\\ud83d\\ude0", "b"), ("\"a\\n", "a\n"), ("-", nil),
  ])
  func incompleteTextIsAcceptedWhereAllowed(_ text: String, _ partialValue: String?) {
    let reading = Reading(text, .init(allowsIncompleteText: true))
    #expect(reading.error == nil && reading.partialValue == partialValue.map { .string($0) })
    #expect(Reading(text).error?.offset == text.utf8.count)
  }

  @Test func invalidPrefixesAreAlwaysErrors() {
    for text in ["[1 2", "{a", "[\"\\x", "[\"\\ud800x", "[01", "tru3", "]", "1 2"] {
      #expect(Reading(text, .init(allowsIncompleteText: true)).error == Reading(text).error, "\(text)")
      #expect(Reading(text).error != nil, "\(text)")
    }
    // A number at the top level is complete, although it may continue.
    #expect(Reading("12", .init(allowsIncompleteText: true)).partialValue == .number("12"))
    #expect(Reading("12 ", .init(allowsIncompleteText: true)).events == [.number("12")])
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func depthIsLimited(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)
    for depth in [0, 1, 7, 512] {
      let reading = Reading(text, .init(maximumDepth: depth, allowsIncompleteText: true))
      #expect(reading.error?.problem == .tooDeep(limit: depth))
      #expect(reading.events.count { $0 == .objectStart || $0 == .arrayStart } == depth)
    }
    let deep = Reading(text, .init(maximumDepth: .max, allowsIncompleteText: true))
    let starts = piece.count { $0 == "[" || $0 == "{" }
    #expect(deep.error == nil)
    #expect(deep.events.count { $0 == .objectStart || $0 == .arrayStart } == 100_000 * starts)
  }

  @Test func lengthIsLimited() {
    #expect(Reading("[1]", .init(maximumLength: 3)).error == nil)
    let error = Reading("[1] ", .init(maximumLength: 3)).error
    #expect(error == JSONError(offset: 3, problem: .tooLong(limit: 3)))
    #expect(error?.reason == "the text has more than 3 bytes")
  }
}
