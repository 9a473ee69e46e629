import SwiftletKernels

/// The prefix cache: KV pages in a tree by their tokens.
///
/// A path from the root is a prefix of a sequence. Sequences with the same instructions share their pages, and a
/// conversation's next turn finds those of the turns before. Only full pages have children.
///
/// Pages of full-attention layers stay until their memory is required. Pages of sliding-window layers, and recurrent
/// states, are kept only at checkpoints, where a sequence will probably continue; see ``Checkpoint``. A prefix without
/// them is usable up to its last checkpoint.
struct PrefixTree {
  /// A tree for one adapter, or for none: keys and values depend on the weights.
  struct Root {
    var adapter: LowRankAdapter?
    /// The root node, which has no page.
    let top = Node([], KeyValueRun(), 0)
  }

  /// The longest cached prefix of a prompt.
  struct Match {
    /// The pages of the prefix, without those that sliding windows have passed; the last may hold more tokens.
    fileprivate(set) var runs: [KeyValueRun] = []
    /// The number of tokens that need not be prefilled.
    fileprivate(set) var count = 0
    /// The recurrent states after them, if the model has states.
    fileprivate(set) var states: SequenceStates?
    /// The number of matching tokens in the tree, usable or not.
    fileprivate(set) var matchedCount = 0
  }

  let pool: KeyValuePool
  var roots: [Root] = []
  private var clock = 0

  private static var pageSize: Int { KeyValuePool.positionsPerPage }

  init(_ pool: KeyValuePool) { self.pool = pool }

  /// Returns the longest cached prefix of a prompt.
  ///
  /// It excludes at least the last token, whose logits have to be computed.
  mutating func find(_ prompt: [Int], adapter: LowRankAdapter?) -> Match {
    clock += 1
    var match = Match()
    guard let root = roots.first(where: { $0.adapter === adapter }) else { return match }
    let tokens = prompt.dropLast()
    var (path, children) = ([Node](), root.top.children)
    // The position from which on the path has all pages of sliding-window layers.
    var firstLocal = 0
    // The node with the match, its depth in the path, and that position for it.
    var last: (node: Node, depth: Int, firstLocal: Int)?
    while match.matchedCount < tokens.count {
      let (start, rest) = (match.matchedCount, tokens[match.matchedCount...])
      let known = children[tokens[start], default: []].map { ($0, commonPrefix($0.tokens, rest)) }
      guard let (node, shared) = known.max(by: { $0.1 < $1.1 }) else { break }
      for (node, shared) in known {
        guard let count = usableCount(node, start: start, shared: shared, firstLocal: firstLocal),
          count > match.count
        else { continue }
        (match.count, last) = (count, (node, path.count, firstLocal))
      }
      node.lastUse = clock
      path.append(node)
      match.matchedCount += shared
      guard shared == Self.pageSize else { break }
      if node.localCount < Self.pageSize { firstLocal = match.matchedCount }
      children = node.children
    }
    if let last { take(&match, path.prefix(last.depth) + [last.node], firstLocal: last.firstLocal) }
    return match
  }

  /// Returns the usable length of a prefix that ends in a node; nil if no sequence can continue in the node.
  ///
  /// The node begins at position `start` and shares `shared` tokens with the prompt. The path before it has all pages
  /// of sliding-window layers from position `firstLocal` on.
  private func usableCount(_ node: Node, start: Int, shared: Int, firstLocal: Int) -> Int? {
    var shared = shared
    if hasStates {
      guard let last = node.checkpoints.map(\.count).filter({ $0 <= shared }).max() else { return nil }
      shared = last
    }
    guard hasWindows else { return start + shared }
    let count = min(shared, node.localCount)
    guard count > 0, count == shared || !hasStates, pool.firstVisible(from: start + count) >= firstLocal else {
      return nil
    }
    return start + count
  }

  /// Completes a match that ends in the last node of a path.
  private func take(_ match: inout Match, _ path: ArraySlice<Node>, firstLocal: Int) {
    match.runs = path.map(\.run)
    let firstKept = max(firstLocal, pool.firstRetained(after: match.count))
    for index in 0..<firstKept / Self.pageSize { match.runs[index].local = nil }
    guard let node = path.last else { return }
    let count = match.count - Self.pageSize * (path.count - 1)
    node.lastUse = clock
    for checkpoint in node.checkpoints where checkpoint.count == count || !hasStates {
      checkpoint.lastUse = clock
      match.states = checkpoint.states
    }
    // Checkpoints for a single sequence have been used.
    for other in path {
      for checkpoint in other.checkpoints
      where !checkpoint.isShared && (other !== node || checkpoint.count <= count) {
        other.remove(checkpoint)
      }
    }
  }

  /// Adds the pages of `tokens`.
  ///
  /// - Parameters:
  ///   - tokens: The tokens whose keys and values the pages hold.
  ///   - runs: The pages.
  ///   - adapter: The adapter that they were computed with.
  ///   - kind: The kind of checkpoint behind the last token; nil for none.
  ///   - states: The recurrent states there, if the model has states.
  mutating func add(
    _ tokens: ArraySlice<Int>, runs: [KeyValueRun], adapter: LowRankAdapter?,
    checkpoint kind: Checkpoint.Kind? = nil, states: SequenceStates? = nil
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
        known.merge(run, part)
        node = known
      } else {
        node = node.append(part, run)
      }
      node.lastUse = clock
    }
    guard let kind, hasWindows || hasStates, (states != nil) == hasStates else { return }
    let count = (tokens.count - 1) % Self.pageSize + 1
    // A shared checkpoint stays shared.
    let isShared = kind == .shared || node.checkpoints.contains { $0.count == count && $0.isShared }
    let firstRun = pool.firstRetained(after: tokens.count) / Self.pageSize
    let checkpoint = Checkpoint(
      count, isShared: isShared, states: states,
      runCount: hasWindows ? (tokens.count + Self.pageSize - 1) / Self.pageSize - firstRun : 0, clock)
    let old = node.checkpoints.filter { $0.count == count }
    node.insert(checkpoint)
    for checkpoint in old { node.remove(checkpoint) }
  }

  /// Returns the root node for an adapter.
  private mutating func top(_ adapter: LowRankAdapter?) -> Node {
    if let root = roots.first(where: { $0.adapter === adapter }) { return root.top }
    let root = Root(adapter: adapter)
    roots.append(root)
    return root.top
  }

  private var hasStates: Bool { pool.states.count > 0 }
  private var hasWindows: Bool { pool.largestWindow != nil }

  private func commonPrefix(_ known: ArraySlice<Int>, _ tokens: ArraySlice<Int>) -> Int {
    var count = 0
    for (a, b) in zip(known, tokens) {
      guard a == b else { break }
      count += 1
    }
    return count
  }
}
