/// The scanners that split numbers into groups of three digits from the right.
///
/// The length of a number is counted once, at its start. After the first group the remaining digits divide into threes,
/// up to `group`; counting again for each group would take quadratic time on long numbers.
extension PreTokenizer {
  /// Returns the end of a group of `\p{N}+` as in AFMoE, the first one being the shorter, or of the gap before.
  func numberGroupEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int) -> Int {
    let first = classifier.character(text, at: start, limit: limit)
    guard first.class.contains(.number) else {
      return classifier.end(text, of: [.letter, .whitespace, .other], from: first.end, limit: limit)
    }
    var length = 3
    if start >= group {
      let run = run(text, of: .number, from: start, limit: limit)
      group = run.end
      if run.count % 3 != 0 { length = run.count % 3 }
    }
    return numberEnd(text, from: first.end, limit: limit, atMost: length - 1)
  }

  /// Returns the end of `\d{1,3}(?=(?:\d{3})*\b)`, or of the gap before the next match.
  func separateDigitGroupEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int) -> Int {
    if start < group { return digitsEnd(text, 3, from: start, limit: limit) }
    var position = start
    while let digit = nextDigit(text, from: position, limit: limit) {
      position = digit
      let run = run(text, of: .digit, from: position, limit: limit)
      let isSeparate =
        run.end == limit || !classifier.character(text, at: run.end, limit: limit).class.contains(.wordCharacter)
      if isSeparate {
        guard position == start else { return position }
        group = run.end
        return digitsEnd(text, run.count % 3 == 0 ? 3 : run.count % 3, from: start, limit: limit)
      }
      position = run.end
    }
    return limit
  }

  /// Returns the next position after the start at which `(?=(\d{3})+(?!\d))` matches.
  func digitGroupCut(_ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int) -> Int {
    var position = start
    while let digit = nextDigit(text, from: position, limit: limit) {
      position = digit
      if position >= group {
        let run = run(text, of: .digit, from: position, limit: limit)
        if run.count < 3 {
          position = run.end
          continue
        }
        group = run.end
        if run.count % 3 != 0 { return digitsEnd(text, run.count % 3, from: position, limit: limit) }
      }
      if position > start { return position }
      position = digitsEnd(text, 3, from: position, limit: limit)
    }
    return limit
  }

  /// The position of the first digit at or after a position; nil if there is none.
  private func nextDigit(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int? {
    var position = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      if character.class.contains(.digit) { return position }
      position = character.end
    }
    return nil
  }

  private func digitsEnd(_ text: Span<UInt8>, _ count: Int, from start: Int, limit: Int) -> Int {
    numberEnd(text, from: start, limit: limit, atMost: count)
  }

  /// The length in characters and the end of the run of a class at a position.
  private func run(
    _ text: Span<UInt8>, of kind: CharacterClass, from start: Int, limit: Int
  ) -> (count: Int, end: Int) {
    var run = (count: 0, end: start)
    while run.end < limit {
      let character = classifier.character(text, at: run.end, limit: limit)
      guard character.class.contains(kind) else { break }
      run = (run.count + 1, character.end)
    }
    return run
  }
}
