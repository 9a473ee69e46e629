import Testing

@testable import Swiftlet

struct ServerSentEventsTests {
  /// Reads a text that arrives in two pieces.
  private func events(_ text: String, cutAt position: Int) throws -> [String] {
    var reader = ServerSentEvents(maximumLength: 1000)
    let bytes = Array(text.utf8)
    var events = try reader.append(bytes[..<position])
    events += try reader.append(bytes[position...])
    return events + [reader.finish()].compactMap(\.self)
  }

  @Test("Events are the same with every kind of line end, wherever they are cut", arguments: ["\n", "\r", "\r\n"])
  func cutAnywhere(lineEnd: String) throws {
    let lines = [
      ": a comment", "event: message", "data: {\"a\":1}", "", "", "data: zwölf 🎈", "id: 7", "data:second", "data",
      "retry: 10", "",
      "data:  two spaces", "", "database: no", "", "data: [DONE]", "",
    ]
    let text = lines.map { $0 + lineEnd }.joined()
    for position in 0...text.utf8.count {
      let found = try events(text, cutAt: position)
      #expect(found == ["{\"a\":1}", "zwölf 🎈\nsecond\n", " two spaces", "[DONE]"], "cut at \(position)")
    }
  }

  @Test("A mark of byte order is no part of the first field")
  func byteOrderMark() throws {
    #expect(try events("\u{FEFF}data: x\n\n", cutAt: 2) == ["x"])
    #expect(try events("data: x\n\n\u{FEFF}data: y\n\n", cutAt: 0) == ["x"])
  }

  @Test("What stands before the end of the stream is given out at its end", arguments: ["data: x", "data: x\n"])
  func missingEnd(text: String) throws {
    var reader = ServerSentEvents(maximumLength: 1000)
    #expect(try reader.append(text.utf8).isEmpty)
    #expect(reader.finish() == "x")
    #expect(reader.finish() == nil)
  }

  @Test("An event has a greatest length, in one line or in many")
  func limit() throws {
    let limit = OpenAICompatibleLanguageModelError.limitExceeded(what: "bytes in an event", limit: 1000)
    var reader = ServerSentEvents(maximumLength: 1000)
    #expect(throws: limit) { try reader.append(repeatElement(UInt8(ascii: "x"), count: 1001)) }
    reader = ServerSentEvents(maximumLength: 1000)
    #expect(throws: limit) {
      for _ in 0..<300 { _ = try reader.append("data: 12345\n".utf8) }
    }
    // Events that have ended do not count.
    reader = ServerSentEvents(maximumLength: 1000)
    for _ in 0..<300 { #expect(try reader.append("data: 12345\n\n".utf8) == ["12345"]) }
  }
}
