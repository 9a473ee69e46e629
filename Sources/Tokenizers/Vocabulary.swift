/// A token's number: its place in the vocabulary.
public typealias TokenID = Int

/// The tokens of a model: their texts and kinds, and which of them have a special meaning.
///
/// ```swift
/// let vocabulary = tokenizer.vocabulary
/// print(vocabulary.count, vocabulary.id(of: "<|im_end|>") ?? "absent")
/// ```
public struct Vocabulary: Sendable {
  /// What a token is for, with the numbers that files use.
  public enum Kind: Int, Sendable {
    case undefined = 0, normal, unknown, control, userDefined, unused, byte
  }

  /// The algorithm that makes tokens of text, with the name that files use.
  public enum Model: String, Sendable, CaseIterable {
    /// SentencePiece's byte-pair encoding by scores.
    case sentencePiece = "llama"
    /// Byte-level byte-pair encoding by a list of merges.
    case bytePair = "gpt2"
    /// Byte-pair encoding of characters by a list of merges.
    case characterPair = "gemma4"
    /// The longest tokens that words start with, as BERT has them.
    case wordPiece = "bert"
    /// The most likely sequence of tokens, as T5 has it.
    case unigram = "t5"
  }

  /// How tokens write the bytes that they stand for.
  enum TextForm: Sendable {
    /// In the alphabet of ``ByteAlphabet``.
    case byteAlphabet
    /// As they are, but with ▁ for a space and `<0xHH>` for a byte that is no character.
    case wordBoundary
  }

  /// The algorithm that the vocabulary is made for.
  public let model: Model
  /// The name of the rules that cut text into pieces before byte-pair encoding, nil if the file has none.
  public let preTokenizerName: String?
  let form: TextForm
  /// The texts as stored.
  let texts: TokenTexts
  /// The bytes that the tokens stand for.
  let pieces: TokenTexts
  let kinds: [Kind]
  /// The scores, empty if the file has none.
  let scores: [Float]
  /// All tokens by stored text.
  let index: TextIndex
  /// The special tokens whose ids the file gives or implies.
  let special: SpecialTokens

  /// The number of tokens.
  public var count: Int { kinds.count }

  /// The text of a token as stored in the file: in the byte alphabet of GPT-2, or with ▁ for spaces; empty when the id
  /// is out of range.
  public func bytes(of id: TokenID) -> ArraySlice<UInt8> { kinds.indices.contains(id) ? texts[id] : [] }

  /// The bytes of text that a token stands for, its stored text if it is a control token; empty when the id is out of
  /// range.
  ///
  /// One token may hold a part of a character only. A space that ``addsSpacePrefix`` put before the text is included.
  public func piece(of id: TokenID) -> ArraySlice<UInt8> { kinds.indices.contains(id) ? pieces[id] : [] }

  /// The kind of a token, `undefined` when the id is out of range.
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

  /// Whether merging text may give the token; it must not give one that steers the model.
  func isMergeable(_ id: TokenID) -> Bool {
    switch kinds[id] {
    case .control, .unknown, .userDefined: false
    case .byte: form == .byteAlphabet
    case .undefined, .normal, .unused:
      // Elsewhere, spaces are ▁ by the time that text is looked up.
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
  /// The token that ends a text for models that embed it, and divides two texts.
  public var separatorID: TokenID? { special.separator }
  /// The token that stands for one that a model has to guess.
  public var maskID: TokenID? { special.mask }
  /// The token for what has no token.
  public var unknownID: TokenID? { special.unknown }
  /// The token that fills up sequences of unequal length.
  public var paddingID: TokenID? { special.padding }
  /// Whether encoding puts ``bosID`` first.
  public var addsBOS: Bool { special.addsBOS }
  /// Whether encoding puts ``eosID`` last.
  public var addsEOS: Bool { special.addsEOS }
  /// Whether text gets a space in front, as SentencePiece does to make the first word like the others.
  public var addsSpacePrefix: Bool { special.addsSpacePrefix }
  /// Whether decoding drops a space at the start of a text.
  var dropsFirstSpace: Bool { addsSpacePrefix || model == .wordPiece }
  /// Tokens that must never be generated, in ascending order.
  public var suppressedTokens: [TokenID] { special.suppressed }
  /// The tokens after which a model has nothing more to say.
  public var endOfGeneration: Set<TokenID> { special.endOfGeneration }
}
