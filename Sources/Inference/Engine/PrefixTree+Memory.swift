import SwiftletKernels

/// Eviction.
extension PrefixTree {
  /// Evicts the least recently used node or checkpoint.
  ///
  /// Only leaf nodes are candidates whose pages no sequence refers to, but any checkpoint is, since a sequence that
  /// continues from its states then needs no copy of them.
  ///
  /// - Returns: True if there was anything to evict.
  mutating func evictOldest() -> Bool {
    var oldest: Node?
    var oldestCheckpoint: (node: Node, checkpoint: Checkpoint)?
    forEachNode { node in
      if node.isEvictable, node.lastUse < oldest?.lastUse ?? .max { oldest = node }
      for checkpoint in node.checkpoints where checkpoint.lastUse < oldestCheckpoint?.checkpoint.lastUse ?? .max {
        oldestCheckpoint = (node, checkpoint)
      }
    }
    defer { roots.removeAll { $0.top.children.isEmpty } }
    if let (node, checkpoint) = oldestCheckpoint, checkpoint.lastUse <= oldest?.lastUse ?? .max {
      node.remove(checkpoint)
      return true
    }
    oldest?.remove()
    return oldest != nil
  }

  /// Releases the pages of sliding-window layers that no sequence and no checkpoint refers to.
  mutating func releaseLocal() {
    var empty: [Node] = []
    forEachNode { node in
      node.releaseLocal()
      if node.isEmpty { empty.append(node) }
    }
    for node in empty { node.removeIfEmpty() }
    roots.removeAll { $0.top.children.isEmpty }
  }

  /// True if the tree has no pages.
  var isEmpty: Bool { roots.isEmpty }

  /// Removes all nodes.
  mutating func removeAll() {
    var open = roots.flatMap { $0.top.removeChildren() }
    roots = []
    // Iteratively, since releasing a chain of nodes would recurse to its depth.
    while let node = open.popLast() { open += node.removeChildren() }
  }

  /// The pages of all nodes.
  var pages: [KeyValuePage] {
    var pages: [KeyValuePage] = []
    forEachNode { pages += $0.run.pages }
    return pages
  }

  private func forEachNode(_ body: (Node) -> Void) {
    var open = roots.flatMap { $0.top.children.values.joined() }
    while let node = open.popLast() {
      open += node.children.values.joined()
      body(node)
    }
  }
}
