/// A pre-tokenizer, which splits text into the pieces within which byte-pair encoding merges.
///
/// Vocabularies define the split by a list of regular expressions, each applied to the pieces of the previous one. Here
/// every expression is a ``Stage``, a hand-written scanner that returns the end of the piece at a position. Text that
/// no expression matches forms pieces too.
struct PreTokenizer: Sendable {
  /// A stage, one of the regular expressions.
  enum Stage: Sendable {
    /// GPT-2's words: contractions, and runs of letters, of numbers or of other characters with a space before them.
    case classicWords
    /// Llama 3's words: a letter run takes any character before it; the number of digits is limited.
    case words(WordRule)
    /// GPT-4o's words, which also end where an uppercase letter follows a lowercase one.
    case casedWords(CasedRule)
    /// Number characters, at most `maximum` in a piece.
    case numbers(maximum: Int)
    /// Number characters in threes, counted from the right.
    case numberGroups
    /// Decimal digits in threes, counted from the right, in numbers that end at a word boundary.
    case separateDigitGroups
    /// Splits inside numbers, before each three digits counted from the right.
    case digitGroupCuts
    /// ASCII digits in threes.
    case digitTriples
    /// Runs of punctuation and of a few ASCII symbols, optionally including the backtick.
    case punctuationRuns(includingBacktick: Bool)
    /// Each carriage return and line feed alone.
    case newlines
    /// Runs of line feeds, and the text between them.
    case lines
    /// Whitespace in parts of 512, 256, … 2 and 1 characters.
    case spacePowers
    /// The whitespace at the end.
    case trailingWhitespace
    /// The matches of a pattern.
    case matches(Pattern)
  }

  /// The progress of the stages in a text.
  struct Progress {
    /// The end of the current piece of each stage.
    fileprivate var ends: [Int]
    /// The end of the digits that are known to divide into threes, for the stages that count digits.
    fileprivate var groups: [Int]

    /// Creates the progress at the start of a text.
    init(_ preTokenizer: PreTokenizer) {
      ends = Array(repeating: 0, count: preTokenizer.stages.count)
      groups = ends
    }
  }

  let stages: [Stage]
  let classifier = CharacterClassifier()

  /// Returns the end of the innermost piece at `start`.
  ///
  /// `progress` carries over between calls for the same text.
  @inline(__always)
  func pieceEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ progress: inout Progress) -> Int {
    var limit = limit
    for index in stages.indices {
      if progress.ends[index] <= start {
        progress.ends[index] = end(of: stages[index], text, from: start, limit: limit, &progress.groups[index])
      }
      limit = progress.ends[index]
    }
    // Guards against an endless loop in the caller should a stage fail to advance.
    return max(limit, start + 1)
  }

  private func end(
    of stage: Stage, _ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int
  ) -> Int {
    switch stage {
    case .classicWords: classicWordEnd(text, from: start, limit: limit)
    case .words(let rule): wordEnd(text, from: start, limit: limit, rule)
    case .casedWords(let rule): casedWordEnd(text, from: start, limit: limit, rule)
    case .numbers(let maximum): numbersEnd(text, from: start, limit: limit, maximum: maximum)
    case .numberGroups: numberGroupEnd(text, from: start, limit: limit, &group)
    case .separateDigitGroups: separateDigitGroupEnd(text, from: start, limit: limit, &group)
    case .digitGroupCuts: digitGroupCut(text, from: start, limit: limit, &group)
    case .digitTriples: digitTripleEnd(text, from: start, limit: limit)
    case .punctuationRuns(let includingBacktick):
      punctuationEnd(text, from: start, limit: limit, includingBacktick: includingBacktick)
    case .newlines: newlineEnd(text, from: start, limit: limit)
    case .lines: lineEnd(text, from: start, limit: limit)
    case .spacePowers: spacePowerEnd(text, from: start, limit: limit)
    case .trailingWhitespace: trailingWhitespaceEnd(text, from: start, limit: limit)
    case .matches(let pattern): matchEnd(text, of: pattern, from: start, limit: limit)
    }
  }
}
