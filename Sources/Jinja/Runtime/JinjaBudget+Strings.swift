/// Operations on long strings that check the time limit inside.
extension JinjaBudget {
  /// The number of code points of a string, as Python's `len`.
  func length(of text: JinjaText) throws(JinjaFault) -> Int {
    try codePoints(of: text, upTo: .max).count
  }

  /// The offset in bytes of the code point at a position; the end of the string if there is none.
  func offset(of position: Int, in text: JinjaText) throws(JinjaFault) -> Int {
    try codePoints(of: text, upTo: position).bytes
  }

  /// The number of code points at the beginning of a string, at most `maximum`, and their length in bytes.
  private func codePoints(of text: JinjaText, upTo maximum: Int) throws(JinjaFault) -> (count: Int, bytes: Int) {
    try spend(bytes: text.byteCount)
    var (count, bytes) = (0, 0)
    for byte in text.string.utf8 {
      if byte & 0xC0 != 0x80 {
        guard count < maximum else { break }
        count += 1
      }
      bytes += 1
      try checkTime(iteration: bytes)
    }
    return (count, bytes)
  }

  /// Returns true if two strings have the same code points.
  func equal(_ left: String, _ right: String) throws(JinjaFault) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    try spend(bytes: left.utf8.count)
    guard left.utf8.count > 4096 else { return CodePoints.equal(left, right) }
    for (index, bytes) in zip(left.utf8, right.utf8).enumerated() {
      try checkTime(iteration: index)
      guard bytes.0 == bytes.1 else { return false }
    }
    return true
  }

  /// Repeats a string; the size is checked before anything is copied.
  func repeating(_ text: String, _ count: Int) throws(JinjaFault) -> String {
    try check(bytes: text.utf8.count, times: max(count, 0))
    guard count > 0, !text.isEmpty else { return "" }
    // Doubling takes few copies, while one for each repetition of a short string would take long.
    var repeated = text
    var done = 1
    while done <= count - done {
      let copy = repeated
      repeated += copy
      done *= 2
      try checkTime()
    }
    let rest = Substring(repeated.utf8.prefix((count - done) * text.utf8.count))
    repeated.append(contentsOf: rest)
    return repeated
  }

  /// Spends the steps of a number with `count` digits, whose size is checked before.
  func spend(digits count: Int) throws(JinjaFault) {
    try check(bytes: 1, times: count)
    try spend(count * 2)
  }
}
