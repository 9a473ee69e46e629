extension Tokenizer {
  /// The tokens of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - parsingSpecialTokens: Whether control tokens written out in the text become those tokens; never wanted for text
  ///     from a user. Tokens that the vocabulary defines for users are always recognised.
  ///   - addingBOSAndEOS: Whether BOS and EOS are added as far as the vocabulary asks for them, or what stands in their
  ///     place in models that embed text. A text that starts with BOS gets no second one.
  /// - Returns: The ids of the tokens.
  /// - Complexity: O(n), and O(n log n) for a text that is one word.
  public func encode(
    _ text: String, parsingSpecialTokens: Bool = false, addingBOSAndEOS: Bool = true
  ) -> [TokenID] {
    encode(bytes: Array(text.utf8), parsingSpecialTokens: parsingSpecialTokens, addingBOSAndEOS: addingBOSAndEOS)
  }

  /// The tokens of bytes that are UTF-8, or nearly: ill-formed bytes are encoded as such if the vocabulary can.
  public func encode(
    bytes: some Collection<UInt8>, parsingSpecialTokens: Bool = false, addingBOSAndEOS: Bool = true
  ) -> [TokenID] {
    let text = Array(bytes)
    return encode(text, trusted: parsingSpecialTokens ? [0..<text.count] : [], addingBOSAndEOS: addingBOSAndEOS)
  }

  /// The tokens of a prompt that is made of trusted and of untrusted parts.
  ///
  /// The result is that of the whole text, borders between segments being no borders between tokens, except that
  /// control tokens are recognised only where they lie in segments that parse them.
  public func encode(_ segments: [TextSegment], addingBOSAndEOS: Bool = true) -> [TokenID] {
    var text: [UInt8] = []
    var trusted: [Range<Int>] = []
    for segment in segments where !segment.text.isEmpty {
      let start = text.count
      text.append(contentsOf: segment.text.utf8)
      guard segment.parsesSpecialTokens else { continue }
      if let last = trusted.last, last.upperBound == start {
        trusted[trusted.count - 1] = last.lowerBound..<text.count
      } else {
        trusted.append(start..<text.count)
      }
    }
    return encode(text, trusted: trusted, addingBOSAndEOS: addingBOSAndEOS)
  }

  /// Encodes a text whose control tokens are recognised inside the `trusted` ranges, which are in order and apart.
  private func encode(_ text: [UInt8], trusted: [Range<Int>], addingBOSAndEOS: Bool) -> [TokenID] {
    var encoding = Encoding(self, capacity: text.count)
    encoding.append(text.span, trusted: trusted)
    var ids = encoding.ids
    guard addingBOSAndEOS else { return ids }
    if vocabulary.addsBOS, let bos = vocabulary.bosID, ids.first != bos { ids.insert(bos, at: 0) }
    if vocabulary.special.addsSeparator, let separator = vocabulary.separatorID {
      // Files may ask for an end too, which is the same token.
      ids.append(separator)
    } else if vocabulary.addsEOS, let eos = vocabulary.eosID {
      ids.append(eos)
    }
    return ids
  }
}

/// One run of the encoder: the tokens so far, and the memory that it works in.
private struct Encoding {
  private let tokenizer: Tokenizer
  private(set) var ids: [TokenID] = []
  private var scratch = BytePairModel.Scratch()
  private var followsSpecialToken = true

  init(_ tokenizer: Tokenizer, capacity: Int) {
    self.tokenizer = tokenizer
    ids.reserveCapacity(capacity / 4 + 8)
  }

  /// Appends the tokens of a text, special ones first: they divide it into stretches that are encoded one by one.
  mutating func append(_ text: Span<UInt8>, trusted: [Range<Int>]) {
    let special = tokenizer.vocabulary.special
    var position = 0
    for match in tokenizer.matcher.matches(text, trusted: trusted).reversed() where match.start >= position {
      var end = match.start
      if special.stripsBefore.contains(match.id) {
        while end > position, Self.isSpace(text[end - 1]) { end -= 1 }
      }
      appendStretch(text, position..<end)
      ids.append(match.id)
      followsSpecialToken = true
      position = match.end
      if special.stripsAfter.contains(match.id) {
        while position < text.count, Self.isSpace(text[position]) { position += 1 }
      }
    }
    appendStretch(text, position..<text.count)
  }

  /// Appends the tokens of a stretch without special tokens.
  private mutating func appendStretch(_ text: Span<UInt8>, _ stretch: Range<Int>) {
    guard !stretch.isEmpty else { return }
    switch tokenizer.algorithm {
    case .bytePair(let model):
      if tokenizer.vocabulary.form == .byteAlphabet {
        model.encode(text, stretch, into: &ids, &scratch)
      } else {
        let plain = plain(text, stretch, addingSpace: tokenizer.vocabulary.addsSpacePrefix)
        model.encode(plain.span, 0..<plain.count, into: &ids, &scratch)
      }
    case .sentencePiece(let model):
      let plain = plain(text, stretch, addingSpace: tokenizer.vocabulary.addsSpacePrefix)
      model.encode(plain.span, into: &ids, &scratch.merger)
    case .wordPiece(let model):
      model.encode(text, stretch, into: &ids)
    case .unigram(let model):
      model.encode(text, stretch, into: &ids)
    }
    followsSpecialToken = false
  }

  /// A stretch of text with spaces for ▁, and one before it if it is the first after a special token.
  private func plain(_ text: Span<UInt8>, _ stretch: Range<Int>, addingSpace: Bool) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(stretch.count + 1)
    if followsSpecialToken, addingSpace { plain.append(UInt8(ascii: " ")) }
    WordBoundary.decode(text, stretch, into: &plain)
    return plain
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
