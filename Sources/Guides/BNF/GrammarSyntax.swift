/// The syntax tree of a GBNF grammar, with rules referenced by index.
struct GrammarSyntax {
  /// The right-hand side of a rule, or a part of it.
  indirect enum Item {
    /// A character of a set.
    case set(CodePointSet)
    case rule(Int)
    case sequence([Item])
    case choice([Item])
    /// At least `minimum` and at most `maximum` times; unbounded if `maximum` is nil.
    case repetition(Item, minimum: Int, maximum: Int?)
  }

  struct Rule {
    var name: [UInt8]
    /// The location of the definition, or of the first use of an undefined rule.
    var location: Location
    var body: Item?
  }

  /// A location in the text, with line and column counted from 1.
  struct Location {
    var line = 1
    var column = 1

    func error(_ reason: String) -> GuideError { .invalidGrammar(line: line, column: column, reason: reason) }
  }

  var rules: [Rule] = []
  var root = 0
}

extension GrammarSyntax.Rule {
  var title: String { String(decoding: name, as: UTF8.self).debugDescription }
}
