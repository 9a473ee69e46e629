import SwiftletJSON
import Testing

/// Comparison with Python's `json` in strict mode.
struct ReferenceTests {
  @Test func readsWhatPythonReads() throws {
    let cases = try ReferenceCase.all.get()
    #expect(cases.count > 1000 && cases.count { $0.value != nil } > 400)
    for known in cases {
      let reading = Reading(known.bytes)
      let shown = String(decoding: known.bytes, as: UTF8.self).debugDescription
      #expect((reading.error == nil) == (known.value != nil), "\(shown): \(String(describing: reading.error))")
      if let value = known.value { #expect(reading.canonical == value, "\(shown)") }
      guard let error = reading.error else { continue }
      #expect((0...known.bytes.count).contains(error.offset) && !error.reason.isEmpty, "\(shown)")
    }
  }

  @Test func replacesUnpairedSurrogates() throws {
    var count = 0
    for known in try ReferenceCase.all.get() {
      let reading = Reading(known.bytes, .init(replacesLoneSurrogates: true))
      let shown = String(decoding: known.bytes, as: UTF8.self).debugDescription
      guard let expected = known.lenient ?? known.value else {
        #expect(reading.error != nil, "\(shown)")
        continue
      }
      if known.lenient != nil { count += 1 }
      #expect(reading.error == nil && reading.canonical == expected, "\(shown)")
    }
    #expect(count == 13)
  }

  @Test func everyPrefixIsParsedAsFarAsPossible() throws {
    let options = JSONScanner.Options(allowsIncompleteText: true)
    for known in try ReferenceCase.all.get() where known.value?.first == "[" || known.value?.first == "{" {
      let whole = Reading(known.bytes, options)
      for end in known.bytes.indices where known.bytes[end] & 0xC0 != 0x80 {
        let part = Reading(Array(known.bytes[..<end]), options)
        let shown = String(decoding: known.bytes[..<end], as: UTF8.self).debugDescription
        #expect(part.error == nil, "\(shown)")
        guard part != whole else { continue }
        #expect(whole.events.starts(with: part.events), "\(shown)")
        if let partialValue = part.partialValue {
          guard case (.string(let beginning), .string(let string)) = (partialValue, whole.events[part.events.count])
          else {
            Issue.record("\(shown) ends in \(partialValue)")
            continue
          }
          #expect(string.utf8.starts(with: beginning.utf8), "\(shown)")
        }
        // By default, incomplete text is an error at its end.
        #expect(Reading(Array(known.bytes[..<end])).error?.offset == end, "\(shown)")
      }
    }
  }

  @Test func piecesAreParsedLikeTheWholeText() throws {
    for known in try ReferenceCase.all.get() {
      let whole = Reading(known.bytes, .init(allowsIncompleteText: true))
      let shown = String(decoding: known.bytes, as: UTF8.self).debugDescription
      let single = known.bytes.indices.map { known.bytes[$0...$0] }
      var uneven: [ArraySlice<UInt8>] = []
      var rest = known.bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 + uneven.count * 5 % 7)
        uneven.append(piece)
        rest = rest.dropFirst(piece.count)
      }
      for pieces in [single, uneven] {
        let reading = Reading(pieces: pieces)
        #expect(reading.events == whole.events && reading.partialValue == whole.partialValue, "\(shown)")
        // The found character in the error may be incomplete, so only offsets are compared.
        #expect(reading.error?.offset == whole.error?.offset, "\(shown)")
      }
    }
  }
}
