import SwiftletKernels

/// What the model has read, for prompts that begin in the same way.
///
/// Pages of keys and values in a tree by their tokens: a path from the root is the beginning of a conversation. Sessions
/// with the same instructions share those pages, and a conversation's next turn finds the ones before. Only full pages
/// have others behind them.
///
/// Of a model whose layers have states a beginning is of use as far as there are states for it. They are kept where
/// reading ended, and where prompts were seen to part.
struct PrefixTree {
  /// States after some of the tokens of a page.
  private final class Checkpoint {
    /// How many of the page's tokens they have seen.
    let count: Int
    let states: SequenceStates
    /// Whether they are gone once a sequence goes on from them.
    let isForOne: Bool
    var lastUse: Int

    init(_ count: Int, _ states: SequenceStates, isForOne: Bool, _ lastUse: Int) {
      (self.count, self.states, self.isForOne, self.lastUse) = (count, states, isForOne, lastUse)
    }
  }

  /// A page and what may come behind it.
  private final class Node {
    var tokens: ArraySlice<Int>
    var page: KeyValuePage
    var checkpoints: [Checkpoint] = []
    /// By their first token.
    var children: [Int: [Node]] = [:]
    var lastUse: Int

    init(_ tokens: ArraySlice<Int>, _ page: KeyValuePage, _ lastUse: Int) {
      (self.tokens, self.page, self.lastUse) = (tokens, page, lastUse)
    }

    /// Whether nothing else would be lost with the page, and its memory gained.
    var isFree: Bool { children.isEmpty && isKnownUniquelyReferenced(&page) }
  }

  /// What was read with an adapter, or with none: other weights have other keys and values.
  private struct Root {
    var adapter: LowRankAdapter?
    var children: [Int: [Node]] = [:]
  }

  /// What is known of a prompt.
  struct Match {
    /// The pages of what need not be read; the last may hold more.
    fileprivate(set) var pages: [KeyValuePage] = []
    /// How many tokens these are.
    fileprivate(set) var count = 0
    /// The states after them, if the model has states.
    fileprivate(set) var states: SequenceStates?
    /// How many tokens were read before, with or without states that are left of it.
    fileprivate(set) var knownCount = 0
  }

  /// Whether the model's layers have states.
  private let hasStates: Bool
  private var roots: [Root] = []
  private var clock = 0
  /// The number of pages in the tree.
  private(set) var pageCount = 0

  private static var pageSize: Int { KeyValuePool.positionsPerPage }

  init(hasStates: Bool = false) { self.hasStates = hasStates }

  /// The longest known beginning of a prompt.
  ///
  /// At most all but the last token, whose logits have to be computed.
  mutating func find(_ prompt: [Int], adapter: LowRankAdapter?) -> Match {
    clock += 1
    var match = Match()
    guard let root = roots.first(where: { $0.adapter === adapter }) else { return match }
    let wanted = prompt.dropLast()
    var (pages, children) = ([KeyValuePage](), root.children)
    var last: (node: Node, checkpoint: Checkpoint)?
    while match.knownCount < wanted.count {
      let rest = wanted[match.knownCount...]
      let known = children[wanted[match.knownCount], default: []].map { ($0, commonPrefix($0.tokens, rest)) }
      guard let (node, shared) = known.max(by: { $0.1 < $1.1 }) else { break }
      for (node, shared) in known {
        for checkpoint in node.checkpoints
        where checkpoint.count <= shared && match.knownCount + checkpoint.count > match.count {
          (match.pages, match.count) = (pages + [node.page], match.knownCount + checkpoint.count)
          last = (node, checkpoint)
        }
      }
      node.lastUse = clock
      pages.append(node.page)
      match.knownCount += shared
      guard shared == Self.pageSize else { break }
      children = node.children
    }
    if let (node, checkpoint) = last {
      (match.states, checkpoint.lastUse, node.lastUse) = (checkpoint.states, clock, clock)
      if checkpoint.isForOne { node.checkpoints.removeAll { $0 === checkpoint } }
    }
    if !hasStates { (match.pages, match.count) = (pages, match.knownCount) }
    return match
  }

  /// Keeps pages that hold `tokens`, and maybe the states after the last of them.
  mutating func add(
    _ tokens: ArraySlice<Int>, pages: [KeyValuePage], adapter: LowRankAdapter?, states: SequenceStates? = nil,
    isForOne: Bool = false
  ) {
    guard !tokens.isEmpty else { return }
    clock += 1
    let index =
      roots.firstIndex { $0.adapter === adapter }
      ?? {
        roots.append(Root(adapter: adapter))
        return roots.count - 1
      }()
    var parent: Node?
    var rest = tokens
    for page in pages where !rest.isEmpty {
      let part = rest.prefix(Self.pageSize)
      rest = rest.dropFirst(Self.pageSize)
      let siblings = (parent?.children ?? roots[index].children)[part[part.startIndex], default: []]
      if let node = siblings.first(where: { commonPrefix($0.tokens, part) == min($0.tokens.count, part.count) }) {
        // Of two that begin alike, the longer serves both.
        if node.tokens.count < part.count { (node.tokens, node.page) = (ArraySlice(Array(part)), page) }
        node.lastUse = clock
        parent = node
      } else {
        // A copy: the slice would keep the whole conversation.
        let node = Node(ArraySlice(Array(part)), page, clock)
        if let parent {
          parent.children[part[part.startIndex], default: []].append(node)
        } else {
          roots[index].children[part[part.startIndex], default: []].append(node)
        }
        pageCount += 1
        parent = node
      }
    }
    guard let states, let parent else { return }
    let count = (tokens.count - 1) % Self.pageSize + 1
    // What was for many stays so.
    let isForMany = !isForOne || parent.checkpoints.contains { $0.count == count && !$0.isForOne }
    parent.checkpoints.removeAll { $0.count == count }
    parent.checkpoints.append(Checkpoint(count, states, isForOne: !isForMany, clock))
  }

  /// Forgets the page, or the states, that were of no use for longest: of pages only those whose memory that frees, but
  /// any states, as then a sequence that goes on from them needs no copy.
  ///
  /// - Returns: Whether there were such.
  mutating func forgetOldest() -> Bool {
    var oldest: (node: Node, parent: Node?, root: Int)?
    var oldestStates: (node: Node, checkpoint: Checkpoint)?
    for (index, root) in roots.enumerated() {
      var open = root.children.values.joined().map { (node: $0, parent: Node?.none) }
      while let (node, parent) = open.popLast() {
        open += node.children.values.joined().map { ($0, node) }
        if node.isFree, node.lastUse < oldest?.node.lastUse ?? .max { oldest = (node, parent, index) }
        for checkpoint in node.checkpoints
        where checkpoint.lastUse < oldestStates?.checkpoint.lastUse ?? .max {
          oldestStates = (node, checkpoint)
        }
      }
    }
    if let (node, checkpoint) = oldestStates, checkpoint.lastUse <= oldest?.node.lastUse ?? .max {
      node.checkpoints.removeAll { $0 === checkpoint }
      return true
    }
    guard let (node, parent, root) = oldest, let first = node.tokens.first else { return false }
    func remove(from children: inout [Int: [Node]]) {
      children[first]?.removeAll { $0 === node }
      if children[first]?.isEmpty == true { children[first] = nil }
    }
    if let parent { remove(from: &parent.children) } else { remove(from: &roots[root].children) }
    roots.removeAll { $0.children.isEmpty }
    pageCount -= 1
    return true
  }

  /// Forgets everything.
  mutating func removeAll() {
    var open = roots.flatMap { $0.children.values.joined() }
    roots = []
    pageCount = 0
    // One by one: what went with its parent would take a part of the stack each.
    while let node = open.popLast() {
      open += node.children.values.joined()
      node.children = [:]
    }
  }

  /// All pages.
  var pages: [KeyValuePage] {
    var pages: [KeyValuePage] = []
    var open = roots.flatMap { $0.children.values.joined() }
    while let node = open.popLast() {
      pages.append(node.page)
      open += node.children.values.joined()
    }
    return pages
  }

  private func commonPrefix(_ known: ArraySlice<Int>, _ tokens: ArraySlice<Int>) -> Int {
    var count = 0
    for (a, b) in zip(known, tokens) {
      guard a == b else { break }
      count += 1
    }
    return count
  }
}
