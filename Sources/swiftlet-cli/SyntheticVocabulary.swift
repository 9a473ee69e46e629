import SwiftletGGUF
import SwiftletTokenizers

/// Vocabularies of synthetic models: byte tokens, or a copy from another file.
enum SyntheticVocabulary {
  private static let perToken = ["tokens", "scores", "token_type"].map { "tokenizer.ggml." + $0 }

  /// The bytes in the alphabet of GPT-2: those without a printable Latin-1 character follow from U+0100 on.
  private static let alphabet: [String] = {
    var next: UInt32 = 0x100
    return (0..<256).map { byte -> String in
      let isPrintable = (33...126).contains(byte) || (161...172).contains(byte) || byte >= 174
      defer { if !isPrintable { next += 1 } }
      return Unicode.Scalar(isPrintable ? UInt32(byte) : next).map { String(Character($0)) } ?? ""
    }
  }()

  /// The id of the first word token.
  static let firstWord = 259

  /// Writes a byte-level vocabulary: a token per byte, the ChatML tokens, `words`, and fillers up to `count`.
  static func make(count: Int, words: [[UInt8]] = [], to metadata: inout GGUFMetadata) {
    var tokens = alphabet + ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    tokens += words.map { word in word.map { alphabet[Int($0)] }.joined() }
    var kinds = [Int32](repeating: Int32(Vocabulary.Kind.normal.rawValue), count: tokens.count)
    for marker in 256..<firstWord { kinds[marker] = Int32(Vocabulary.Kind.control.rawValue) }
    while tokens.count < count {
      tokens.append("<|filler_\(tokens.count)|>")
      kinds.append(Int32(Vocabulary.Kind.unused.rawValue))
    }
    metadata["tokenizer.ggml.model"] = .text("gpt2")
    // llama-bpe matches whole pre-tokens in the vocabulary, without merges (ignore_merges).
    metadata["tokenizer.ggml.pre"] = .text(words.isEmpty ? "gpt-2" : "llama-bpe")
    metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(tokens)))
    metadata["tokenizer.ggml.token_type"] = .array(.int32(kinds))
    metadata["tokenizer.ggml.merges"] = .array(.string(ByteStrings()))
    metadata["tokenizer.ggml.bos_token_id"] = .uint32(256)
    metadata["tokenizer.ggml.eos_token_id"] = .uint32(258)
    metadata["tokenizer.ggml.add_bos_token"] = .bool(false)
  }

  /// Copies all tokenizer keys, with the token lists truncated or padded to `count`.
  static func copy(_ source: GGUFMetadata, count: Int, to metadata: inout GGUFMetadata) throws {
    for key in source.keys where key.hasPrefix("tokenizer.") {
      guard perToken.contains(key), case .array(let array)? = source[key] else {
        metadata[key] = source[key]
        continue
      }
      switch array {
      case .string(let tokens):
        var result = ByteStrings(tokens.prefix(count).map { Array($0) })
        while result.count < count { result.append("[PAD\(result.count)]".utf8) }
        metadata[key] = .array(.string(result))
      case .float32(let scores):
        metadata[key] = .array(.float32(filled(scores, -1000, count)))
      default:
        let kinds = array.integers ?? []
        metadata[key] = .array(
          .int32(filled(kinds.map { Int32(clamping: $0) }, Int32(Vocabulary.Kind.unused.rawValue), count)))
      }
    }
    guard metadata["tokenizer.ggml.tokens"] != nil else {
      throw source.error(
        .missingKey, "tokenizer.ggml.tokens", found: "no such key", expected: "the vocabulary to be copied")
    }
  }

  private static func filled<Element>(_ values: [Element], _ filler: Element, _ count: Int) -> [Element] {
    Array(values.prefix(count)) + Array(repeating: filler, count: max(0, count - values.count))
  }
}
