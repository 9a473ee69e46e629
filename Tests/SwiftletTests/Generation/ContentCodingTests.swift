import Foundation
import Testing

@testable import Swiftlet

struct ContentCodingTests {
  @Test("Content goes through encoders and decoders with its numbers exact")
  func roundTrips() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let content = GeneratedContent([random.content()])
      let data = try JSONEncoder().encode(CodableContent(content))
      let read = try JSONDecoder().decode(CodableContent.self, from: data).content
      #expect(read.hasValues(of: content))
    }
    for number in ["12345678901234567890.123456789", "9223372036854775807", "1e300", "-0.1", "5e-324"] {
      let content = try GeneratedContent(json: "[\(number)]")
      let data = try JSONEncoder().encode(CodableContent(content))
      #expect(try JSONDecoder().decode(CodableContent.self, from: data).content == content, "\(number)")
    }
  }

  @Test("A number that no type can hold is an error of encoding")
  func hugeNumbers() throws {
    let content = try GeneratedContent(json: "[1e999]")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(CodableContent(content)) }
  }

  @Test("A property list is read as content")
  func propertyLists() throws {
    let content = try GeneratedContent(json: #"{"a": [1, "x", true, 0.5]}"#)
    let data = try PropertyListEncoder().encode(CodableContent(content))
    #expect(try PropertyListDecoder().decode(CodableContent.self, from: data).content == content)
  }
}

extension GeneratedContent {
  /// True if content is the same but for the order of its keys.
  fileprivate func hasValues(of other: GeneratedContent) -> Bool {
    switch (storage, other.storage) {
    case (.array(let one), .array(let two)): one.elementsEqual(two) { $0.hasValues(of: $1) }
    case (.structure(let one, _), .structure(let two, _)):
      one.count == two.count && one.allSatisfy { key, value in two[key].map(value.hasValues) ?? false }
    default: storage == other.storage
    }
  }
}

struct AnswerReaderTests {
  @Test("2.7, 18.6 The whole and each structure keep their identities from snapshot to snapshot")
  func identities() throws {
    let text = #"{"legs": [{"to": "a"}, {"to": "b"}], "last": {"to": "c"}, "n": 1}"#
    var reader = IncrementalAnswerParser()
    var root: Set<GenerationID?> = []
    var legs: [Int: Set<GenerationID?>] = [:]
    for end in text.indices {
      // An answer that is replaced is read anew, and what is in the same place of it is still the same.
      if text.distance(from: text.startIndex, to: end) % 10 == 9 { reader.reset() }
      let content = try reader.content(ofJSON: String(text[..<end]))
      #expect(try content.hasValues(of: GeneratedContent(json: String(text[..<end]))))
      root.insert(content.id)
      guard case .structure(let properties, _) = content.kind, case .array(let elements)? = properties["legs"]?.kind
      else { continue }
      for (index, leg) in elements.enumerated() { legs[index, default: []].insert(leg.id) }
    }
    #expect(root.count == 1 && !root.contains(nil))
    #expect(legs.count == 2 && legs.values.allSatisfy { $0.count == 1 && !$0.contains(nil) })
    #expect(root.union(legs.values.reduce(into: Set()) { $0.formUnion($1) }).count == 3)
  }

  @Test("2.7 Scalars within an answer have no identities, and different answers different ones")
  func scalarsHaveNone() throws {
    var reader = IncrementalAnswerParser()
    let content = try reader.content(ofJSON: #"{"a": 1}"#)
    #expect(try content.value(GeneratedContent.self, forProperty: "a").id == nil)
    #expect(reader.content(ofText: "x").id == content.id && content.id != nil)
    #expect(IncrementalAnswerParser().content(ofText: "x").id != content.id)
  }

  @Test("A text that is no JSON is an error that quotes it, until it is replaced")
  func errors() throws {
    var reader = IncrementalAnswerParser()
    #expect(throws: GeneratedContent.ParsingError.self) { try reader.content(ofJSON: "[1 2") }
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try reader.content(ofJSON: "[1 2]") }
    #expect(error?.rawContent == "[1 2]" && error?.debugDescription.contains("byte 3") == true)
    reader.reset()
    #expect(try reader.content(ofJSON: "[1, 2]").jsonString == "[1, 2]")
  }
}
