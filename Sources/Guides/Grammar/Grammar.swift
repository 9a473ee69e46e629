/// A compiled grammar: nodes whose alternatives are lexemes, arrays, objects and sequences of nodes.
///
/// Impossible alternatives are removed, and the shortest completion of each node is known.
struct Grammar: Sendable {
  /// The maximum number of nested sequences entered without consuming a byte.
  static let maximumChain = 400

  /// An alternative of a node.
  enum Alternative: Hashable, Sendable {
    case lexeme(Int)
    case object(Int)
    case array(Int)
    /// A concatenation of nodes.
    case sequence(Int)
  }

  struct Node: Sendable {
    var alternatives: [Alternative]
    /// The length of the shortest text in bytes; `Int.max` if there is none.
    var cost = Int.max
    /// The alternative with the shortest text.
    var cheapest: Alternative?
  }

  var nodes: [Node] = []
  var lexemes: [Lexeme] = []
  var objects: [ObjectRuleBox] = []
  var arrays: [ArrayRule] = []
  var sequences: [[Int]] = []
  /// The numbers of texts of the lexemes of arrays that record values.
  var textCounts: [Int: TextCounts] = [:]
  var root = 0
  /// True if the element counts of an array have too many combinations.
  var exceedsCountLimit = false
  /// True if an alternative was removed because its shortest text is too long.
  var omitsOverlongText = false
  var spacing = Spacing.compact
  /// The maximum nesting depth of arrays and objects; below it only shortest completions are allowed.
  var maximumDepth: Int32 = .max

  /// The white space allowed between JSON tokens.
  enum Spacing: Sendable {
    case compact, natural, free
  }

  /// A reference to an object rule, which avoids copying the rule with all its arrays.
  final class ObjectRuleBox: Sendable {
    let rule: ObjectRule

    init(_ rule: ObjectRule) { self.rule = rule }
  }

  func isPossible(_ node: Int) -> Bool { nodes[node].cost < .max }
}
