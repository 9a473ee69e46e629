/// Suggestions for mistyped names of commands and options.
enum Suggestion {
  /// Returns `; did you mean NAME?` for a similar name, else an empty text.
  static func text(for word: String, among names: [String]) -> String {
    name(for: word, among: names).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns the most similar name; nil if none is similar.
  ///
  /// A name is similar if at most a third of its characters have to be inserted, removed, replaced or swapped with
  /// their neighbour, or if the word is its beginning.
  static func name(for word: String, among names: [String]) -> String? {
    let typed = Array(word.lowercased())
    let letters = typed.count { $0 != "-" }
    guard letters > 1 else { return nil }
    let ranked = names.map { name in
      let isBeginning = name.lowercased().hasPrefix(word.lowercased())
      return (name: name, distance: isBeginning ? 0 : distance(typed, Array(name)))
    }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.count { $0 != "-" } / 3) ? best.name : nil
  }

  /// The distance of Damerau and Levenshtein, in which no part is edited twice.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var rows = [Array(0...second.count)]
    for (row, left) in first.enumerated() {
      var current = [row + 1]
      for (column, right) in second.enumerated() {
        let replaced = rows[row][column] + (left == right ? 0 : 1)
        let removed = rows[row][column + 1] + 1
        let inserted = current[column] + 1
        var cost = min(replaced, removed, inserted)
        if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
          cost = min(cost, rows[row - 1][column - 1] + 1)
        }
        current.append(cost)
      }
      rows.append(current)
    }
    return rows[first.count][second.count]
  }
}
