/// The walk of the token trie from positions in several texts at a time: strings, or undeclared names of objects.
///
/// A token is allowed if any of the texts allows it. One of them is followed alone first; the others are followed
/// together, where tokens are still missing and on the way to closing quotes. Tokens with characters that no text has
/// anywhere are not looked for. Together the texts are in a set of positions, found by subset construction, so that a
/// node takes one look-up where the set is known.
struct SharedWalk {
  /// A text that ends, with the label of its end.
  struct Ending: Hashable {
    var text: Int32
    var label: Int32
  }

  /// The tokens that end within or at the end of one of the texts.
  private(set) var whole: TokenMask
  /// The trie nodes at which texts end and that have children, in order, by the texts that end there.
  private(set) var ends: [(endings: [Ending], nodes: [Int32])] = []
  /// The number of steps: nodes visited, and single texts advanced.
  private(set) var stepCount = 0

  /// Walks the token trie; nil if the alphabets of the texts have too many classes together.
  ///
  /// - Parameters:
  ///   - texts: The texts with their positions.
  ///   - decoder: The decoder of all texts.
  ///   - partial: The decoder's state.
  ///   - trie: The token trie.
  ///   - free: The parts of the trie of an unconstrained string in the same state.
  ///   - blocked: The texts that do not end at some nodes although their automata do.
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  init?<Text: SharedText>(
    _ texts: [(text: Text, start: TextPosition)], _ decoder: TextDecoder, _ partial: UInt32, _ trie: TokenTrie,
    _ free: FreeNodes, blocked: [Int32: Set<Int32>] = [:], vocabularyCount: Int
  ) {
    guard let sets = TextSets(texts.map(\.text)) else { return nil }
    var walker = SharedWalker(sets, decoder, trie, free, blocked, vocabularyCount: vocabularyCount)
    if partial == 0 || partial == TextDecoder.unopened { walker.dropImpossible() }
    let leader = texts.firstIndex { $0.text.refusesNothing($0.start) } ?? 0
    walker.follow(leader, texts[leader].start, partial)
    walker.run(texts.indices.map { ($0, texts[$0].start) }, partial)
    whole = walker.found.finish()
    stepCount = walker.stepCount + walker.sets.stepCount
    ends = walker.closing.sorted { $0.key < $1.key }.map { (walker.sets.endings(ofList: $0.key), $0.value) }
  }
}

/// The state of walks in progress.
private struct SharedWalker<Text: SharedText> {
  private let nodes: [TokenTrie.Node]
  private let tokens: [Int32]
  private let decoder: TextDecoder
  private let free: FreeNodes
  private let blocked: [Int32: Set<Int32>]
  private(set) var sets: TextSets<Text>
  private var missing: MissingTokens
  /// The sets of positions and the states of the decoder by depth.
  private var path: [Int32]
  private var partials: [UInt32]
  /// The tokens found so far.
  var found: TokenSetBuilder
  /// The nodes at which the texts of a list end, by the list.
  private(set) var closing: [Int32: [Int32]] = [:]
  private(set) var stepCount = 0

  init(
    _ sets: TextSets<Text>, _ decoder: TextDecoder, _ trie: TokenTrie, _ free: FreeNodes,
    _ blocked: [Int32: Set<Int32>], vocabularyCount: Int
  ) {
    (self.sets, self.decoder, self.free, self.blocked) = (sets, decoder, free, blocked)
    (nodes, tokens) = (trie.nodes, trie.tokens)
    missing = MissingTokens(free)
    path = [Int32](repeating: 0, count: trie.depth + 1)
    partials = [UInt32](repeating: 0, count: trie.depth + 1)
    found = TokenSetBuilder(vocabularyCount: vocabularyCount)
  }

  /// Returns the places of the tokens of a node and of those below it.
  private func places(_ node: TokenTrie.Node) -> Range<Int> {
    let end = Int(node.end)
    return Int(node.firstToken)..<(end < nodes.count ? Int(nodes[end].firstToken) : tokens.count)
  }

  /// Removes the tokens with characters that no text has anywhere from those that are missing.
  mutating func dropImpossible() {
    let isLive = (UInt8.min ... .max).map { byte -> Bool in
      if byte >= 0x80 { return sets.hasLiveBeyondASCII }
      return byte < 0x20 || byte == 0x22 || byte == 0x5C || sets.isLive(sets.symbol(of: UInt32(byte)))
    }
    guard isLive.contains(false) else { return }
    var impossible: [Range<Int>] = []
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      if !isLive[Int(node.byte)] {
        impossible.append(places(node))
        nodeIndex = Int(node.end)
      } else {
        // The characters of an escape are others than its bytes.
        nodeIndex = node.byte == 0x5C ? Int(node.end) : nodeIndex + 1
      }
    }
    for range in impossible.reversed() { missing.remove(range) }
  }

  /// Walks the token trie from a position of one text, without its end.
  mutating func follow(_ text: Int, _ position: TextPosition, _ partial: UInt32) {
    path[0] = sets.set(of: [(text, position)])
    partials[0] = partial
    if partial == 0, sets.refusesNothing(path[0]) { return add(0..<tokens.count) }
    // The places found last, which are not added yet.
    var found = 0..<0
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      guard let (set, partial) = step(node) else {
        nodeIndex = Int(node.end)
        continue
      }
      let depth = Int(node.depth)
      (path[depth], partials[depth]) = (set, partial)
      let isAll = partial == 0 && sets.refusesNothing(set)
      let first = Int(node.firstToken)
      let range = isAll ? places(node) : first..<first + Int(node.tokenCount)
      if first != found.upperBound {
        add(found)
        found = range
      } else {
        found = found.lowerBound..<range.upperBound
      }
      nodeIndex = isAll ? Int(node.end) : nodeIndex + 1
    }
    add(found)
  }

  /// Walks the token trie from the positions of all texts, where tokens are missing and on the way to closing quotes.
  mutating func run(_ start: [(text: Int, position: TextPosition)], _ partial: UInt32) {
    path[0] = sets.set(of: start)
    partials[0] = partial
    if partial == 0, sets.refusesNothing(path[0]) { add(0..<tokens.count) }
    var next = 0
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      let (depth, end, places) = (Int(node.depth), Int(node.end), places(node))
      while next < free.paths.count, free.paths[next] < nodeIndex { next += 1 }
      let isOnPath = next < free.paths.count && free.paths[next] < end
      guard isOnPath || missing.first(from: places.lowerBound) < places.upperBound else {
        nodeIndex = end
        continue
      }
      guard let (set, partial) = step(node) else {
        if node.byte == UInt8(ascii: "\""), partials[depth - 1] == 0 { close(path[depth - 1], nodeIndex) }
        nodeIndex = end
        continue
      }
      (path[depth], partials[depth]) = (set, partial)
      let isAll = partial == 0 && sets.refusesNothing(set)
      add(isAll ? places : places.lowerBound..<places.lowerBound + Int(node.tokenCount))
      nodeIndex += 1
    }
  }

  /// Returns the set and the state of the decoder after the byte of a node, nil at the end of the texts.
  private mutating func step(_ node: TokenTrie.Node) -> (set: Int32, partial: UInt32)? {
    stepCount += 1
    let depth = Int(node.depth)
    if sets.isFull { sets.keepOnly(&path, through: depth - 1) }
    let before = path[depth - 1]
    let byte = node.byte
    if partials[depth - 1] == 0, byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      let set = sets.step(before, sets.symbol(of: UInt32(byte)))
      return set >= 0 ? (set, 0) : nil
    }
    switch decoder.step(partials[depth - 1], byte) {
    case .dead, .closed: return nil
    case .opened: return (before, 0)
    case .scalar(let point):
      let set = sets.step(before, sets.symbol(of: point))
      return set >= 0 ? (set, 0) : nil
    case .partial(let after, let range): return sets.canContinue(before, [range]) ? (before, after) : nil
    case .escape(let after):
      return sets.canContinue(before, decoder.possibleCodePoints(of: after)) ? (before, after) : nil
    }
  }

  /// Adds the tokens at the end of texts.
  private mutating func close(_ set: Int32, _ nodeIndex: Int) {
    let list = sets.list(ofEndsIn: set, besides: blocked[Int32(nodeIndex)])
    guard list != 0 else { return }
    let node = nodes[nodeIndex]
    found.insert(tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    if Int(node.end) > nodeIndex + 1 { closing[list, default: []].append(Int32(nodeIndex)) }
  }

  /// Adds the missing tokens in a range of places.
  private mutating func add(_ range: Range<Int>) {
    var place = missing.first(from: range.lowerBound)
    while place < range.upperBound {
      var end = place + 1
      while end < range.upperBound, missing.contains(end) { end += 1 }
      found.insert(tokens[place..<end])
      missing.remove(place..<end)
      place = end < range.upperBound ? missing.first(from: end) : end
    }
  }
}
