/// Undeclared names that must differ from each other, as each counts towards `minProperties` or a negation.
extension ObjectRule {
  /// Returns true if an undeclared name is recorded after a progress.
  func recordsNames(_ progress: ObjectProgress) -> Bool {
    recordsNames && (demanded != 0 || progress.count < minimum)
  }

  /// Returns the rank of a name among the declared names and itself.
  func rank(of name: PropertyName) -> Int {
    names.firstIndex { name.lexicographicallyPrecedes($0) || name == $0 } ?? names.count
  }

  /// Returns the rule in which an undeclared name is used up: it is declared, but cannot occur.
  func using(_ name: PropertyName) -> ObjectRule {
    let rank = self.rank(of: name)
    guard rank == names.count || names[rank] != name else { return self }
    var rule = self
    rule.names.insert(name, at: rank)
    rule.packedNames = PackedStrings(rule.names)
    rule.options.insert([], at: rank)
    rule.positions.insert(Int32(names.count), at: rank)
    rule.required = required.shifted(from: rank)
    rule.possible = possible.shifted(from: rank)
    rule.implications = implications.map { implication in
      let moved = implication.rank < rank ? implication.rank : implication.rank + 1
      return (rank: moved, needed: implication.needed.shifted(from: rank))
    }
    rule.usedUp = usedUp.shifted(from: rank)
    rule.usedUp.insert(rank)
    return rule
  }

  /// Returns the progress in the rule in which a name is used up.
  func progress(_ progress: ObjectProgress, using name: PropertyName) -> ObjectProgress {
    var result = progress
    result.seen = progress.seen.shifted(from: rank(of: name))
    return result
  }

  /// Returns true if an undeclared name that is not used up can be completed from a state.
  func hasUnusedName(_ state: KeyState, within classes: UInt64) -> Bool {
    guard let classifier, !usedUp.isEmpty, state.low < state.high else { return true }
    let used = (Int(state.low)..<Int(state.high)).filter(usedUp.contains)
    guard !used.isEmpty, classifier.endless(state.extra) & classes == 0 else { return true }
    let rests = Set(used.map { Array(names[$0][Int(state.depth)...]) })
    let wanted = extras.indices.map { classes >> UInt64($0) & 1 == 1 }
    return classifier.shortestName(in: wanted, from: state.extra, besides: rests) != nil
  }

  /// Returns true if a character of a range continues an undeclared name that is not used up.
  func canContinueUnused(_ state: KeyState, _ range: ClosedRange<UInt32>, within classes: UInt64) -> Bool {
    guard let classifier else { return true }
    guard classifier.canContinue(state.extra, range, within: classes) else { return false }
    guard !usedUp.isEmpty, state.low < state.high else { return true }
    let alphabet = classifier.alphabet
    for (interval, start) in alphabet.starts.enumerated() {
      let end = interval + 1 < alphabet.starts.count ? alphabet.starts[interval + 1] - 1 : CodePointSet.last
      let (first, last) = (max(start, range.lowerBound), min(end, range.upperBound))
      guard first <= last else { continue }
      // One more character than there are used names continues none of them.
      for point in first...min(last, first + UInt32(usedUp.count)) {
        let next = advance(state, point)
        if next.extra >= 0, isOpen(next.extra, within: classes), hasUnusedName(next, within: classes) { return true }
      }
    }
    return false
  }
}
