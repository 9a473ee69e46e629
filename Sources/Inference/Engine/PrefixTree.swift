import SwiftletKernels

/// What the model has read, for prompts that begin in the same way.
///
/// Pages of keys and values in a tree by their tokens: a path from the root is the beginning of a conversation. Sessions
/// with the same instructions share those pages, and a conversation's next turn finds the ones before. Only full pages
/// have others behind them.
///
/// Pages of layers that see all positions stay until their memory is needed. Those of layers with windows, and states, are
/// kept only where a sequence will probably go on: see ``Checkpoint``. A beginning of which these are gone is of use as far
/// as they are there.
struct PrefixTree {
  /// What was read with an adapter, or with none: other weights have other keys and values.
  struct Root {
    var adapter: LowRankAdapter?
    /// What all pages are behind of; has none itself.
    let top = Node([], KeyValueRun(), 0)
  }

  /// What is known of a prompt.
  struct Match {
    /// The pages of what need not be read, but for those that windows have left behind; the last may hold more.
    fileprivate(set) var runs: [KeyValueRun] = []
    /// How many tokens these are.
    fileprivate(set) var count = 0
    /// The states after them, if the model has states.
    fileprivate(set) var states: SequenceStates?
    /// How many tokens were read before, with or without all that is needed to go on behind them.
    fileprivate(set) var knownCount = 0
  }

  /// Where the pages come from.
  let pool: KeyValuePool
  var roots: [Root] = []
  private var clock = 0

  private static var pageSize: Int { KeyValuePool.positionsPerPage }

  init(_ pool: KeyValuePool) { self.pool = pool }

  /// The longest known beginning of a prompt.
  ///
  /// At most all but the last token, whose logits have to be computed.
  mutating func find(_ prompt: [Int], adapter: LowRankAdapter?) -> Match {
    clock += 1
    var match = Match()
    guard let root = roots.first(where: { $0.adapter === adapter }) else { return match }
    let wanted = prompt.dropLast()
    var (path, children) = ([Node](), root.top.children)
    // From where on the path has all pages of layers with windows.
    var firstLocal = 0
    // The node with the match, how many nodes of the path are before it, and from where on it has those pages.
    var last: (node: Node, depth: Int, firstLocal: Int)?
    while match.knownCount < wanted.count {
      let (start, rest) = (match.knownCount, wanted[match.knownCount...])
      let known = children[wanted[start], default: []].map { ($0, commonPrefix($0.tokens, rest)) }
      guard let (node, shared) = known.max(by: { $0.1 < $1.1 }) else { break }
      for (node, shared) in known {
        guard let count = usableCount(node, start: start, shared: shared, firstLocal: firstLocal),
          count > match.count
        else { continue }
        (match.count, last) = (count, (node, path.count, firstLocal))
      }
      node.lastUse = clock
      path.append(node)
      match.knownCount += shared
      guard shared == Self.pageSize else { break }
      if node.localCount < Self.pageSize { firstLocal = match.knownCount }
      children = node.children
    }
    if let last { take(&match, path.prefix(last.depth) + [last.node], firstLocal: last.firstLocal) }
    return match
  }

  /// How much of a prompt need not be read, of which a node that begins at `start` has `shared` tokens, if a sequence can
  /// go on there; it has all pages of layers with windows from `firstLocal` on, but for this one's.
  private func usableCount(_ node: Node, start: Int, shared: Int, firstLocal: Int) -> Int? {
    var shared = shared
    if hasStates {
      guard let last = node.checkpoints.map(\.count).filter({ $0 <= shared }).max() else { return nil }
      shared = last
    }
    guard hasWindows else { return start + shared }
    let count = min(shared, node.localCount)
    guard count > 0, count == shared || !hasStates, pool.firstSeen(from: start + count) >= firstLocal else {
      return nil
    }
    return start + count
  }

  /// Completes a match that ends in the last node of a path.
  private func take(_ match: inout Match, _ path: ArraySlice<Node>, firstLocal: Int) {
    match.runs = path.map(\.run)
    let firstKept = max(firstLocal, pool.firstKept(after: match.count))
    for index in 0..<firstKept / Self.pageSize { match.runs[index].local = nil }
    guard let node = path.last else { return }
    let count = match.count - Self.pageSize * (path.count - 1)
    node.lastUse = clock
    for checkpoint in node.checkpoints where checkpoint.count == count || !hasStates {
      checkpoint.lastUse = clock
      match.states = checkpoint.states
    }
    // Whom they were kept for has come.
    for place in path {
      for checkpoint in place.checkpoints
      where checkpoint.audience == .one && (place !== node || checkpoint.count <= count) {
        place.remove(checkpoint)
      }
    }
  }

  /// Keeps pages that hold `tokens`, and if somebody is expected to go on behind the last of them, what that takes: the
  /// states there, if the model has states.
  mutating func add(
    _ tokens: ArraySlice<Int>, runs: [KeyValueRun], adapter: LowRankAdapter?, for audience: Checkpoint.Audience? = nil,
    states: SequenceStates? = nil
  ) {
    guard !tokens.isEmpty else { return }
    clock += 1
    var node = top(adapter)
    var rest = tokens
    for run in runs where !rest.isEmpty {
      let part = rest.prefix(Self.pageSize)
      rest = rest.dropFirst(Self.pageSize)
      let siblings = node.children[part[part.startIndex], default: []]
      if let known = siblings.first(where: { commonPrefix($0.tokens, part) == min($0.tokens.count, part.count) }) {
        known.take(run, part)
        node = known
      } else {
        node = node.append(part, run)
      }
      node.lastUse = clock
    }
    guard let audience, hasWindows || hasStates, (states != nil) == hasStates else { return }
    let count = (tokens.count - 1) % Self.pageSize + 1
    // What was for many stays so.
    let isForMany = audience == .many || node.checkpoints.contains { $0.count == count && $0.audience == .many }
    let firstRun = pool.firstKept(after: tokens.count) / Self.pageSize
    let checkpoint = Checkpoint(
      count, isForMany ? .many : .one, states: states,
      runCount: hasWindows ? (tokens.count + Self.pageSize - 1) / Self.pageSize - firstRun : 0, clock)
    let old = node.checkpoints.filter { $0.count == count }
    node.insert(checkpoint)
    for checkpoint in old { node.remove(checkpoint) }
  }

  /// What is behind nothing else, for an adapter.
  private mutating func top(_ adapter: LowRankAdapter?) -> Node {
    if let root = roots.first(where: { $0.adapter === adapter }) { return root.top }
    let root = Root(adapter: adapter)
    roots.append(root)
    return root.top
  }

  private var hasStates: Bool { pool.states.count > 0 }
  private var hasWindows: Bool { pool.reach != nil }

  private func commonPrefix(_ known: ArraySlice<Int>, _ tokens: ArraySlice<Int>) -> Int {
    var count = 0
    for (a, b) in zip(known, tokens) {
      guard a == b else { break }
      count += 1
    }
    return count
  }
}
