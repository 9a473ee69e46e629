import Foundation
import TestSupport
import Testing

@testable import SwiftletJinja

/// Comparisons with Python's Jinja2 in the configuration of `transformers`.
struct JinjaReferenceTests {
  @Test func expressionsGiveWhatTheyGiveInPython() throws {
    let file = try JinjaData.fixture("expressions.json")
    let variables = try #require(file["variables"]?.dictionary)
    let cases = try #require(file["cases"]?.list)
    #expect(cases.count > 200)
    for test in cases {
      let (source, expected) = (try #require(test.list?.first?.string), try #require(test.list?.last?.string))
      let found = Self.outcome { try JinjaTemplate.text(source, variables) }
      if let difference = Self.differences[source] {
        #expect(isSame(found, difference), "\(source): \(found)")
      } else if expected.hasPrefix("!"), !expected.hasPrefix("!raised") {
        // The kinds of errors differ from Python's; only their presence is compared.
        #expect(found.hasPrefix("!"), "\(source): \(found) instead of \(expected)")
      } else {
        #expect(isSame(found, expected), "\(source): \(found) instead of \(expected)")
      }
    }
  }

  /// The intended differences from Python.
  private static let differences = [
    // Concatenation of a string and a number, for templates that were written for other engines.
    "{{ 'a' + 1 }}": "a1", "{{ 1 + 'a' }}": "1a",
  ]

  @Test(.enabled(if: TestData.templates.isPresent, "\(TestData.templates.absence)"))
  func templatesRenderAsInPython() throws {
    let conversations = try #require(try JinjaData.fixture("conversations.json").dictionary)
    let renderings = try #require(try JinjaData.fixture("renderings.json").dictionary)
    #expect(renderings.count > 150)
    for (file, results) in renderings {
      let source = try JinjaData.template(file)
      let template = Result { () throws(JinjaError) in try JinjaTemplate(source) }
      let texts = try #require(results.list)
      #expect(texts.count == conversations.count, "\(file)")
      for (conversation, result) in zip(conversations, texts) {
        let variables = try #require(conversation.value.dictionary)
        let expected = try #require(result.string)
        let found = Self.outcome { try template.get().render(variables, now: { JinjaData.now }).map(\.text).joined() }
        if expected.hasPrefix("!"), !expected.hasPrefix("!raised") {
          #expect(found.hasPrefix("!"), "\(file), \(conversation.name): text instead of \(expected)")
        } else {
          let matches = found.hasPrefix("!") ? isSame(found, expected) : isSame(Self.summary(found), expected)
          #expect(matches, "\(file), \(conversation.name): \(found.hasPrefix("!") ? found : "another text")")
        }
      }
    }
  }

  /// The text, or `!` and the error.
  private static func outcome(_ render: () throws -> String) -> String {
    do {
      return try render()
    } catch let error as JinjaError {
      if case .raised(let message) = error.reason { return "!raised " + message }
      return "!\(error)"
    } catch {
      return "!\(error)"
    }
  }

  /// The length of a text with its checksum.
  private static func summary(_ text: String) -> String {
    "\(text.unicodeScalars.count) \(String(CRC32.checksum(text), radix: 16))"
  }
}

/// The checksum of zlib, plainly.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { (byte: UInt32) -> UInt32 in
    var value = byte
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  static func checksum(_ text: String) -> UInt32 {
    let table = table
    var value = UInt32.max
    for byte in text.utf8 { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    return ~value
  }
}
