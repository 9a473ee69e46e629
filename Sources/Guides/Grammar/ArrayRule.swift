/// An array of a grammar.
struct ArrayRule: Sendable {
  /// A condition on how many elements are of a kind.
  struct Count: Sendable {
    var minimum: Int
    var maximum: Int?
  }

  /// What one element can be, and which of the counts it adds to.
  struct Option: Sendable {
    var node: Int
    /// Bits by count.
    var adds: UInt64
  }

  /// The options of the first elements, and of all others as the last.
  var options: [[Option]] = []
  var minimum = 0
  var maximum = Int.max
  var counts: [Count] = []
  /// Whether each bit of an option may be added only once in the array, instead of being counted.
  var isUnique = false

  // Filled in when it is known which nodes are possible.

  /// The first index at which no element is possible.
  var end = Int.max
  /// What it costs to complete the array, by where it has come to; empty where that is found without a search.
  var costs: [ArrayProgress: Int] = [:]
}

/// How far an array has come.
struct ArrayProgress: Hashable, Sendable {
  /// The number of elements as far as it matters.
  var index = 0
  /// The elements of each kind, as far as their number matters: 16 bits each; or which values there have been.
  var counted: UInt64 = 0
  /// Whether the array is nested so deeply that it has to end as soon as it may.
  var isTight = false
}

extension ArrayRule {
  /// The greatest number of elements for which there is room.
  var limit: Int { min(maximum, end) }

  /// The number of elements from which on it makes no difference.
  private var saturation: Int { limit < .max ? limit : max(minimum, options.count - 1) }

  private func count(_ kind: Int, _ progress: ArrayProgress) -> Int {
    Int(progress.counted >> UInt64(16 * kind) & 0xFFFF)
  }

  func mayEnd(_ progress: ArrayProgress) -> Bool {
    guard progress.index >= minimum else { return false }
    return isUnique || counts.indices.allSatisfy { count($0, progress) >= counts[$0].minimum }
  }

  /// What the next element can be, with the progress that follows; where the array is nested too deeply, only what a
  /// shortest completion has.
  func next(_ progress: ArrayProgress, _ grammar: Grammar) -> [(node: Int, progress: ArrayProgress)] {
    guard progress.isTight else { return next(progress) }
    return completion(progress, grammar)?.next.map { [$0] } ?? []
  }

  /// What the next element can be, however deep the array is nested.
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
