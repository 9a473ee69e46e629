/// Automata for finite sets of texts.
extension TextAutomaton {
  /// Creates the automaton that accepts exactly the given UTF-8 texts.
  ///
  /// Texts are inserted into a trie one by one.
  convenience init(literals: some Sequence<[UInt8]>) throws(GuideError) {
    let texts = literals.map { Array(String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value)) }
    let letters = Set(texts.joined()).sorted()
    var symbols: [UInt32: Int] = [:]
    for (index, letter) in letters.enumerated() { symbols[letter] = index + 1 }
    guard letters.count < 60_000 else {
      throw .tooComplex(pointer: "", reason: "more than 60,000 different characters in an enumeration")
    }
    // Class 0 contains all characters that occur in no text.
    var starts: [UInt32] = letters.first == 0 ? [] : [0]
    var classes: [UInt16] = letters.first == 0 ? [] : [0]
    for (index, letter) in letters.enumerated() {
      starts.append(letter)
      classes.append(UInt16(index + 1))
      let next = letter + 1
      if next <= CodePointSet.last, index + 1 == letters.count || letters[index + 1] != next {
        starts.append(next)
        classes.append(0)
      }
    }
    let width = letters.count + 1
    var table = [Int32](repeating: -1, count: width)
    var accepts = [false]
    for text in texts {
      var state = 0
      for letter in text {
        let entry = state * width + (symbols[letter] ?? 0)
        if table[entry] < 0 {
          guard table.count <= Self.maximumEntries * 4 else {
            throw .tooComplex(pointer: "", reason: "an enumeration of more than \(accepts.count) characters")
          }
          table[entry] = Int32(accepts.count)
          accepts.append(false)
          table.append(contentsOf: repeatElement(-1, count: width))
        }
        state = Int(table[entry])
      }
      accepts[state] = true
    }
    self.init(
      alphabet: Alphabet(starts: starts, classes: classes, count: width), next: table, accepts: accepts, start: 0)
  }
}
