extension Tokenizer {
  /// Encodes a text into tokens.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - parsingSpecialTokens: True if control tokens spelled out in the text are parsed; unsafe for untrusted text.
  ///     The user-defined tokens of the vocabulary are always parsed.
  ///   - addingBOSAndEOS: True if BOS and EOS are added where the vocabulary requires them, or their equivalents in
  ///     embedding models. A text that starts with BOS gets no second one.
  ///   - limit: The number of tokens after which encoding may stop. A result with more is the beginning of the tokens,
  ///     without EOS, so that a text that is too long is not encoded whole.
  /// - Returns: The ids of the tokens.
  /// - Complexity: O(n), or O(n log n) for a text that is a single word.
  public func encode(
    _ text: String, parsingSpecialTokens: Bool = false, addingBOSAndEOS: Bool = true, stoppingAfter limit: Int = .max
  ) -> [TokenID] {
    encode(
      bytes: Array(text.utf8), parsingSpecialTokens: parsingSpecialTokens, addingBOSAndEOS: addingBOSAndEOS,
      stoppingAfter: limit)
  }

  /// Encodes bytes of UTF-8; ill-formed bytes are encoded as they are where the vocabulary has byte tokens.
  public func encode(
    bytes: some Collection<UInt8>, parsingSpecialTokens: Bool = false, addingBOSAndEOS: Bool = true,
    stoppingAfter limit: Int = .max
  ) -> [TokenID] {
    let text = Array(bytes)
    return encode(
      text, trusted: parsingSpecialTokens ? [0..<text.count] : [], addingBOSAndEOS: addingBOSAndEOS, limit: limit)
  }

  /// Encodes a prompt of trusted and untrusted segments.
  ///
  /// The segments are tokenized as one text, so tokens may span them, but control tokens are parsed only within
  /// segments that allow it.
  public func encode(
    _ segments: [TextSegment], addingBOSAndEOS: Bool = true, stoppingAfter limit: Int = .max
  ) -> [TokenID] {
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
    return encode(text, trusted: trusted, addingBOSAndEOS: addingBOSAndEOS, limit: limit)
  }

  /// Encodes bytes of UTF-8 and passes the tokens on in parts, since those of a long text take much memory.
  ///
  /// All parts together are the tokens of ``encode(bytes:parsingSpecialTokens:addingBOSAndEOS:stoppingAfter:)``. Parts
  /// have little more than `partCount` tokens with byte-level vocabularies; with others, text without special tokens is
  /// one part.
  package func encode<Failure>(
    bytes text: [UInt8], parsingSpecialTokens: Bool, addingBOSAndEOS: Bool, partCount: Int = 1 << 16,
    passingTo body: ([TokenID]) throws(Failure) -> Void
  ) throws(Failure) {
    var isFirst = true
    var encoding = EncodingState(self, capacity: partCount, limit: .max, partCount: partCount)
    try encoding.append(text.span, trusted: parsingSpecialTokens ? [0..<text.count] : []) { (ids) throws(Failure) in
      if isFirst, addingBOSAndEOS { addBOS(to: &ids) }
      isFirst = false
      try body(ids)
      ids.removeAll(keepingCapacity: true)
    }
    var last = encoding.ids
    if isFirst, addingBOSAndEOS { addBOS(to: &last) }
    if addingBOSAndEOS { addEOS(to: &last) }
    try body(last)
  }

  /// Encodes a text whose control tokens are parsed inside the `trusted` ranges, which are sorted and disjoint.
  private func encode(_ text: [UInt8], trusted: [Range<Int>], addingBOSAndEOS: Bool, limit: Int) -> [TokenID] {
    var encoding = EncodingState(self, capacity: text.count / 4, limit: limit)
    encoding.append(text.span, trusted: trusted) { (_: inout [TokenID]) throws(Never) in }
    var ids = encoding.ids
    guard addingBOSAndEOS, ids.count <= limit else { return ids }
    addBOS(to: &ids)
    addEOS(to: &ids)
    return ids
  }

  private func addBOS(to ids: inout [TokenID]) {
    if vocabulary.addsBOS, let bos = vocabulary.bosID, ids.first != bos { ids.insert(bos, at: 0) }
  }

  private func addEOS(to ids: inout [TokenID]) {
    if vocabulary.special.addsSeparator, let separator = vocabulary.separatorID {
      // The file may request EOS too, which is the same token.
      ids.append(separator)
    } else if vocabulary.addsEOS, let eos = vocabulary.eosID {
      ids.append(eos)
    }
  }
}

/// The state of one encoding: the tokens so far and scratch memory.
private struct EncodingState {
  private let tokenizer: Tokenizer
  /// The number of tokens after which encoding stops.
  private let limit: Int
  /// The number of tokens after which they are passed on.
  private let partCount: Int
  private(set) var ids: [TokenID] = []
  private var scratch = BytePairModel.Scratch()
  private var followsSpecialToken = true

  init(_ tokenizer: Tokenizer, capacity: Int, limit: Int, partCount: Int = .max) {
    (self.tokenizer, self.limit, self.partCount) = (tokenizer, limit, partCount)
    ids.reserveCapacity(min(capacity, limit) + 8)
  }

  /// Splits a text at its special tokens and appends the tokens of each part.
  ///
  /// `pass` may take the tokens so far, when there are more than `partCount`.
  mutating func append<Failure>(
    _ text: Span<UInt8>, trusted: [Range<Int>], pass: (inout [TokenID]) throws(Failure) -> Void
  ) throws(Failure) {
    let special = tokenizer.vocabulary.special
    var position = 0
    for match in tokenizer.matcher.matches(text, trusted: trusted).reversed() where match.start >= position {
      if ids.count > limit { return }
      if ids.count > partCount { try pass(&ids) }
      var end = match.start
      if special.stripsBefore.contains(match.id) {
        while end > position, Self.isSpace(text[end - 1]) { end -= 1 }
      }
      try appendText(text, position..<end, pass: pass)
      ids.append(match.id)
      followsSpecialToken = true
      position = match.end
      if special.stripsAfter.contains(match.id) {
        while position < text.count, Self.isSpace(text[position]) { position += 1 }
      }
    }
    try appendText(text, position..<text.count, pass: pass)
  }

  /// Appends the tokens of a range without special tokens.
  private mutating func appendText<Failure>(
    _ text: Span<UInt8>, _ range: Range<Int>, pass: (inout [TokenID]) throws(Failure) -> Void
  ) throws(Failure) {
    guard !range.isEmpty, ids.count <= limit else { return }
    switch tokenizer.algorithm {
    case .bytePair(let model):
      var progress = model.initialProgress
      if tokenizer.vocabulary.form == .byteAlphabet {
        var start = range.lowerBound
        while start < range.upperBound, ids.count <= limit {
          start = model.encode(
            text, start..<range.upperBound, &progress, into: &ids, limit: min(limit, partCount), &scratch)
          if ids.count > partCount { try pass(&ids) }
        }
      } else {
        let unescaped = unescaped(text, range, addingSpace: tokenizer.vocabulary.addsSpacePrefix)
        _ = model.encode(unescaped.span, 0..<unescaped.count, &progress, into: &ids, limit: limit, &scratch)
      }
    case .sentencePiece(let model):
      let unescaped = unescaped(text, range, addingSpace: tokenizer.vocabulary.addsSpacePrefix)
      model.encode(unescaped.span, into: &ids, limit: limit, &scratch.merger)
    case .wordPiece(let model):
      model.encode(text, range, into: &ids)
    case .unigram(let model):
      model.encode(text, range, into: &ids, limit: limit)
    }
    followsSpecialToken = false
  }

  /// A range of text with ▁ replaced by spaces, and a space prefix if it follows a special token.
  private func unescaped(_ text: Span<UInt8>, _ range: Range<Int>, addingSpace: Bool) -> [UInt8] {
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(range.count + 1)
    if followsSpecialToken, addingSpace { unescaped.append(UInt8(ascii: " ")) }
    Metaspace.decode(text, range, into: &unescaped)
    return unescaped
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
