/// The progress of an object.
struct ObjectProgress: Hashable, Sendable {
  /// The ranks of the declared names seen so far.
  var seen = BitSet()
  /// The first position in the declared order that is still allowed.
  var position: Int32 = 0
  /// The number of properties, saturated at the limit.
  var count = 0
  var hasWitness = false
  /// True if the object is at the depth limit and only required properties are allowed.
  var isAtDepthLimit = false
}

/// The choices after a progress of an object.
struct ObjectChoices: Sendable {
  /// The ranks of the declared names that are allowed next.
  var ranks = BitSet()
  /// True if undeclared names are allowed next.
  var allowsExtras = false
  /// True if the object may end.
  var mayEnd = false
}

extension ObjectRule {
  /// The number of properties at which ``ObjectProgress/count`` saturates.
  private var limit: Int { maximum < .max ? maximum : minimum }

  /// Returns the progress after a declared name.
  func adding(_ rank: Int, _ progress: ObjectProgress, isWitness: Bool) -> ObjectProgress {
    var next = progress
    next.seen.insert(rank)
    if isOrdered { next.position = positions[rank] + 1 }
    next.count = min(progress.count + 1, limit)
    next.hasWitness = progress.hasWitness || (isWitness && demandsWitness)
    return next
  }

  /// Returns the progress after an undeclared name.
  func addingExtra(_ progress: ObjectProgress, isWitness: Bool) -> ObjectProgress {
    var next = progress
    if isOrdered { next.position = Int32(names.count) }
    next.count = min(progress.count + 1, limit)
    next.hasWitness = progress.hasWitness || (isWitness && demandsWitness)
    return next
  }

  /// Returns the ranks of the names that are still required.
  func needed(_ progress: ObjectProgress) -> BitSet {
    var all = required
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
    let needed = needed(progress)
    var missing = 0
    for rank in needed.members {
      guard isAvailable(rank, progress) else { return false }
      missing += 1
    }
    if maximum < .max, progress.count + missing > maximum { return false }
    if progress.count + missing < minimum, !hasExtras, progress.count + available(progress).count < minimum {
      return false
    }
    if demandsWitness, !progress.hasWitness, !hasWitnessExtras {
      return available(progress).contains { options[$0].contains { $0.isWitness } }
    }
    return true
  }

  /// Returns the choices after a progress; at the depth limit only the shortest completion.
  func choices(_ progress: ObjectProgress, _ grammar: Grammar) -> ObjectChoices {
    var result = choices(progress)
    guard progress.isAtDepthLimit else { return result }
    let needed = needed(progress)
    switch result.mayEnd ? nil : completionStep(progress, grammar)?.rank {
    case let rank? where needed.contains(rank):
      result.ranks = result.ranks.subtracting(result.ranks.subtracting(needed))
      result.allowsExtras = false
    case let rank?:
      result.ranks = BitSet()
      result.ranks.insert(rank)
      result.allowsExtras = false
    case nil:
      result.ranks = BitSet()
      result.allowsExtras = result.allowsExtras && !result.mayEnd
    }
    return result
  }

  /// Returns the choices after a progress, regardless of the depth limit.
  func choices(_ progress: ObjectProgress) -> ObjectChoices {
    var result = ObjectChoices()
    let needed = needed(progress)
    result.mayEnd = needed.isEmpty && progress.count >= minimum && (!demandsWitness || progress.hasWitness)
    guard progress.count < maximum else { return result }
    if implications.isEmpty, !demandsWitness, maximum == .max, minimum <= required.count {
      // Fast path for most objects, which only the order constrains.
      let first = isOrdered ? needed.members.map { positions[$0] }.min() ?? .max : .max
      for rank in names.indices where isAvailable(rank, progress) && positions[rank] <= first {
        result.ranks.insert(rank)
      }
      result.allowsExtras = hasExtras && first == .max
      return result
    }
    for rank in names.indices where isAvailable(rank, progress) {
      if isViable(adding(rank, progress, isWitness: options[rank].contains { $0.isWitness })) {
        result.ranks.insert(rank)
      }
    }
    result.allowsExtras = hasExtras && isViable(addingExtra(progress, isWitness: hasWitnessExtras))
    return result
  }
}
