import SwiftletGGUF
import SwiftletTokenizers

/// Builds the metadata of vocabularies that are small enough to follow by hand.
struct SmallVocabulary {
  var model: String
  var preTokenizer: String?
  var texts: [String] = []
  var kinds: [Vocabulary.Kind] = []
  var scores: [Float] = []
  var merges: [String] = []
  var values: [String: GGUFValue] = [:]

  /// Byte-level pieces: all 256 bytes, then the results of the merges in order.
  static func bytePair(merges: [String] = [], preTokenizer: String? = "gpt-2") -> SmallVocabulary {
    var vocabulary = SmallVocabulary(model: "gpt2", preTokenizer: preTokenizer)
    for byte in UInt8.min...UInt8.max { vocabulary.add(letter(byte)) }
    for merge in merges { vocabulary.add(merge.split(separator: " ").joined()) }
    vocabulary.merges = merges
    return vocabulary
  }

  /// `<unk>`, `<s>`, `</s>`, all 256 bytes, then the given pieces, earlier ones with the higher score.
  static func sentencePiece(_ pieces: [String] = [], bytes: Bool = true) -> SmallVocabulary {
    var vocabulary = SmallVocabulary(model: "llama", preTokenizer: "default")
    vocabulary.add("<unk>", .unknown)
    vocabulary.add("<s>", .control)
    vocabulary.add("</s>", .control)
    for byte in UInt8.min...UInt8.max where bytes {
      vocabulary.add("<0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) + ">", .byte)
    }
    for (position, piece) in pieces.enumerated() { vocabulary.add(piece, score: -Float(position)) }
    return vocabulary
  }

  /// Adds a token and returns its id.
  @discardableResult
  mutating func add(_ text: String, _ kind: Vocabulary.Kind = .normal, score: Float = 0) -> TokenID {
    texts.append(text)
    kinds.append(kind)
    scores.append(score)
    return texts.count - 1
  }

  /// The character of a byte in the byte alphabet of GPT-2, by its definition: the printable bytes, then the others.
  static func letter(_ byte: UInt8) -> String { letters[Int(byte)] }

  private static let letters: [String] = {
    let printable = Array(UInt8(33)...126) + Array(161...172) + Array(174...255)
    return (UInt8.min...UInt8.max).map { byte in
      if printable.contains(byte) { return String(Unicode.Scalar(byte)) }
      let position = (UInt8.min..<byte).count { !printable.contains($0) }
      return Unicode.Scalar(UInt32(256 + position)).map { String($0) } ?? ""
    }
  }()

  var metadata: GGUFMetadata {
    var metadata = GGUFMetadata()
    func set(_ key: String, _ value: GGUFValue) { metadata["tokenizer.ggml." + key] = value }
    set("model", .text(model))
    if let preTokenizer { set("pre", .text(preTokenizer)) }
    set("tokens", .array(.string(ByteStrings(texts))))
    set("token_type", .array(.int32(kinds.map { Int32($0.rawValue) })))
    set("scores", .array(.float32(scores)))
    if model == "gpt2" { set("merges", .array(.string(ByteStrings(merges)))) }
    for (key, value) in values { metadata[key] = value }
    return metadata
  }

  func tokenizer() throws -> Tokenizer { try Tokenizer(metadata: metadata) }
}

extension Tokenizer {
  /// The tokens of a text as they are stored, without BOS and EOS.
  func pieces(_ text: String, parsingSpecialTokens: Bool = false) -> [String] {
    encode(text, parsingSpecialTokens: parsingSpecialTokens, addingBOSAndEOS: false).map {
      String(decoding: vocabulary.bytes(of: $0), as: UTF8.self)
    }
  }
}
