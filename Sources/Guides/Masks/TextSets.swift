/// Sets of positions in texts, with the transitions between them.
struct TextSets<Text: SharedText> {
  /// A position in the text with an index.
  private struct Member: Equatable {
    var text: Int32
    var position: TextPosition
  }

  /// The number of members and transitions at which the sets are full.
  private static var maximumCount: Int { 3_000_000 }
  /// The maximum number of classes of the texts' alphabets, before they are refined to a common one.
  private static var maximumClasses: Int { 20_000 }
  private static var unknown: Int32 { -2 }

  private let texts: [Text]
  /// The transition tables of the texts, with the sizes of their alphabets.
  private let tables: [[Int32]]
  private let widths: [Int]
  private let counted: [Bool]
  /// The class of each text's alphabet, by text and class of the common one.
  private let symbols: [[UInt16]]
  private let alphabet: Alphabet
  /// True for classes of which some text has a character.
  private let live: [Bool]
  /// True if some text has a character beyond ASCII.
  let hasLiveBeyondASCII: Bool
  /// The members of all sets, with the end of each set's.
  private var members: [Member] = []
  private var bounds = [0]
  private var hashes: [UInt64] = []
  /// The sets by hash with open addressing, negative where there is none.
  private var slots = [Int32](repeating: -1, count: 1024)
  private var transitions: [Int32] = []
  private var refusing: [Bool] = []
  /// The lists of endings, the empty one first, and that of each set, `unknown` at first.
  private var lists: [[SharedWalk.Ending]] = [[]]
  private var listIndex: [[SharedWalk.Ending]: Int32] = [[]: 0]
  private var endLists: [Int32] = []
  /// The number of steps of single texts.
  private(set) var stepCount = 0

  /// Creates an empty table; nil if the alphabets of the texts have too many classes together.
  init?(_ texts: [Text]) {
    self.texts = texts
    tables = texts.map(\.table)
    widths = texts.map(\.alphabet.count)
    counted = texts.map(\.countsCharacters)
    var known: [Alphabet: Int] = [:]
    var alphabets: [Alphabet] = []
    let numbers = texts.map { text -> Int in
      if let number = known[text.alphabet] { return number }
      known[text.alphabet] = alphabets.count
      alphabets.append(text.alphabet)
      return alphabets.count - 1
    }
    guard alphabets.reduce(0, { $0 + $1.starts.count }) <= Self.maximumClasses else { return nil }
    var common = Alphabet(distinguishing: [])
    for alphabet in alphabets { common = common.refined(by: alphabet).alphabet }
    alphabet = common
    var representatives = [UInt32](repeating: 0, count: common.count)
    for (start, symbol) in zip(common.starts, common.classes).reversed() { representatives[Int(symbol)] = start }
    let classes = alphabets.map { alphabet in representatives.map { UInt16(alphabet.symbol(of: $0)) } }
    symbols = numbers.map { classes[$0] }
    var live = [Bool](repeating: false, count: common.count)
    for (index, text) in texts.enumerated() {
      let own = text.liveSymbols
      for symbol in live.indices where own[Int(symbols[index][symbol])] { live[symbol] = true }
    }
    self.live = live
    hasLiveBeyondASCII = common.classes[common.interval(of: 128)...].contains { live[Int($0)] }
  }

  /// True if there are so many sets that they take too much memory.
  var isFull: Bool { members.count + transitions.count > Self.maximumCount }

  /// Returns the class of a character.
  func symbol(of point: UInt32) -> Int { alphabet.symbol(of: point) }

  /// Returns true if some text has a character of a class anywhere.
  func isLive(_ symbol: Int) -> Bool { live[symbol] }

  /// Returns the set of some positions.
  mutating func set(of positions: [(text: Int, position: TextPosition)]) -> Int32 {
    let first = members.count
    members += positions.map { Member(text: Int32($0.text), position: $0.position) }
    return intern(from: first)
  }

  /// Returns the set after a character of a class, -1 if it is empty.
  mutating func step(_ set: Int32, _ symbol: Int) -> Int32 {
    let slot = Int(set) * live.count + symbol
    if transitions[slot] != Self.unknown { return transitions[slot] }
    var result: Int32 = -1
    if live[symbol] {
      let first = members.count
      let range = bounds[Int(set)]..<bounds[Int(set) + 1]
      stepCount += range.count
      for index in range {
        let member = members[index]
        let text = Int(member.text)
        let next = tables[text][Int(member.position.state) * widths[text] + Int(symbols[text][symbol])]
        guard next >= 0 else { continue }
        if counted[text] {
          guard let position = texts[text].position(member.position, movedTo: next) else { continue }
          members.append(Member(text: member.text, position: position))
        } else {
          members.append(Member(text: member.text, position: TextPosition(state: next)))
        }
      }
      if members.count > first { result = intern(from: first) }
    }
    transitions[slot] = result
    return result
  }

  /// Returns true if one of the texts of a set continues with a character of the ranges.
  func canContinue(_ set: Int32, _ ranges: [ClosedRange<UInt32>]) -> Bool {
    guard hasLiveBeyondASCII || ranges.contains(where: { $0.lowerBound < 128 }) else { return false }
    return members[bounds[Int(set)]..<bounds[Int(set) + 1]].contains { member in
      ranges.contains { texts[Int(member.text)].canContinue(member.position, $0) }
    }
  }

  /// Returns true if every character can follow in one of the texts, and every text after it.
  func refusesNothing(_ set: Int32) -> Bool { refusing[Int(set)] }

  /// Returns the list of the texts of a set that may end, besides some; 0 if there is none.
  mutating func list(ofEndsIn set: Int32, besides blocked: Set<Int32>?) -> Int32 {
    if blocked == nil, endLists[Int(set)] != Self.unknown { return endLists[Int(set)] }
    var endings: [SharedWalk.Ending] = []
    for member in members[bounds[Int(set)]..<bounds[Int(set) + 1]] {
      let label = texts[Int(member.text)].end(member.position)
      guard label >= 0, !(blocked?.contains(member.text) ?? false) else { continue }
      endings.append(.init(text: member.text, label: label))
    }
    var list = Int32(lists.count)
    if let known = listIndex[endings] {
      list = known
    } else {
      lists.append(endings)
      listIndex[endings] = list
    }
    if blocked == nil { endLists[Int(set)] = list }
    return list
  }

  func endings(ofList list: Int32) -> [SharedWalk.Ending] { lists[Int(list)] }

  /// Removes all sets but those of a path, whose elements become the new ones.
  mutating func keepOnly(_ path: inout [Int32], through last: Int) {
    let kept = path[0...last].map { Array(members[bounds[Int($0)]..<bounds[Int($0) + 1]]) }
    (members, bounds, hashes, transitions, refusing, endLists) = ([], [0], [], [], [], [])
    slots = [Int32](repeating: -1, count: 1024)
    for (depth, list) in kept.enumerated() {
      let first = members.count
      members += list
      path[depth] = intern(from: first)
    }
  }

  /// Returns the set of the last members, which are removed if it is known.
  private mutating func intern(from first: Int) -> Int32 {
    var mixer = WordMixer()
    for index in first..<members.count {
      mixer.add(members[index].position.state, members[index].text)
      let count = members[index].position.count
      if count != 0 { mixer.add(UInt64(UInt32(bitPattern: count))) }
    }
    let hash = mixer.value
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if hashes[known] == hash, isEqual(known, from: first) {
        members.removeLast(members.count - first)
        return Int32(known)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(hashes.count)
    slots[slot] = number
    hashes.append(hash)
    bounds.append(members.count)
    transitions.append(contentsOf: repeatElement(Self.unknown, count: live.count))
    refusing.append(members[first...].contains { texts[Int($0.text)].refusesNothing($0.position) })
    endLists.append(Self.unknown)
    if hashes.count * 2 > slots.count { growSlots() }
    return number
  }

  private func isEqual(_ set: Int, from first: Int) -> Bool {
    let start = bounds[set]
    guard bounds[set + 1] - start == members.count - first else { return false }
    for offset in 0..<members.count - first where members[start + offset] != members[first + offset] { return false }
    return true
  }

  private mutating func growSlots() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
