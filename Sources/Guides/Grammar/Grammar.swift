/// What a guide allows, compiled: nodes that refer to lexemes, arrays, objects and sequences of nodes.
///
/// Each node that is still there can be completed, and the way to do so that takes the fewest bytes is known.
struct Grammar: Sendable {
  /// How many sequences may begin with each other, nothing being read in between.
  static let maximumChain = 400

  /// One way to begin a node.
  enum Start: Hashable, Sendable {
    case lexeme(Int)
    case object(Int)
    case array(Int)
    /// Nodes one after the other.
    case sequence(Int)
  }

  struct Node: Sendable {
    var starts: [Start]
    /// The fewest bytes it takes; `Int.max` if nothing will do.
    var cost = Int.max
    /// The start with which it takes the fewest.
    var cheapest: Start?
  }

  var nodes: [Node] = []
  var lexemes: [Lexeme] = []
  var objects: [Shared] = []
  var arrays: [ArrayRule] = []
  var sequences: [[Int]] = []
  var root = 0
  /// Whether the numbers of elements that an array demands are too many to be told apart.
  var countsTooMuch = false
  /// Whether something was left out because even the shortest text would be too long.
  var leavesOutTooLong = false
  var spacing = Spacing.compact
  /// How many arrays and objects may be in each other; below that only what a shortest completion needs may come.
  var maximumDepth: Int32 = .max

  /// Where white space may stand between the tokens of JSON.
  enum Spacing: Sendable {
    case compact, natural, free
  }

  /// A rule behind a reference: copies of rules, with all their arrays, would cost more than what is done with them.
  final class Shared: Sendable {
    let rule: ObjectRule

    init(_ rule: ObjectRule) { self.rule = rule }
  }

  func isPossible(_ node: Int) -> Bool { nodes[node].cost < .max }
}
