/// How far an object has come.
struct ObjectProgress: Hashable, Sendable {
  /// The declared names that have come, as far as that matters.
  var seen = BitSet()
  /// The first place of the declared order from which names may still come.
  var position: Int32 = 0
  /// The number of properties, as far as it matters.
  var count = 0
  var hasWitness = false
  /// Whether the object is nested so deeply that only properties may come without which it cannot end.
  var isTight = false
}

/// What may come next in an object that has come so far.
struct ObjectChoices: Sendable {
  /// The ranks that may come.
  var ranks = BitSet()
  /// Whether other names may come.
  var allowsExtras = false
  /// Whether the object may end.
  var mayEnd = false
}

extension ObjectRule {
  /// The number of properties from which on it makes no difference.
  private var limit: Int { maximum < .max ? maximum : minimum }

  /// The progress after a declared name.
  func adding(_ rank: Int, _ progress: ObjectProgress, isWitness: Bool) -> ObjectProgress {
    var next = progress
    next.seen.insert(rank)
    if isOrdered { next.position = positions[rank] + 1 }
    next.count = min(progress.count + 1, limit)
    next.hasWitness = progress.hasWitness || (isWitness && demandsWitness)
    return next
  }

  /// The progress after another name.
  func addingExtra(_ progress: ObjectProgress, isWitness: Bool) -> ObjectProgress {
    var next = progress
    if isOrdered { next.position = Int32(names.count) }
    next.count = min(progress.count + 1, limit)
    next.hasWitness = progress.hasWitness || (isWitness && demandsWitness)
    return next
  }

  /// The names that have to come before the end.
  func needed(_ progress: ObjectProgress) -> BitSet {
    var all = required
    guard !implications.isEmpty else { return all.subtracting(progress.seen) }
    all.formUnion(progress.seen)
    for (rank, needed) in implications where all.contains(rank) { all.formUnion(needed) }
    return all.subtracting(progress.seen)
  }

  /// Whether a rank may still come, as far as the order and its value go.
  func isAvailable(_ rank: Int, _ progress: ObjectProgress) -> Bool {
    possible.contains(rank) && !progress.seen.contains(rank) && (!isOrdered || positions[rank] >= progress.position)
  }

  /// The ranks that may still come, as far as the order and their values go.
  private func available(_ progress: ObjectProgress) -> [Int] {
    names.indices.filter { isAvailable($0, progress) }
  }

  /// Whether an object that has come so far can be completed.
  func isViable(_ progress: ObjectProgress) -> Bool {
    let needed = needed(progress)
    var wanted = 0
    for rank in needed.members {
      guard isAvailable(rank, progress) else { return false }
      wanted += 1
    }
    if maximum < .max, progress.count + wanted > maximum { return false }
    if progress.count + wanted < minimum, !hasExtras, progress.count + available(progress).count < minimum {
      return false
    }
    if demandsWitness, !progress.hasWitness, !hasWitnessExtras {
      return available(progress).contains { options[$0].contains { $0.isWitness } }
    }
    return true
  }

  /// What may come next.
  func choices(_ progress: ObjectProgress, _ grammar: Grammar) -> ObjectChoices {
    var result = choices(progress)
    guard progress.isTight else { return result }
    let needed = needed(progress)
    switch result.mayEnd ? nil : move(progress, grammar)?.rank {
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

  /// What may come next, however deep the object is nested.
  func choices(_ progress: ObjectProgress) -> ObjectChoices {
    var result = ObjectChoices()
    let needed = needed(progress)
    result.mayEnd = needed.isEmpty && progress.count >= minimum && (!demandsWitness || progress.hasWitness)
    guard progress.count < maximum else { return result }
    if implications.isEmpty, !demandsWitness, maximum == .max, minimum <= required.count {
      // The rule for most objects: only the order can stand in the way.
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
