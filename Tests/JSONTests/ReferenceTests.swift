import SwiftletJSON
import Testing

/// Python's `json`, told to be strict, reads the same texts and reads the same in them.
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

  @Test func replacesHalvesOfPairsWhereAsked() throws {
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
    #expect(count >= 10)
  }

  @Test func everyBeginningIsReadAsFarAsItGoes() throws {
    let options = JSONScanner.Options(allowsMissingEnd: true)
    for known in try ReferenceCase.all.get() where known.value?.first == "[" || known.value?.first == "{" {
      let whole = Reading(known.bytes, options)
      for end in known.bytes.indices where known.bytes[end] & 0xC0 != 0x80 {
        let part = Reading(Array(known.bytes[..<end]), options)
        let shown = String(decoding: known.bytes[..<end], as: UTF8.self).debugDescription
        #expect(part.error == nil, "\(shown)")
        guard case .cut(let unfinished)? = part.events.last else {
          #expect(part == whole, "\(shown)")
          continue
        }
        let events = part.events.dropLast()
        #expect(whole.events.starts(with: events), "\(shown)")
        if let unfinished, case .string(let string) = whole.events[events.count] {
          #expect(string.utf8.starts(with: unfinished.utf8), "\(shown)")
        } else {
          #expect(unfinished == nil, "\(shown)")
        }
        // Without leave, a missing end is an error at the end.
        #expect(Reading(Array(known.bytes[..<end])).error?.offset == end, "\(shown)")
      }
    }
  }
}
