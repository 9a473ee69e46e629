/// The scanners that divide numbers into groups of three from the right.
///
/// The length of a number is counted once, at its start. After the first group the rest divides into threes, and
/// `group` tells up to where; counting again for each group would make long numbers cost their square.
extension PreTokenizer {
  /// `\p{N}+`, its first group having what is left over: the numbers of AFMoE, or the run without number characters.
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

  /// `\d{1,3}(?=(?:\d{3})*\b)`, or the stretch before the next match.
  func separateDigitGroupEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int) -> Int {
    if start < group { return digitsEnd(text, 3, from: start, limit: limit) }
    var position = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard character.class.contains(.digit) else {
        position = character.end
        continue
      }
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

  /// The next place after the start that `(?=(\d{3})+(?!\d))` matches.
  func digitGroupCut(_ text: Span<UInt8>, from start: Int, limit: Int, _ group: inout Int) -> Int {
    var position = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard character.class.contains(.digit) else {
        position = character.end
        continue
      }
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

  private func digitsEnd(_ text: Span<UInt8>, _ count: Int, from start: Int, limit: Int) -> Int {
    numberEnd(text, from: start, limit: limit, atMost: count)
  }

  /// The number of characters of a class from a position on, and where they end.
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
