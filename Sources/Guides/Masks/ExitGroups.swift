/// The trie nodes after which a token goes on behind a string, grouped by the alternatives whose strings end there.
struct ExitGroups {
  /// The nodes at which an unconstrained string ends and that have children, in order.
  private let nodes: [Int32]
  /// The group of each node.
  private var numbers: [Int]
  /// The alternatives of each group.
  private var members: [[Int32]] = [[]]

  init(_ free: FreeNodes) {
    nodes = free.exits
    numbers = [Int](repeating: 0, count: nodes.count)
  }

  /// Adds an alternative whose string ends at some nodes, in order.
  mutating func add(_ member: Int32, at closing: [Int32]) {
    // The nodes of a group that have the alternative in common become a new group.
    var split: [Int: Int] = [:]
    var index = 0
    for node in closing {
      while index < nodes.count, nodes[index] < node { index += 1 }
      guard index < nodes.count else { return }
      guard nodes[index] == node else { continue }
      let old = numbers[index]
      if let new = split[old] {
        numbers[index] = new
      } else {
        split[old] = members.count
        numbers[index] = members.count
        members.append(members[old] + [member])
      }
    }
  }

  /// The groups that have alternatives and nodes, with these in order.
  var groups: [(members: [Int32], nodes: [Int32])] {
    var lists = [[Int32]](repeating: [], count: members.count)
    for (node, number) in zip(nodes, numbers) { lists[number].append(node) }
    return members.indices.dropFirst().filter { !lists[$0].isEmpty }.map { (members[$0], lists[$0]) }
  }
}
