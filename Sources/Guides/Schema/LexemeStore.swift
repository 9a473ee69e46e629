/// The lexemes of a guide, deduplicated by their constraints.
final class LexemeStore {
  let spelling: NumberSpelling
  /// True if any character may be escaped in strings without a pattern.
  let allowsEveryEscape: Bool
  private(set) var lexemes: [Lexeme] = []
  private var strings: [StringConstraint: Int] = [:]
  private var numbers: [NumberConstraint: Int] = [:]
  private var unions: [[Int]: Int] = [:]
  private var literals: [String: Int] = [:]

  init(spelling: NumberSpelling, allowsEveryEscape: Bool) {
    self.spelling = spelling
    self.allowsEveryEscape = allowsEveryEscape
  }

  func add(_ lexeme: Lexeme) -> Int {
    lexemes.append(lexeme)
    return lexemes.count - 1
  }

  func isEmpty(_ constraint: StringConstraint) throws(GuideError) -> Bool { lexemes[try lexeme(constraint)].isEmpty }
  func isEmpty(_ constraint: NumberConstraint) throws(GuideError) -> Bool { lexemes[try lexeme(constraint)].isEmpty }

  /// Returns the lexeme of a literal such as `null`.
  func lexeme(literal: String) throws(GuideError) -> Int {
    if let known = literals[literal] { return known }
    let automaton = try TextAutomaton(literals: [Array(literal.utf8)])
    let index = add(try Lexeme(automaton, isQuoted: false, allowsEveryEscape: false))
    literals[literal] = index
    return index
  }

  func lexeme(_ constraint: NumberConstraint) throws(GuideError) -> Int {
    if let known = numbers[constraint] { return known }
    let automaton = try constraint.automaton(spelling)
    let index = add(try Lexeme(automaton, isQuoted: false, allowsEveryEscape: false))
    numbers[constraint] = index
    return index
  }

  func lexeme(_ constraint: StringConstraint) throws(GuideError) -> Int {
    if let known = strings[constraint] { return known }
    let pattern = try pattern(constraint)
    // Strings with unconstrained characters may have any spelling; all others have a single one, so that enumerated
    // texts are forced.
    let isFree = constraint.parts.isEmpty && constraint.excluded.isEmpty && constraint.literals == nil
    let lexeme = try Lexeme(
      pattern.automaton, isQuoted: true, allowsEveryEscape: isFree && allowsEveryEscape, minimum: pattern.minimum,
      maximum: pattern.maximum)
    let index = add(lexeme)
    strings[constraint] = index
    return index
  }

  /// Returns the pattern of the strings that satisfy a constraint.
  func pattern(_ constraint: StringConstraint) throws(GuideError) -> Pattern {
    if let literals = constraint.literals {
      var kept = literals
      for part in constraint.parts {
        let pattern = try part.pattern
        kept = kept.filter { pattern.accepts($0) }
      }
      for part in constraint.excluded {
        if case .literals(let texts) = part {
          kept.subtract(texts)
        } else {
          let automaton = try part.pattern.automaton
          kept = kept.filter { !automaton.accepts(String(decoding: $0, as: UTF8.self).unicodeScalars) }
        }
      }
      let bounds = Pattern(automaton: .everything, minimum: constraint.minimum, maximum: constraint.maximum)
      return Pattern(automaton: try TextAutomaton(literals: kept.filter { bounds.accepts($0) }))
    }
    var result = Pattern(automaton: .everything, minimum: constraint.minimum, maximum: constraint.maximum)
    for part in constraint.parts {
      let pattern = try part.pattern
      result.automaton = try result.automaton.intersection(pattern.automaton)
      result.minimum = max(result.minimum, pattern.minimum)
      result.maximum = min(result.maximum, pattern.maximum)
    }
    for part in constraint.excluded {
      result.automaton = try result.automaton.intersection(part.pattern.automaton.complement)
    }
    return result
  }

  /// Returns the union of lexemes of the same kind, nil if their lengths are bounded or it has too many states.
  func union(_ indices: [Int]) -> Int? {
    if let known = unions[indices] { return known }
    var result = TextAutomaton.nothing
    for index in indices {
      guard !lexemes[index].isBounded, let union = try? result.union(lexemes[index].automaton), union.count < 5000
      else {
        return nil
      }
      result = union
    }
    let decoder = lexemes[indices[0]].decoder
    guard let lexeme = try? Lexeme(result, isQuoted: decoder.isQuoted, allowsEveryEscape: decoder.allowsEveryEscape)
    else { return nil }
    let index = add(lexeme)
    unions[indices] = index
    return index
  }
}
