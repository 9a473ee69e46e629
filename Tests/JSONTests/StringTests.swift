import SwiftletJSON
import Testing

/// Serialisation of strings; the reference cases compare it with Python's.
struct StringTests {
  @Test func onlyRequiredCharactersAreEscaped() {
    #expect(JSONString.quoted("aé😀/\u{7F}\u{2028}") == "\"aé😀/\u{7F}\u{2028}\"")
    #expect(JSONString.quoted("") == "\"\"")
    #expect(JSONString.quoted("\"\\\n\r\t\u{8}\u{C}\0\u{1F}") == #""\"\\\n\r\t\b\f\u0000\u001f""#)
    #expect(JSONString.quoted("é😀\n\u{7F}~", escapingNonASCII: true) == #""\u00e9\ud83d\ude00\n\u007f~""#)
  }

  @Test func writtenStringsAreParsedToTheSameString() {
    let all = (0...0x2FF).compactMap { Unicode.Scalar($0) }.map { String($0) } + ["e\u{301}", "\u{10FFFF}", "👩‍👩‍👧"]
    for text in all + [all.joined()] {
      for written in [JSONString.quoted(text), JSONString.quoted(text, escapingNonASCII: true)] {
        guard case .string(let read)? = Reading(written).events.first else {
          Issue.record("\(written)")
          continue
        }
        #expect(read.utf8.elementsEqual(text.utf8))
      }
      var bytes: [UInt8] = [UInt8(ascii: "x")]
      JSONString.append(quoted: text.utf8, to: &bytes)
      #expect(bytes.elementsEqual(("x" + JSONString.quoted(text)).utf8))
    }
  }
}
