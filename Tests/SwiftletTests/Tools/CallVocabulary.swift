import SwiftletGGUF
import SwiftletTokenizers

/// A small vocabulary for calls of tools: all bytes, some awkward pieces, and the tags of several families as control
/// tokens.
enum CallVocabulary {
  static let texts = [
    "\"", "{\"", "\"}", "\",\"", "\": ", "}}", "name", "arguments", "tool", "<", ">", "\n", "</", "true", "12", "ab",
    "x\"",
    "[{\"", ", ", "e>", "Oslo", "get", "_weather", "(", ")", "=", "<tool", "_call>",
  ]
  static let tags = [
    "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "[TOOL_CALLS]", "[ARGS]", "[CALL_ID]",
    "<|tool_call>", "<tool_call|>", "<|\"|>", "<|channel|>", "<|message|>", "<|end|>", "<|start|>", "<|call|>",
    "<|return|>", "<|constrain|>", "<|tool_call_start|>", "<|tool_call_end|>", "<think>", "</think>",
    "<start_function_call>", "<end_function_call>", "<escape>", "<start_function_response>",
  ]

  static func tokenizer() throws -> Tokenizer {
    var pieces: [[UInt8]] = (UInt8.min...UInt8.max).map { [$0] }
    pieces += texts.map { Array($0.utf8) }.filter { $0.count > 1 }
    var metadata = GGUFMetadata()
    func set(_ key: String, _ value: GGUFValue) { metadata["tokenizer.ggml." + key] = value }
    let stored = pieces.map { $0.map { letters[Int($0)] }.joined() } + tags
    set("model", .text("gpt2"))
    set("pre", .text("gpt-2"))
    set("tokens", .array(.string(ByteStrings(stored))))
    let kinds = [Int32](repeating: 1, count: pieces.count) + [Int32](repeating: 3, count: tags.count)
    set("token_type", .array(.int32(kinds)))
    set("merges", .array(.string(ByteStrings([String]()))))
    set("eos_token_id", .uint32(UInt32(pieces.count + 1)))
    return try Tokenizer(metadata: metadata)
  }

  /// The characters of GPT-2's byte alphabet, by byte.
  private static let letters: [String] = {
    let printable = Array(UInt8(33)...126) + Array(161...172) + Array(174...255)
    return (UInt8.min...UInt8.max).map { byte in
      if printable.contains(byte) { return String(Unicode.Scalar(byte)) }
      let position = (UInt8.min..<byte).count { !printable.contains($0) }
      return Unicode.Scalar(UInt32(256 + position)).map { String($0) } ?? ""
    }
  }()
}

/// Chances that are the same in every run.
struct SeededChances: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
