/// The progress of an object.
struct ObjectProgress: Hashable, Sendable {
  /// The ranks of the declared names seen so far.
  var seen = BitSet()
  /// The first position in the declared order that is still allowed.
  var position: Int32 = 0
  /// The number of properties, saturated at the limit.
  var count = 0
  /// The existential constraints satisfied so far, a bit for each.
  var satisfied: UInt32 = 0
  /// True if the object is at the depth limit and only required properties are allowed.
  var isAtDepthLimit = false
}

/// The choices after a progress of an object.
struct ObjectChoices: Hashable, Sendable {
  /// The ranks of the declared names that are allowed next.
  var ranks = BitSet()
  /// The classes of undeclared names that are allowed next, a bit for each.
  var classes: UInt64 = 0
  /// True if the object may end.
  var mayEnd = false
}

extension ObjectRule {
  /// The number of properties at which ``ObjectProgress/count`` saturates.
  private var limit: Int { maximum < .max ? maximum : minimum }

  /// Returns the progress after a declared name.
  func adding(_ rank: Int, _ progress: ObjectProgress, satisfies: UInt32) -> ObjectProgress {
    var next = progress
    next.seen.insert(rank)
    if isOrdered { next.position = positions[rank] + 1 }
    next.count = min(progress.count + 1, limit)
    next.satisfied = progress.satisfied | satisfies & demanded
    return next
  }

  /// Returns the progress after an undeclared name.
  func addingExtra(_ progress: ObjectProgress, satisfies: UInt32) -> ObjectProgress {
    var next = progress
    if isOrdered { next.position = Int32(names.count) }
    next.count = min(progress.count + 1, limit)
    next.satisfied = progress.satisfied | satisfies & demanded
    return next
  }

  /// Returns the ranks of the names that are still required, if further ones are chosen as well.
  func needed(_ progress: ObjectProgress, with chosen: BitSet = BitSet()) -> BitSet {
    var all = required
    all.formUnion(chosen)
    guard !implications.isEmpty else { return all.subtracting(progress.seen) }
    all.formUnion(progress.seen)
    for (rank, needed) in implications where all.contains(rank) { all.formUnion(needed) }
    return all.subtracting(progress.seen)
  }

  /// Returns true if the order and the possible values allow a rank.
  func isAvailable(_ rank: Int, _ progress: ObjectProgress) -> Bool {
    possible.contains(rank) && !progress.seen.contains(rank) && (!isOrdered || positions[rank] >= progress.position)
  }

  /// Returns the ranks that the order and the possible values allow.
  private func available(_ progress: ObjectProgress) -> [Int] {
    names.indices.filter { isAvailable($0, progress) }
  }

  /// Returns true if an object can be completed from its progress.
  func isViable(_ progress: ObjectProgress) -> Bool {
    canSatisfy(demanded & ~progress.satisfied, progress, chosen: BitSet(), extras: 0)
  }

  /// Returns true if an object can be completed with the chosen names and a number of undeclared ones so that their
  /// values and those of further names satisfy the existential constraints.
  private func canSatisfy(_ missing: UInt32, _ progress: ObjectProgress, chosen: BitSet, extras: Int) -> Bool {
    guard isViable(progress, chosen: chosen, extras: extras) else { return false }
    guard missing != 0 else { return true }
    let bit = missing & (0 &- missing)
    for mask in extraWitnesses where mask & bit != 0 {
      if canSatisfy(missing & ~mask, progress, chosen: chosen, extras: extras + 1) { return true }
    }
    for rank in names.indices where isAvailable(rank, progress) && !chosen.contains(rank) {
      for option in options[rank] where option.satisfies & bit != 0 && option.isPossible {
        var chosen = chosen
        chosen.insert(rank)
        if canSatisfy(missing & ~option.satisfies, progress, chosen: chosen, extras: extras) { return true }
      }
    }
    return false
  }

  /// Returns true if an object can be completed with the chosen names, regardless of existential constraints.
  private func isViable(_ progress: ObjectProgress, chosen: BitSet, extras: Int) -> Bool {
    let needed = needed(progress, with: chosen)
    var count = progress.count + extras
    for rank in needed.members {
      guard isAvailable(rank, progress) else { return false }
      count += 1
    }
    if maximum < .max, count > maximum { return false }
    return count >= minimum || hasExtras || progress.count + available(progress).count >= minimum
  }

  /// Returns the choices after a progress; at the depth limit only the shortest completion.
  func choices(_ progress: ObjectProgress, _ grammar: Grammar) -> ObjectChoices {
    var result = choices(progress)
    guard progress.isAtDepthLimit else { return result }
    let needed = needed(progress)
    switch result.mayEnd ? nil : completionStep(progress, grammar) {
    case let step? where step.rank.map(needed.contains) ?? false:
      result.ranks = result.ranks.subtracting(result.ranks.subtracting(needed))
      result.classes = 0
    case let step?:
      result.ranks = BitSet()
      if let rank = step.rank { result.ranks.insert(rank) }
      result.classes = step.kind.map { 1 << UInt64($0) } ?? 0
    case nil:
      result.ranks = BitSet()
      result.classes = 0
    }
    return result
  }

  /// Returns the choices after a progress, regardless of the depth limit.
  func choices(_ progress: ObjectProgress) -> ObjectChoices {
    var result = ObjectChoices()
    let needed = needed(progress)
    result.mayEnd = needed.isEmpty && progress.count >= minimum && demanded & ~progress.satisfied == 0
    guard progress.count < maximum else { return result }
    if implications.isEmpty, demanded == 0, maximum == .max, minimum <= required.count {
      // Fast path for most objects, which only the order constrains.
      let first = isOrdered ? needed.members.map { positions[$0] }.min() ?? .max : .max
      for rank in names.indices where isAvailable(rank, progress) && positions[rank] <= first {
        result.ranks.insert(rank)
      }
      if hasExtras, first == .max { result.classes = allClasses }
      return result
    }
    for rank in names.indices where isAvailable(rank, progress) {
      if options[rank].contains(where: { $0.isPossible && isViable(adding(rank, progress, satisfies: $0.satisfies)) }) {
        result.ranks.insert(rank)
      }
    }
    guard hasExtras else { return result }
    for kind in extras.indices
    where extras[kind].contains(where: { $0.isPossible && isViable(addingExtra(progress, satisfies: $0.satisfies)) }) {
      result.classes |= 1 << UInt64(kind)
    }
    return result
  }

  /// All classes of undeclared names.
  private var allClasses: UInt64 { extras.count >= 64 ? .max : 1 << UInt64(extras.count) - 1 }
}
