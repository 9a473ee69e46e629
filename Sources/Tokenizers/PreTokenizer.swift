/// Cuts text into the pieces inside which byte-pair encoding may merge.
///
/// Vocabularies describe the cut as a list of regular expressions, each applied to the pieces that the one before
/// left. Here every expression is a ``Stage``: a hand-written scanner that says where the piece ends that starts at a
/// position. What no expression matches is a piece too.
struct PreTokenizer: Sendable {
  /// One expression of the list.
  enum Stage: Sendable {
    /// GPT-2's words: contractions, and runs of letters, of numbers or of other characters with a space before them.
    case classicWords
    /// Llama 3's words: a letter run takes any character before it, numbers have at most so many digits.
    case words(WordRule)
    /// GPT-4o's words, which also end where a small letter meets a capital.
    case casedWords(maximumDigits: Int, contractions: Bool)
    /// DeepSeek-V3's words, which take a punctuation mark before them.
    case punctuatedWords
    /// Number characters, at most so many at a time.
    case numbers(maximum: Int)
    /// ASCII digits in threes.
    case digitTriples
    /// Runs of punctuation and of a few ASCII symbols, the backtick among them or not.
    case punctuationRuns(includingBacktick: Bool)
    /// Each carriage return and line feed alone.
    case newlines
    /// The whitespace at the end.
    case trailingWhitespace
    /// Runs of the characters of a set, with what may come before them.
    case runs(RunSet, after: RunPrefix = .nothing)
  }

  /// How the rules of Llama 3 vary.
  struct WordRule: Sendable {
    /// The greatest number of digits in a piece.
    var maximumDigits: Int
    /// Whether combining marks count as letters.
    var joinsMarks = false
    /// Whether line breaks after other characters belong to them.
    var symbolsTakeNewlines = true
  }

  let stages: [Stage]
  let classifier = CharacterClassifier()

  /// Where the innermost piece that starts at `start` ends.
  ///
  /// `ends` remembers, from one call to the next, the end of the piece that each stage is in; it has one element for
  /// each stage, and zeros at the start of a text.
  @inline(__always)
  func pieceEnd(_ text: Span<UInt8>, from start: Int, limit: Int, ends: inout [Int]) -> Int {
    var limit = limit
    for index in stages.indices {
      if ends[index] <= start { ends[index] = end(of: stages[index], text, from: start, limit: limit) }
      limit = ends[index]
    }
    // A stage can only fail to advance by a mistake in this module, but then the caller would never return.
    return max(limit, start + 1)
  }

  private func end(of stage: Stage, _ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    switch stage {
    case .classicWords: classicWordEnd(text, from: start, limit: limit)
    case .words(let rule): wordEnd(text, from: start, limit: limit, rule)
    case .casedWords(let maximumDigits, let contractions):
      casedWordEnd(text, from: start, limit: limit, maximumDigits: maximumDigits, contractions: contractions)
    case .punctuatedWords: punctuatedWordEnd(text, from: start, limit: limit)
    case .numbers(let maximum): numbersEnd(text, from: start, limit: limit, maximum: maximum)
    case .digitTriples: digitTripleEnd(text, from: start, limit: limit)
    case .punctuationRuns(let includingBacktick):
      punctuationEnd(text, from: start, limit: limit, includingBacktick: includingBacktick)
    case .newlines: newlineEnd(text, from: start, limit: limit)
    case .trailingWhitespace: trailingWhitespaceEnd(text, from: start, limit: limit)
    case .runs(let set, let prefix): runEnd(text, of: set, after: prefix, from: start, limit: limit)
    }
  }
}
