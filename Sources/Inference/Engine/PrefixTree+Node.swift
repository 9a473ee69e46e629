import SwiftletKernels

extension PrefixTree {
  /// A prefix checkpoint: a position at which a sequence will probably continue.
  ///
  /// It keeps the recurrent states there and the pages of sliding-window layers before it. Checkpoints are stored at
  /// the ends of prompts and answers, and where prompts were seen to diverge.
  final class Checkpoint {
    /// The lifetime of a checkpoint: removed by the first sequence that continues from it, or kept until evicted.
    enum Kind { case singleUse, shared }

    /// The number of tokens of its node before it.
    let count: Int
    /// True if it stays when a sequence continues from it, or from a later position.
    let isShared: Bool
    /// The recurrent states there.
    let states: SequenceStates?
    /// The number of runs whose sliding-window pages it keeps; the last is its node's.
    let runCount: Int
    var lastUse: Int

    init(_ count: Int, isShared: Bool, states: SequenceStates?, runCount: Int, _ lastUse: Int) {
      (self.count, self.isShared, self.states, self.runCount) = (count, isShared, states, runCount)
      self.lastUse = lastUse
    }
  }

  /// A node of the tree: the pages of a run of tokens, and the runs that follow it.
  final class Node {
    private(set) var tokens: ArraySlice<Int>
    private(set) var run: KeyValueRun
    private(set) var checkpoints: [Checkpoint] = []
    /// The nodes that follow, by their first token.
    private(set) var children: [Int: [Node]] = [:]
    private(set) weak var parent: Node?
    var lastUse: Int
    /// The number of tokens in the page of sliding-window layers; 0 without such a page.
    private(set) var localCount = 0
    /// The number of checkpoints that keep that page.
    private var checkpointReferences = 0

    init(_ tokens: ArraySlice<Int>, _ run: KeyValueRun, _ lastUse: Int, parent: Node? = nil) {
      // A copy, since a slice would keep the whole sequence in memory.
      (self.tokens, self.run, self.lastUse, self.parent) = (ArraySlice(Array(tokens)), run, lastUse, parent)
      localCount = run.local == nil ? 0 : tokens.count
    }
  }
}

extension PrefixTree.Node {
  /// True if the node is a leaf whose pages no sequence refers to.
  var isEvictable: Bool {
    children.isEmpty && (run.full == nil || isKnownUniquelyReferenced(&run.full))
      && (run.local == nil || isKnownUniquelyReferenced(&run.local))
  }

  /// True if the node has neither children, checkpoints nor pages.
  var isEmpty: Bool { children.isEmpty && checkpoints.isEmpty && run.full == nil && run.local == nil }

  /// Appends a child node.
  func append(_ tokens: ArraySlice<Int>, _ run: KeyValueRun) -> PrefixTree.Node {
    let node = PrefixTree.Node(tokens, run, lastUse, parent: self)
    children[tokens[tokens.startIndex], default: []].append(node)
    return node
  }

  /// Merges pages of which the tokens are a prefix of the node's, or the other way round; the longer one is kept.
  func merge(_ other: KeyValueRun, _ tokens: ArraySlice<Int>) {
    if self.tokens.count < tokens.count { (self.tokens, run.full) = (ArraySlice(Array(tokens)), other.full) }
    if other.local != nil, localCount < tokens.count { (run.local, localCount) = (other.local, tokens.count) }
  }

  /// Adds a checkpoint and the references to the pages that it keeps.
  func insert(_ checkpoint: PrefixTree.Checkpoint) {
    checkpoints.append(checkpoint)
    forEachKept(by: checkpoint) { $0.checkpointReferences += 1 }
  }

  /// Removes a checkpoint, and the pages that nothing else refers to.
  func remove(_ checkpoint: PrefixTree.Checkpoint) {
    checkpoints.removeAll { $0 === checkpoint }
    forEachKept(by: checkpoint) {
      $0.checkpointReferences -= 1
      $0.releaseLocal()
    }
    removeIfEmpty()
  }

  private func forEachKept(by checkpoint: PrefixTree.Checkpoint, _ body: (PrefixTree.Node) -> Void) {
    var node: PrefixTree.Node? = self
    for _ in 0..<checkpoint.runCount {
      guard let next = node else { break }
      body(next)
      node = next.parent
    }
  }

  /// Releases the page of sliding-window layers, if neither a checkpoint nor a sequence refers to it.
  func releaseLocal() {
    if checkpointReferences == 0, isKnownUniquelyReferenced(&run.local) { (run.local, localCount) = (nil, 0) }
  }

  /// Removes the node and its checkpoints from the tree.
  func remove() {
    for checkpoint in checkpoints { remove(checkpoint) }
    detach()
  }

  /// Removes the node from the tree if it is empty, and then its parent likewise.
  func removeIfEmpty() {
    var node: PrefixTree.Node? = self
    while let next = node, next.isEmpty, let parent = next.parent {
      next.detach()
      node = parent
    }
  }

  private func detach() {
    guard let parent, let first = tokens.first else { return }
    parent.children[first]?.removeAll { $0 === self }
    if parent.children[first]?.isEmpty == true { parent.children[first] = nil }
    self.parent = nil
  }

  /// Removes the children and returns them.
  func removeChildren() -> [PrefixTree.Node] {
    defer { children = [:] }
    return Array(children.values.joined())
  }
}
