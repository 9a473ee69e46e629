import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers

/// A small vocabulary of all bytes and some difficult tokens, which span several parts of a document or contain parts
/// of characters.
enum SmallIndex {
  private static let texts = [
    "\"", "\":", "\":\"", "\",\"", "{\"", "\"}", "\"]", "\"},{\"", "},", "],[", "[]", "{}", "[{", "}}", "true", "false",
    "null", "tr", "nul", "12", "10", "0.", "-1", "e+", ".5", "1,", "1]", "1}", "2,\"", ": ", ", ", "ab", "abc", "a\"",
    "b\",\"", "foo", "\"foo", "\"foo\":", "bar\"", "\\\"", "\\u00", "\\", "\\n", "x-", "2024-", "-01", "é", "日", " ",
    "  ",
  ]

  /// The pieces: the bytes, the texts, the byte sequences, and the control tokens.
  static let index = Result { TokenIndex(try tokenizer().vocabulary) }

  /// Returns the tokenizer, whose vocabulary may have more texts.
  static func tokenizer(_ more: [String] = []) throws -> Tokenizer {
    var pieces: [[UInt8]] = (UInt8.min...UInt8.max).map { [$0] }
    pieces += (texts + more).map { Array($0.utf8) }.filter { $0.count > 1 }
    // Parts of characters: of é and of 日.
    pieces += [[0x61, 0xC3], [0xA9, 0x22], [0xE6, 0x97], [0x97, 0xA5], [0xA5, 0x62]]
    var metadata = GGUFMetadata()
    func set(_ key: String, _ value: GGUFValue) { metadata["tokenizer.ggml." + key] = value }
    let stored = pieces.map { $0.map { letters[Int($0)] }.joined() } + ["<end>", "<tool>"]
    set("model", .text("gpt2"))
    set("pre", .text("gpt-2"))
    set("tokens", .array(.string(ByteStrings(stored))))
    set("token_type", .array(.int32([Int32](repeating: 1, count: pieces.count) + [3, 3])))
    set("merges", .array(.string(ByteStrings([String]()))))
    set("eos_token_id", .uint32(UInt32(pieces.count)))
    return try Tokenizer(metadata: metadata)
  }

  /// The character of each byte in GPT-2's byte alphabet.
  private static let letters: [String] = {
    let printable = Array(UInt8(33)...126) + Array(161...172) + Array(174...255)
    return (UInt8.min...UInt8.max).map { byte in
      if printable.contains(byte) { return String(Unicode.Scalar(byte)) }
      let position = (UInt8.min..<byte).count { !printable.contains($0) }
      return Unicode.Scalar(UInt32(256 + position)).map { String($0) } ?? ""
    }
  }()
}

extension Guide {
  /// Returns true if the guide accepts a text.
  func accepts(_ text: String) -> Bool {
    var matcher = makeMatcher()
    return matcher.accept(bytes: Array(text.utf8)) && matcher.isAccepting
  }
}
