import SwiftletJSON
import Testing

/// Values built from whole texts and from pieces.
struct ReaderTests {
  private typealias Reader = JSONReader<JSONValue>

  @Test func valuesKeepOrderRepetitionsAndNumbers() throws {
    let text = #"{"b": [1, -2.50e3, 12345678901234567890123], "a": {}, "b": null, "c": [true, "x\n"]}"#
    let value = try Reader.read(Array(text.utf8))
    #expect(value.members?.map(\.name) == ["b", "a", "b", "c"])
    #expect(value["b"] == .null && value["a"] == .object([]) && value["d"] == nil)
    #expect(value.members?[0].value == .array([.number("1"), .number("-2.50e3"), .number("12345678901234567890123")]))
    #expect(value["c"]?.elements?[0].bool == true && value["c"]?.elements?[1].string == "x\n")
  }

  @Test func writtenTextIsParsedToTheSameValue() throws {
    let text = #"{"b":[1,-2.50e3,{}],"a":{"é":"\u0001\"","x":[]},"c":[true,false,null]}"#
    let value = try Reader.read(Array(text.utf8))
    #expect(JSONWriter.text(value) == text)
    for layout in [JSONWriter.Layout.line, .indented] {
      let again = try Reader.read(JSONWriter.bytes(value, layout: layout))
      #expect(layout == .indented || again == value)
      #expect(again["a"]?["é"] == value["a"]?["é"] && again["b"] == value["b"])
    }
    #expect(JSONWriter.text(.array([.number("1"), .null]), layout: .line) == "[1, null]")
    #expect(
      JSONWriter.text(
        .object([.init(name: "b", value: .number("1")), .init(name: "a", value: .array([]))]), layout: .indented)
        == "{\n  \"a\" : [],\n  \"b\" : 1\n}")
  }

  @Test func partialValuesGrowWithTheText() throws {
    var reader = Reader(options: .init(allowsIncompleteText: true))
    let steps: [(piece: String, value: String)] = [
      ("", "null"), (" [", "[]"), ("1", "[]"), ("2,", "[12]"), (#"{"a"#, "[12,{}]"), (#"": "x\"#, #"[12,{"a":"x"}]"#),
      ("n", #"[12,{"a":"x\n"}]"#), (#"", "b": tr"#, #"[12,{"a":"x\n"}]"#), ("ue}", #"[12,{"a":"x\n","b":true}]"#),
      ("] ", #"[12,{"a":"x\n","b":true}]"#),
    ]
    for (piece, value) in steps {
      #expect(!reader.isComplete)
      try reader.append(piece.utf8)
      #expect(JSONWriter.text(reader.value) == value)
    }
    #expect(reader.isComplete)
    for text in [#"["]"]"#, #"{"}": "{"}"#] {
      var reader = Reader(options: .init(allowsIncompleteText: true))
      for byte in text.utf8 { try reader.append([byte]) }
      #expect(try reader.value == Reader.read(Array(text.utf8)))
    }
    #expect(throws: JSONError(offset: 30, problem: .trailingText(found: "'1'"))) { try reader.append("1".utf8) }
    #expect(JSONWriter.text(reader.value) == steps.last?.value)
  }

  @Test("the limit of length is that of the whole text, however it is split", arguments: [1, 2, 7])
  func limitsTheWholeText(size: Int) throws {
    let text = Array("[10, 20, 30, 40]".utf8)
    for limit in [text.count, text.count - 1] {
      var reader = Reader(options: .init(maximumLength: limit, allowsIncompleteText: true))
      let error: JSONError?
      do throws(JSONError) {
        for start in stride(from: 0, to: text.count, by: size) {
          try reader.append(text[start..<min(start + size, text.count)])
        }
        error = nil
      } catch let failure {
        error = failure
      }
      #expect(error == (limit < text.count ? JSONError(offset: limit, problem: .tooLong(limit: limit)) : nil))
    }
  }

  @Test func pathIdentitiesDependOnThePathAlone() throws {
    /// The path identities of arrays and objects, in document order.
    enum Paths: JSONBuilder {
      static func value(of parts: JSONParts<[JSONPathID]>, at path: JSONPathID, isComplete: Bool) -> [JSONPathID] {
        switch parts {
        case .array(let elements): [path] + elements.joined()
        case .object(let members): [path] + members.flatMap(\.value)
        default: []
        }
      }
    }
    let text = Array(#"[{"a": [[], []], "b": {}}, {"a": [1, {}]}, []]"#.utf8)
    let root = JSONPathID(root: 7)
    let whole = try JSONReader<Paths>.read(text, at: root)
    #expect(whole.first == root && whole.count == 10 && Set(whole).count == 10)
    let other = try JSONReader<Paths>.read(text, at: JSONPathID(root: 8))
    #expect(other.count == 10 && Set(other).isDisjoint(with: whole))
    var reader = JSONReader<Paths>(options: .init(allowsIncompleteText: true), at: root)
    for byte in text {
      try reader.append([byte])
      #expect(whole.starts(with: reader.value))
    }
    #expect(reader.value == whole)
  }

  @Test func incrementalParsingIsLinear() throws {
    // A string, a flat array and nested ones: the time must be linear in the length, not quadratic.
    for element in ["abc", "1,", "[", "{\"a\":"] {
      func time(_ count: Int) throws -> Duration {
        try ContinuousClock().measure {
          var reader = Reader(options: .init(maximumDepth: .max, allowsIncompleteText: true))
          try reader.append((element == "abc" ? "\"" : "[").utf8)
          for _ in 0..<count { try reader.append(element.utf8) }
        }
      }
      _ = try time(1000)
      let ratio = try (0..<5).map { _ in try time(64_000) / time(4000) }.min() ?? 0
      // The text is 16 times as long; quadratic time would give 256.
      #expect(ratio < 64, "\(element)")
    }
  }
}
