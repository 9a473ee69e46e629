/// The id of a token: its index in the vocabulary.
public typealias TokenID = Int

/// The vocabulary of a model: the texts and kinds of its tokens, and its special tokens.
///
/// ```swift
/// let vocabulary = tokenizer.vocabulary
/// print(vocabulary.count, vocabulary.id(of: "<|im_end|>") ?? "absent")
/// ```
public struct Vocabulary: Sendable {
  /// The kind of a token, with the values of `tokenizer.ggml.token_type`.
  public enum Kind: Int, Sendable {
    case undefined = 0, normal, unknown, control, userDefined, unused, byte
  }

  /// The tokenization algorithm, with the value of `tokenizer.ggml.model`.
  public enum Model: String, Sendable, CaseIterable {
    /// The byte-pair encoding of SentencePiece, by scores.
    case sentencePiece = "llama"
    /// The byte-level byte-pair encoding, by a list of merges.
    case bytePair = "gpt2"
    /// The byte-pair encoding of characters, by a list of merges.
    case characterPair = "gemma4"
    /// WordPiece, the greedy longest match of BERT.
    case wordPiece = "bert"
    /// The unigram model of T5, the most likely sequence of tokens.
    case unigram = "t5"
  }

  /// The form of token texts.
  enum TextForm: Sendable {
    /// Bytes in the alphabet of ``ByteAlphabet``.
    case byteAlphabet
    /// Plain text with ▁ for a space and `<0xHH>` for a byte token.
    case metaspace
  }

  /// The tokenization algorithm.
  public let model: Model
  /// The name of the pre-tokenizer (`tokenizer.ggml.pre`), nil if the file has none.
  public let preTokenizerName: String?
  let form: TextForm
  /// The texts as stored.
  let texts: TokenTexts
  /// The decoded bytes of the tokens.
  let pieces: TokenTexts
  let kinds: [Kind]
  /// The scores, empty if the file has none.
  let scores: [Float]
  /// The index of all tokens by stored text.
  let index: TextIndex
  /// The special tokens that the file names or implies.
  let special: SpecialTokens

  /// The number of tokens.
  public var count: Int { kinds.count }

  /// The text of a token as stored in the file; empty if the id is out of range.
  ///
  /// It is in the byte alphabet of GPT-2, or has ▁ for spaces.
  public func bytes(of id: TokenID) -> ArraySlice<UInt8> { kinds.indices.contains(id) ? texts[id] : [] }

  /// The decoded bytes of a token, or its stored text if it is a control token; empty if the id is out of range.
  ///
  /// A token may contain only a part of a character. The space that ``addsSpacePrefix`` adds is included.
  public func piece(of id: TokenID) -> ArraySlice<UInt8> { kinds.indices.contains(id) ? pieces[id] : [] }

  /// The kind of a token; `undefined` if the id is out of range.
  public func kind(of id: TokenID) -> Kind { kinds.indices.contains(id) ? kinds[id] : .undefined }

  /// The token with the given stored text, nil if there is none; of several, the one with the lowest id.
  public func id(of text: String) -> TokenID? {
    let bytes = Array(text.utf8)
    let id = index.id(bytes.span, 0..<bytes.count)
    return id >= 0 ? TokenID(id) : nil
  }

  /// The score of a token, 0 if the file has none.
  func score(of id: TokenID) -> Float { scores.indices.contains(id) ? scores[id] : 0 }

  /// The token of each byte among those marked as bytes, negative if there is none; of several, the lowest id.
  var byteTokens: [Int32] {
    var tokens = [Int32](repeating: -1, count: 0x100)
    for id in (0..<count).reversed() where kinds[id] == .byte {
      if let byte = pieces[id].first, pieces[id].count == 1 { tokens[Int(byte)] = Int32(id) }
    }
    return tokens
  }

  /// Returns true if merging may produce the token; control tokens must not arise from text.
  func isMergeable(_ id: TokenID) -> Bool {
    switch kinds[id] {
    case .control, .unknown, .userDefined: false
    case .byte: form == .byteAlphabet
    case .undefined, .normal, .unused:
      // In the other form a space in a stored text is literal, while those of the input have become ▁.
      form == .byteAlphabet || !texts[id].contains(UInt8(ascii: " "))
    }
  }
}

extension Vocabulary {
  /// The token that begins a sequence.
  public var bosID: TokenID? { special.bos }
  /// The token that ends a sequence.
  public var eosID: TokenID? { special.eos }
  /// The token that ends a turn.
  public var eotID: TokenID? { special.eot }
  /// The token that ends a message within a turn.
  public var eomID: TokenID? { special.eom }
  /// The token that ends a text in embedding models, and separates two texts.
  public var separatorID: TokenID? { special.separator }
  /// The mask token of masked language models.
  public var maskID: TokenID? { special.mask }
  /// The unknown token.
  public var unknownID: TokenID? { special.unknown }
  /// The padding token.
  public var paddingID: TokenID? { special.padding }
  /// True if encoding puts ``bosID`` first.
  public var addsBOS: Bool { special.addsBOS }
  /// True if encoding puts ``eosID`` last.
  public var addsEOS: Bool { special.addsEOS }
  /// True if encoding prepends a space, as SentencePiece does so that the first word equals later ones.
  public var addsSpacePrefix: Bool { special.addsSpacePrefix }
  /// True if decoding drops a space at the start of a text.
  var dropsFirstSpace: Bool { addsSpacePrefix || model == .wordPiece }
  /// The tokens that must never be generated, in ascending order.
  public var suppressedTokens: [TokenID] { special.suppressed }
  /// The end-of-generation (EOG) tokens.
  public var endOfGeneration: Set<TokenID> { special.endOfGeneration }
}
