import SwiftletKernels

/// What is given back.
extension PrefixTree {
  /// Forgets the node, or the checkpoint, that was of no use for longest: of nodes only those whose memory that frees, but
  /// any checkpoints, as then a sequence that goes on from their states needs no copy.
  ///
  /// - Returns: Whether there were such.
  mutating func forgetOldest() -> Bool {
    var oldest: Node?
    var oldestCheckpoint: (node: Node, checkpoint: Checkpoint)?
    forEachNode { node in
      if node.isFree, node.lastUse < oldest?.lastUse ?? .max { oldest = node }
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

  /// Lets go of pages of layers with windows that a sequence has left behind and no checkpoint keeps.
  mutating func releaseLocal() {
    var empty: [Node] = []
    forEachNode { node in
      node.releaseLocal()
      if node.isEmpty { empty.append(node) }
    }
    for node in empty { node.removeIfEmpty() }
    roots.removeAll { $0.top.children.isEmpty }
  }

  /// Whether nothing is known.
  var isEmpty: Bool { roots.isEmpty }

  /// Forgets everything.
  mutating func removeAll() {
    var open = roots.flatMap { $0.top.removeChildren() }
    roots = []
    // One by one: what went with its parent would take a part of the stack each.
    while let node = open.popLast() { open += node.removeChildren() }
  }

  /// All pages.
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
