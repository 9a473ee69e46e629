/// A rule for arrays: the options of the elements and the bounds of their counts.
struct ArrayRule: Sendable {
  /// The bounds of the number of elements that match a condition.
  struct Count: Sendable {
    var minimum: Int
    var maximum: Int?
  }

  /// An option of an element: its node and the counts to which it adds.
  struct Option: Sendable {
    var node: Int
    /// A bit for each count.
    var adds: UInt64
  }

  /// The options by index; the last entry holds for all further elements.
  var options: [[Option]] = []
  var minimum = 0
  var maximum = Int.max
  var counts: [Count] = []
  /// True if each bit of an option may be added only once in the array, instead of being counted.
  var isUnique = false
  /// True if the elements are scalars whose values are recorded, so that all are different.
  var recordsValues = false

  // Filled in by `GrammarCosts`, once the possible nodes are known.

  /// The first index at which no element is possible.
  var end = Int.max
  /// The completion costs by progress; empty where they are computed without a search.
  var costs: [ArrayProgress: Int] = [:]
}

/// The progress of an array.
struct ArrayProgress: Hashable, Sendable {
  /// The number of elements, saturated where it makes no difference.
  var index = 0
  /// The saturated counts, 16 bits each; or, for unique elements, the set of values used.
  var counted: UInt64 = 0
  /// The index of the set of values used, where these are recorded.
  var values: Int32 = 0
  /// True if the array is at the depth limit and must end as soon as possible.
  var isAtDepthLimit = false
}

extension ArrayRule {
  /// The maximum number of elements.
  var limit: Int { min(maximum, end) }

  /// The number of elements at which ``ArrayProgress/index`` saturates.
  private var saturation: Int { limit < .max ? limit : max(minimum, options.count - 1) }

  private func count(_ kind: Int, _ progress: ArrayProgress) -> Int {
    Int(progress.counted >> UInt64(16 * kind) & 0xFFFF)
  }

  /// Returns true if an element may follow, as far as the number of elements decides.
  func mayContinue(_ progress: ArrayProgress) -> Bool {
    progress.index < limit && !(progress.isAtDepthLimit && mayEnd(progress))
  }

  /// Returns the progress after an element that no count depends on.
  func advanced(_ progress: ArrayProgress) -> ArrayProgress {
    var after = progress
    after.index = min(progress.index + 1, saturation)
    return after
  }

  /// Returns the lexemes of an element, where values are recorded.
  func lexemes(at index: Int, _ grammar: Grammar) -> [Int] {
    let nodes = options[min(index, options.count - 1)].map { grammar.nodes[$0.node] }
    return nodes.flatMap(\.alternatives).compactMap { alternative -> Int? in
      guard case .lexeme(let lexeme) = alternative else { return nil }
      return lexeme
    }
  }

  func mayEnd(_ progress: ArrayProgress) -> Bool {
    guard progress.index >= minimum else { return false }
    return isUnique || counts.indices.allSatisfy { count($0, progress) >= counts[$0].minimum }
  }

  /// Returns the nodes of the next element with the progress after each; at the depth limit only the cheapest one.
  func next(_ progress: ArrayProgress, _ grammar: Grammar) -> [(node: Int, progress: ArrayProgress)] {
    guard progress.isAtDepthLimit else { return next(progress) }
    return completion(progress, grammar)?.next.map { [$0] } ?? []
  }

  /// Returns the nodes of the next element, with the progress after it, regardless of the depth limit.
  func next(_ progress: ArrayProgress) -> [(node: Int, progress: ArrayProgress)] {
    guard progress.index < limit else { return [] }
    let choices = options[min(progress.index, options.count - 1)]
    var after = progress
    after.index = min(progress.index + 1, saturation)
    return choices.compactMap { option in
      var next = after
      if isUnique {
        guard progress.counted & option.adds == 0 else { return nil }
        next.counted |= option.adds
        return (option.node, next)
      }
      for kind in counts.indices where option.adds >> UInt64(kind) & 1 == 1 {
        let reached = count(kind, progress) + 1
        if let maximum = counts[kind].maximum, reached > maximum { return nil }
        let kept = counts[kind].maximum == nil ? min(reached, counts[kind].minimum) : reached
        next.counted &= ~(0xFFFF << UInt64(16 * kind))
        next.counted |= UInt64(kept) << UInt64(16 * kind)
      }
      return (option.node, next)
    }
  }
}
