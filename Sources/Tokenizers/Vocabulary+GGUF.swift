import SwiftletGGUF

/// The initialiser from the keys `tokenizer.ggml.*` of a model file.
extension Vocabulary {
  /// Reads and validates the vocabulary; irregularities that can be worked around are added to `warnings`.
  init(
    _ metadata: GGUFMetadata, profile: PreTokenizer.Profile, model: Model, warnings: inout [String]
  ) throws(TokenizerError) {
    let reader = TokenizerKeys(metadata)
    guard let tokens = try reader.byteStrings("tokens") else { throw .missingKey(TokenizerKeys.prefix + "tokens") }
    guard !tokens.isEmpty, tokens.count < Int32.max else {
      throw .wrongCount(key: TokenizerKeys.prefix + "tokens", expected: 1, found: tokens.count)
    }
    var texts = TokenTexts()
    texts.reserveCapacity(texts: tokens.count, bytes: tokens.byteCount)
    for token in tokens { texts.append(token) }

    self.model = model
    self.texts = texts
    form = model == .bytePair ? profile.form : .metaspace
    preTokenizerName = try reader.string("pre")
    index = TextIndex(texts) { _ in true }
    scores = try reader.floats("scores", count: tokens.count) ?? []
    if model == .sentencePiece || model == .unigram, scores.isEmpty {
      throw .missingKey(TokenizerKeys.prefix + "scores")
    }

    var kinds = try reader.kinds(count: tokens.count)
    var special = try reader.specialTokens(model, profile, count: tokens.count)
    let index = index
    func find(_ text: String) -> TokenID? {
      let bytes = Array(text.utf8)
      let id = index.id(bytes.span, 0..<bytes.count)
      return id >= 0 ? TokenID(id) : nil
    }
    if special.eot == nil { special.eot = WellKnownTokens.endOfTurn.lazy.compactMap(find).first }
    if special.eom == nil { special.eom = WellKnownTokens.endOfMessage.lazy.compactMap(find).first }
    func findMarked(_ text: String) -> TokenID? { find(text).flatMap { kinds[$0] == .normal ? nil : $0 } }
    var fimEnds: [String: TokenID] = [:]
    for (key, texts) in WellKnownTokens.fimEnds.sorted(by: { $0.key < $1.key }) {
      if let id = try reader.token(key, or: texts, count: tokens.count, findMarked), id != special.padding {
        special.fimEnds.append(id)
        fimEnds[key] = id
      }
    }
    special.fillInTheMiddle = try reader.fillInTheMiddle(
      count: tokens.count, repository: fimEnds["fim_rep_token_id"], separator: fimEnds["fim_sep_token_id"], find)
    special.collectEndOfGeneration(find, findMarked)
    for text in WellKnownTokens.endOfGeneration {
      guard let id = find(text), kinds[id] != .control else { continue }
      // User input could spell a user-defined token, so its kind is changed; that is too common to warn about.
      if kinds[id] != .userDefined {
        warnings.append("token \(id), \"\(text)\", is marked as \(kinds[id]); it is treated as a control token")
      }
      kinds[id] = .control
    }
    for id in special.endOfGeneration where kinds[id] == .userDefined { kinds[id] = .control }
    if model == .sentencePiece, !kinds.contains(.byte) { Self.markByteTokens(&kinds, texts, &warnings) }
    special.stripsAfter = try reader.isPhi3() ? Self.phi3StrippingTokens(kinds, find) : []
    special.stripsBefore = Set(try reader.leftStrippedTexts().compactMap(find))
    self.kinds = kinds
    self.special = special
    pieces = Self.pieces(of: texts, kinds, form)
  }

  /// Corrects the kind of byte tokens that are marked as normal.
  private static func markByteTokens(_ kinds: inout [Kind], _ texts: TokenTexts, _ warnings: inout [String]) {
    var count = 0
    for id in kinds.indices where kinds[id] == .normal && byteValue(texts[id]) != nil {
      kinds[id] = .byte
      count += 1
    }
    guard count > 0 else { return }
    warnings.append("\(count) tokens of the form <0xHH> are not marked as byte tokens; they are treated as such")
  }

  /// The special tokens of Phi-3 that strip the whitespace after them, as in training.
  private static func phi3StrippingTokens(_ kinds: [Kind], _ find: (String) -> TokenID?) -> Set<TokenID> {
    let special = kinds.indices.filter { [.control, .unknown, .userDefined].contains(kinds[$0]) }
    return Set(special).union([find("</s>")].compactMap(\.self))
      .subtracting(["<unk>", "<s>", "<|endoftext|>"].compactMap(find))
  }

  /// The byte of a text of the form `<0xHH>`, with exactly two hexadecimal digits; nil for other texts.
  static func byteValue(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.count == 6, text.starts(with: "<0x".utf8), text.last == UInt8(ascii: ">") else { return nil }
    var value: UInt8 = 0
    for digit in text.dropFirst(3).dropLast() {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | digit & 0x0F
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | (digit & 0x0F + 9)
      default: return nil
      }
    }
    return value
  }

  /// Decodes the texts of all tokens into bytes.
  private static func pieces(of texts: TokenTexts, _ kinds: [Kind], _ form: TextForm) -> TokenTexts {
    var pieces = TokenTexts()
    pieces.reserveCapacity(texts: texts.count, bytes: texts.storage.count)
    let bytes = texts.storage.span
    for id in kinds.indices {
      let range = texts.range(of: id)
      switch (kinds[id], form) {
      case (.control, _), (.unknown, _), (.userDefined, _):
        pieces.append(texts[id])
      case (.byte, .metaspace):
        if let byte = byteValue(texts[id]) { pieces.append([byte]) } else { pieces.append(texts[id]) }
      case (_, let form):
        pieces.append { form.decode(bytes, range, into: &$0) }
      }
    }
    return pieces
  }
}

extension Vocabulary.TextForm {
  /// Decodes a range of a token's text and appends the bytes.
  func decode(_ text: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) {
    switch self {
    case .byteAlphabet: ByteAlphabet.decode(text, range, into: &output)
    case .metaspace: Metaspace.decode(text, range, into: &output)
    }
  }
}
