import Foundation
import Swiftlet
import Testing

struct JSONContentTests {
  @Test("9.1 JSON has the order of properties, spaces after colons and commas, whole numbers without a fraction")
  func jsonString() {
    let content = GeneratedContent(properties: ["name": "Johnny Appleseed", "age": 30])
    #expect(content.jsonString == #"{"name": "Johnny Appleseed", "age": 30}"#)
    #expect(content.debugDescription == content.jsonString)
    #expect(GeneratedContent(30.0).jsonString == "30")
    #expect(GeneratedContent(elements: [1, "a", true, 0.5, [2]]).jsonString == #"[1, "a", true, 0.5, [2]]"#)
    #expect(GeneratedContent(properties: [:]).jsonString == "{}")
    #expect(GeneratedContent(elements: []).jsonString == "[]")
  }

  @Test(
    "9.2 Any JSON value can be read, and complete documents are written as they were read",
    arguments: [
      "null", "true", "false", "0", "-0", "12.50", "1E+2", "-1.5e-7", "123456789012345678901234567890", #""""#,
      #""a\"b\\c\n\r\t\b\f\u0001é😀""#, "[]", "{}", "[[], {}, [null]]",
      #"{"z": 1, "a": {"y": [1.0, 2.00], "b": "x"}, "m": null}"#,
    ])
  func readsAnyValue(json: String) throws {
    let content = try GeneratedContent(json: json)
    #expect(content.isComplete)
    #expect(content.id == nil)
    #expect(content.jsonString == json)
    let spaced = json.replacingOccurrences(of: ":", with: "\t:\r\n")
    #expect(try GeneratedContent(json: " \n" + spaced + "\n\t ").jsonString == json)
  }

  @Test("9.2 Escapes of every kind are read")
  func escapes() throws {
    let content = try GeneratedContent(json: #""\u0041\/\u00e9\ud83d\uDE00\u0000\"""#)
    #expect(try content.value(String.self) == "A/é😀\0\"")
  }

  @Test(
    "9.2 Text that is no beginning of JSON throws and says where",
    arguments: [
      ("garbage", 0, "expected a value, found 'g'"),
      ("tru3", 3, "expected 'true', found '3'"),
      ("nul!", 3, "expected 'null', found '!'"),
      ("{\"a\" 1}", 5, "expected ':', found '1'"),
      ("{a: 1}", 1, "expected a property name, found 'a'"),
      ("{\"a\": 1,}", 8, "expected a property name, found '}'"),
      ("{\"a\": 1]", 7, "expected ',' or '}', found ']'"),
      ("[1 2]", 3, "expected ',' or ']', found '2'"),
      ("[1,]", 3, "expected a value, found ']'"),
      ("[é", 1, "expected a value, found 'é'"),
      ("1 2", 2, "expected nothing after the value, found '2'"),
      ("{} {", 3, "expected nothing after the value, found '{'"),
      ("01", 1, "a number has a leading zero"),
      ("-a", 1, "expected a digit, found 'a'"),
      ("1.e", 2, "expected a digit, found 'e'"),
      ("1e+]", 3, "expected a digit, found ']'"),
      ("[1.5.2]", 4, "expected ',' or ']', found '.'"),
      ("\"a\nb\"", 2, "the control character U+000A must be escaped in a string"),
      ("\"\\x\"", 1, "'\\x' is not an escape sequence"),
      ("\"\\u12g4\"", 1, "'\\u12g4' is not an escape sequence"),
      ("\"\\ud800x\"", 1, "the surrogate U+D800 is unpaired"),
      ("\"a\\ud800\\n\"", 2, "the surrogate U+D800 is unpaired"),
      ("\"\\ud800\\u0041\"", 1, "the surrogate U+D800 is unpaired"),
      ("\"\\udc00\"", 1, "the surrogate U+DC00 is unpaired"),
      ("'a'", 0, "expected a value, found '''"),
      ("NaN", 0, "expected a value, found 'N'"),
      ("\u{0}", 0, "expected a value, found control character 0"),
      ("// a", 0, "expected a value, found '/'"),
    ])
  func garbage(json: String, offset: Int, reason: String) {
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: json) }
    #expect(error?.debugDescription == "Invalid JSON at byte \(offset): \(reason)")
    #expect(error?.errorDescription == error?.debugDescription)
    #expect(error?.rawContent == json)
    #expect(error?.underlyingError.map { "\($0)" } == error?.debugDescription)
  }

  @Test("Of several values of one key the last counts, in the place of the first")
  func repeatedKeys() throws {
    #expect(try GeneratedContent(json: #"{"a": 1, "b": 2, "a": 3}"#).jsonString == #"{"a": 3, "b": 2}"#)
  }

  @Test("Numbers that JSON cannot write become null")
  func numbersOutsideJSON() {
    #expect(GeneratedContent(Double.infinity).jsonString == "null")
    let none: [any ConvertibleToGeneratedContent] = [Double.nan, Float.infinity, Decimal.nan]
    #expect(GeneratedContent(elements: none).jsonString == "[null, null, null]")
    #expect(GeneratedContent(Double.nan).kind != GeneratedContent(Double.nan).kind)
    #expect(GeneratedContent(1e300).jsonString == "1e+300")
  }
}

// MARK: - Hostile texts

extension JSONContentTests {
  @Test("Nesting deeper than 256 is an error, however deep", arguments: ["[", "{\"a\":", "[{\"a\":"])
  func deepNesting(piece: String) throws {
    let levels = piece.filter { "[{".contains($0) }.count
    let allowed = String(repeating: piece, count: 256 / levels)
    #expect(try !GeneratedContent(json: allowed).isComplete)
    let error = #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: String(repeating: piece, count: 100_000))
    }
    #expect(
      error?.debugDescription
        == "Invalid JSON at byte \(allowed.utf8.count): arrays and objects are nested more than 256 deep")
    let closed = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    #expect(try GeneratedContent(json: closed).jsonString == closed)
  }

  @Test("A text longer than 16 MiB is an error")
  func longText() throws {
    let text = "\"" + String(repeating: "x", count: 1 << 24)
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: text) }
    #expect(error?.debugDescription == "Invalid JSON at byte 16777216: the text has more than 16777216 bytes")
  }

  @Test("Numbers without bounds are kept as text, and are an error only for types that cannot hold them")
  func hugeNumbers() throws {
    let digits = String(repeating: "9", count: 100_000)
    for text in [digits, "1e999999999999999999999", "-\(digits)e\(digits)", "0.\(digits)", "1e-\(digits)"] {
      let content = try GeneratedContent(json: text)
      #expect(content.jsonString == text)
      #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Int.self) }
      #expect(content == content.generatedContent)
      #expect(try content != GeneratedContent(json: "7"))
    }
    let huge = try GeneratedContent(json: "1e999")
    #expect(throws: GeneratedContent.ParsingError.self) { try huge.value(Double.self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try huge.value(Decimal.self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "1e39").value(Float.self) }
    #expect(try GeneratedContent(json: "1e-999").value(Double.self) == 0)
    #expect(huge.kind == .number(.infinity))
  }
}
