import SwiftletKernels

/// What the model has read, for prompts that begin in the same way.
///
/// Pages of keys and values in a tree by their tokens: a path from the root is the beginning of a conversation. Sessions
/// with the same instructions share those pages, and a conversation's next turn finds the ones before. Only full pages
/// have others behind them.
struct PrefixTree {
  /// A page and what may come behind it.
  private final class Node {
    var tokens: ArraySlice<Int>
    var page: KeyValuePage
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

  private var roots: [Root] = []
  private var clock = 0
  /// The number of pages in the tree.
  private(set) var pageCount = 0

  private static var pageSize: Int { KeyValuePool.positionsPerPage }

  /// The pages that hold the longest known beginning of a prompt, and the length of that beginning.
  ///
  /// At most all but the last token, whose logits have to be computed. The last page may hold more than is shared.
  mutating func find(_ prompt: [Int], adapter: LowRankAdapter?) -> (pages: [KeyValuePage], count: Int) {
    clock += 1
    guard let root = roots.first(where: { $0.adapter === adapter }) else { return ([], 0) }
    let wanted = prompt.dropLast()
    var (pages, count, children) = ([KeyValuePage](), 0, root.children)
    while count < wanted.count {
      let rest = wanted[count...]
      let known = children[wanted[count], default: []].map { ($0, commonPrefix($0.tokens, rest)) }
      guard let (node, shared) = known.max(by: { $0.1 < $1.1 }) else { break }
      node.lastUse = clock
      pages.append(node.page)
      count += shared
      guard shared == Self.pageSize else { break }
      children = node.children
    }
    return (pages, count)
  }

  /// Keeps pages that hold `tokens`.
  mutating func add(_ tokens: ArraySlice<Int>, pages: [KeyValuePage], adapter: LowRankAdapter?) {
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
  }

  /// Forgets the page that was of no use for longest, of those whose memory that frees.
  ///
  /// - Returns: Whether there was one.
  mutating func forgetOldest() -> Bool {
    var oldest: (node: Node, parent: Node?, root: Int)?
    for (index, root) in roots.enumerated() {
      var open = root.children.values.joined().map { (node: $0, parent: Node?.none) }
      while let (node, parent) = open.popLast() {
        open += node.children.values.joined().map { ($0, node) }
        if node.isFree, node.lastUse < oldest?.node.lastUse ?? .max { oldest = (node, parent, index) }
      }
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
