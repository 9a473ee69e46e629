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
    case casedWords(CasedRule)
    /// Number characters, at most so many at a time.
    case numbers(maximum: Int)
    /// Number characters in threes, counted from the right.
    case numberGroups
    /// Decimal digits in threes, counted from the right, in numbers that no letter follows.
    case separateDigitGroups
    /// Cuts inside numbers, before each three digits counted from the right.
    case digitGroupCuts
    /// ASCII digits in threes.
    case digitTriples
    /// Runs of punctuation and of a few ASCII symbols, the backtick among them or not.
    case punctuationRuns(includingBacktick: Bool)
    /// Each carriage return and line feed alone.
    case newlines
    /// Runs of line feeds, and what is between them.
    case lines
    /// Pieces of whitespace in parts of 512, 256, … 2 and 1 characters.
    case spacePowers
    /// The whitespace at the end.
    case trailingWhitespace
    /// The matches of a pattern.
    case matches(Pattern)
  }

  /// How far the stages have got in a text.
  struct Progress {
    /// The end of the piece that each stage is in.
    fileprivate var ends: [Int]
    /// The end of the digits of which it is known that they divide into threes, for the stages that count digits.
    fileprivate var groups: [Int]

    /// The start of a text.
    init(_ preTokenizer: PreTokenizer) {
      ends = Array(repeating: 0, count: preTokenizer.stages.count)
      groups = ends
    }
  }

  let stages: [Stage]
  let classifier = CharacterClassifier()

  /// Where the innermost piece that starts at `start` ends.
  ///
  /// `progress` is that of the same text, from one call to the next.
  @inline(__always)
  func pieceEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ progress: inout Progress) -> Int {
    var limit = limit
    for index in stages.indices {
      if progress.ends[index] <= start {
        progress.ends[index] = end(of: stages[index], text, from: start, limit: limit, &progress.groups[index])
      }
      limit = progress.ends[index]
    }
    // A stage can only fail to advance by a mistake in this module, but then the caller would never return.
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
