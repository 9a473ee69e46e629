/// Sets of stacks.
extension PushdownAutomaton {
  /// The common part of configurations that differ in their stacks only.
  private struct MergeKey: Equatable {
    /// The configuration, with the nesting depth in place of the stacks.
    var configuration: Configuration
    /// The identity of the topmost frame, where the position depends on it.
    var frame: UInt64
  }

  /// Returns configurations of which those that differ in their stacks only are merged.
  mutating func merged(_ members: [Configuration]) -> [Configuration] {
    guard members.count > 1 else { return members }
    var index = NumberTable(capacity: members.count)
    var keys: [MergeKey] = []
    var result: [Configuration] = []
    var others: [(number: Int32, stack: Int32)] = []
    keys.reserveCapacity(members.count)
    result.reserveCapacity(members.count)
    for member in members {
      // The depth limit does not distinguish between the stacks of a set.
      var key = MergeKey(configuration: member, frame: 0)
      key.configuration.stack = depths[Int(member.stack)]
      // The values that an element must not have are those of the topmost frame.
      if member.isRecordedElement { key.frame = frames[Int(member.stack)].identity }
      var mixer = WordMixer()
      mixer.add(key.configuration.mixedWords)
      mixer.add(key.frame)
      if let number = index.number(mixer.value, where: { keys[Int($0)] == key }) {
        others.append((number, member.stack))
      } else {
        index.insert(Int32(keys.count), mixer.value)
        keys.append(key)
        result.append(member)
      }
    }
    others.sort { $0.number < $1.number }
    var rest = others[...]
    while let number = rest.first?.number {
      let same = rest.prefix { $0.number == number }
      result[Int(number)].stack = union(of: [result[Int(number)].stack] + same.map(\.stack))
      rest = rest.dropFirst(same.count)
    }
    return result
  }

  /// Returns the union of sets of stacks of the same nesting depth.
  mutating func union(of stacks: [Int32]) -> Int32 {
    var sets = stacks.count > 1 ? Set(stacks).sorted() : stacks
    // Pairwise in rounds, as each union takes as long as its lists.
    while sets.count > 1 {
      var next: [Int32] = []
      for index in stride(from: 0, to: sets.count, by: 2) {
        next.append(index + 1 < sets.count ? union(sets[index], sets[index + 1]) : sets[index])
      }
      sets = next
    }
    return sets[0]
  }

  /// Returns the union of two sets of stacks.
  private mutating func union(_ left: Int32, _ right: Int32) -> Int32 {
    // Not recursive, since stacks may be deeper than the program's own.
    var open = [(left, right)]
    var result = left
    while let (left, right) = open.last {
      if let known = knownUnion(left, right) {
        result = known
      } else {
        let count = open.count
        findUnknownUnions(left, right, &open)
        guard open.count == count else { continue }
        result = union(ofLists: left, right)
        unions.insert(Self.key(left, right), result)
      }
      open.removeLast()
    }
    return result
  }

  private static func key(_ left: Int32, _ right: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: min(left, right))) << 32 | UInt64(UInt32(bitPattern: max(left, right)))
  }

  private func knownUnion(_ left: Int32, _ right: Int32) -> Int32? {
    left == right ? left : unions[Self.key(left, right)]
  }

  /// Adds the pairs of sets below the frames that two lists have in common, where their union is not known yet.
  private func findUnknownUnions(_ left: Int32, _ right: Int32, _ pairs: inout [(Int32, Int32)]) {
    var (first, second) = (left, right)
    while first > 0, second > 0 {
      let (one, other) = (frames[Int(first)], frames[Int(second)])
      let (identity, otherIdentity) = (one.identity, other.identity)
      if identity == otherIdentity, knownUnion(one.parent, other.parent) == nil {
        pairs.append((one.parent, other.parent))
      }
      if identity <= otherIdentity { first = one.others }
      if otherIdentity <= identity { second = other.others }
    }
  }

  /// Returns the union of two lists, where those of the sets below their frames are known.
  private mutating func union(ofLists left: Int32, _ right: Int32) -> Int32 {
    var (first, second) = (left, right)
    var list: [Frame] = []
    while first > 0, second > 0 {
      let (one, other) = (frames[Int(first)], frames[Int(second)])
      let (identity, otherIdentity) = (one.identity, other.identity)
      list.append(identity <= otherIdentity ? one : other)
      if identity == otherIdentity, let parent = knownUnion(one.parent, other.parent) {
        list[list.count - 1].parent = parent
      }
      if identity <= otherIdentity { first = one.others }
      if otherIdentity <= identity { second = other.others }
    }
    // One list has ended: the rest is that of the other, with the empty stack if one of them has it.
    var (end, rest) = first > 0 ? (second, first) : (first, second)
    while end == 0, rest > 0 {
      list.append(frames[Int(rest)])
      rest = frames[Int(rest)].others
    }
    end = max(end, rest)
    for var frame in list.reversed() {
      frame.others = end
      end = intern(frame)
    }
    return end
  }

  /// Adds the configurations after a value: the next parts of sequences, and a return to the other frames.
  mutating func resume(_ stack: Int32, _ next: inout [Configuration]) {
    var top = stack
    while top > 0, frames[Int(top)].kind == .sequence {
      let frame = frames[Int(top)]
      let parts = grammar.sequences[Int(frame.rule)]
      let index = Int(frame.progress)
      // Tail call: the last part needs no frame.
      let isLast = index + 1 == parts.count
      let rest = isLast ? frame.parent : push(.sequence, frame.rule, frame.progress + 1, on: frame.parent)
      next.append(.init(position: .value(Int32(parts[index])), stack: rest))
      top = frame.others
    }
    if top >= 0 { next.append(.init(position: .after, stack: top, spaces: spacesBetween)) }
  }

  /// Returns true if the empty stack is one of a set.
  func hasEmptyStack(_ stack: Int32) -> Bool {
    var top = stack
    while top > 0 { top = frames[Int(top)].others }
    return top == 0
  }
}

extension Configuration {
  /// True within an element whose value must differ from others.
  fileprivate var isRecordedElement: Bool {
    if case .lexeme = position { spelling != 0 } else { false }
  }
}
