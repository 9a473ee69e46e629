import SwiftletKernels

extension PrefixTree {
  /// A place behind which a sequence will probably go on: it keeps what that takes besides pages of layers that see all
  /// positions.
  ///
  /// There are some where reading ended, where answers ended, and where prompts were seen to part.
  final class Checkpoint {
    /// Who will go on.
    enum Audience { case one, many }

    /// How many tokens of its node it is behind of.
    let count: Int
    /// Whether it is gone once a sequence goes on from it, or from behind it.
    let audience: Audience
    /// The states there.
    let states: SequenceStates?
    /// Of how many runs, its own the last of them, it keeps the pages of layers with windows.
    let runCount: Int
    var lastUse: Int

    init(_ count: Int, _ audience: Audience, states: SequenceStates?, runCount: Int, _ lastUse: Int) {
      (self.count, self.audience, self.states, self.runCount) = (count, audience, states, runCount)
      self.lastUse = lastUse
    }
  }

  /// The pages of a run of tokens, and what may come behind it.
  final class Node {
    private(set) var tokens: ArraySlice<Int>
    private(set) var run: KeyValueRun
    private(set) var checkpoints: [Checkpoint] = []
    /// By their first token.
    private(set) var children: [Int: [Node]] = [:]
    private(set) weak var parent: Node?
    var lastUse: Int
    /// How many of the tokens the page of layers with windows has, 0 if there is none.
    private(set) var localCount = 0
    /// How many checkpoints keep it.
    private var keeperCount = 0

    init(_ tokens: ArraySlice<Int>, _ run: KeyValueRun, _ lastUse: Int, parent: Node? = nil) {
      // A copy: the slice would keep the whole conversation.
      (self.tokens, self.run, self.lastUse, self.parent) = (ArraySlice(Array(tokens)), run, lastUse, parent)
      localCount = run.local == nil ? 0 : tokens.count
    }
  }
}

extension PrefixTree.Node {
  /// Whether nothing else would be lost with the node, and memory gained if it has any.
  var isFree: Bool {
    children.isEmpty && (run.full == nil || isKnownUniquelyReferenced(&run.full))
      && (run.local == nil || isKnownUniquelyReferenced(&run.local))
  }

  /// Whether there is no use in the node any more.
  var isEmpty: Bool { children.isEmpty && checkpoints.isEmpty && run.full == nil && run.local == nil }

  /// Adds what comes behind.
  func append(_ tokens: ArraySlice<Int>, _ run: KeyValueRun) -> PrefixTree.Node {
    let node = PrefixTree.Node(tokens, run, lastUse, parent: self)
    children[tokens[tokens.startIndex], default: []].append(node)
    return node
  }

  /// Takes pages whose tokens begin as the node's do, or the node's as they do: of two that begin alike, the longer
  /// serves both.
  func take(_ other: KeyValueRun, _ tokens: ArraySlice<Int>) {
    if self.tokens.count < tokens.count { (self.tokens, run.full) = (ArraySlice(Array(tokens)), other.full) }
    if other.local != nil, localCount < tokens.count { (run.local, localCount) = (other.local, tokens.count) }
  }

  /// Adds a checkpoint, which keeps pages from now on.
  func insert(_ checkpoint: PrefixTree.Checkpoint) {
    checkpoints.append(checkpoint)
    forEachKept(by: checkpoint) { $0.keeperCount += 1 }
  }

  /// Forgets a checkpoint, and pages that it kept for nobody else.
  func remove(_ checkpoint: PrefixTree.Checkpoint) {
    checkpoints.removeAll { $0 === checkpoint }
    forEachKept(by: checkpoint) {
      $0.keeperCount -= 1
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

  /// Lets go of the page of layers with windows, if neither a checkpoint nor a sequence keeps it.
  func releaseLocal() {
    if keeperCount == 0, isKnownUniquelyReferenced(&run.local) { (run.local, localCount) = (nil, 0) }
  }

  /// Takes the node off the tree, with all that is kept for it alone.
  func remove() {
    for checkpoint in checkpoints { remove(checkpoint) }
    detach()
  }

  /// Takes the node off the tree if it has nothing, and then maybe the one before it.
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

  /// Lets go of all that comes behind, and returns it.
  func removeChildren() -> [PrefixTree.Node] {
    defer { children = [:] }
    return Array(children.values.joined())
  }
}
