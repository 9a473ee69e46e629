/// Runs of the characters of a set, for the rules that are written as plain lists of characters.
extension PreTokenizer {
  /// The sets that rules name.
  enum RunSet: Sendable {
    case letters
    case punctuation
    /// The letters with case that DeepSeek's first models list one by one.
    case listedLetters
    /// `[!-/:-~！-／：-～‘-‟　-。]`
    case listedPunctuation
    /// `[一-龥ࠀ-一가-퟿]`, in effect most of the scripts of Asia.
    case asianScripts
    /// `[一-龥぀-ゟ゠-ヿ]`
    case hanAndKana
    /// Whatever is neither whitespace nor punctuation for Bloom: `[^(\s|.,!?…。，、।۔،)]`.
    case bloomWords
  }

  /// What a run may take along before it.
  enum RunPrefix: Sendable {
    case nothing
    /// One U+0020.
    case space
    /// One character of whitespace.
    case whitespace
  }

  /// Where a run ends, or the stretch before the next run.
  func runEnd(
    _ text: Span<UInt8>, of set: RunSet, after prefix: RunPrefix, from start: Int, limit: Int
  ) -> Int {
    if let end = runMatch(text, set, prefix, from: start, limit: limit) { return end }
    var position = classifier.character(text, at: start, limit: limit).end
    while position < limit, runMatch(text, set, prefix, from: position, limit: limit) == nil {
      position = classifier.character(text, at: position, limit: limit).end
    }
    return position
  }

  private func runMatch(
    _ text: Span<UInt8>, _ set: RunSet, _ prefix: RunPrefix, from start: Int, limit: Int
  ) -> Int? {
    let first = classifier.character(text, at: start, limit: limit)
    let takesPrefix =
      switch prefix {
      case .nothing: false
      case .space: text[start] == UInt8(ascii: " ")
      case .whitespace: first.class.contains(.whitespace)
      }
    if takesPrefix, first.end < limit, contains(set, text, at: first.end, limit: limit) {
      return end(text, of: set, from: first.end, limit: limit)
    }
    return contains(set, text, at: start, limit: limit) ? end(text, of: set, from: start, limit: limit) : nil
  }

  private func end(_ text: Span<UInt8>, of set: RunSet, from start: Int, limit: Int) -> Int {
    var position = start
    while position < limit, contains(set, text, at: position, limit: limit) {
      position = UTF8Text.scalar(text, at: position, limit: limit).end
    }
    return position
  }

  private func contains(_ set: RunSet, _ text: Span<UInt8>, at position: Int, limit: Int) -> Bool {
    let scalar = UTF8Text.scalar(text, at: position, limit: limit).scalar
    switch set {
    case .letters: return classifier.character(text, at: position, limit: limit).class.contains(.letter)
    case .punctuation: return classifier.character(text, at: position, limit: limit).class.contains(.punctuation)
    case .listedLetters: return ListedLetters.contains(scalar)
    case .listedPunctuation:
      return switch scalar {
      case 0x21...0x2F, 0x3A...0x7E, 0xFF01...0xFF0F, 0xFF1A...0xFF5E, 0x2018...0x201F, 0x3000...0x3002: true
      default: false
      }
    case .asianScripts: return (0x0800...0x9FA5).contains(scalar) || (0xAC00...0xD7FF).contains(scalar)
    case .hanAndKana: return (0x4E00...0x9FA5).contains(scalar) || (0x3040...0x30FF).contains(scalar)
    case .bloomWords:
      if classifier.character(text, at: position, limit: limit).class.contains(.whitespace) { return false }
      return switch scalar {
      case 0x28, 0x29, 0x7C, 0x2E, 0x2C, 0x21, 0x3F, 0x2026, 0x3002, 0xFF0C, 0x3001, 0x0964, 0x06D4, 0x060C: false
      default: true
      }
    }
  }
}
