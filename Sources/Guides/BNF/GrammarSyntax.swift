/// A grammar as its text has it: rules by number, the right sides as trees.
struct GrammarSyntax {
  /// The right side of a rule, or a part of it.
  indirect enum Item {
    /// One character of a set.
    case set(CodePointSet)
    case rule(Int)
    case sequence([Item])
    case choice([Item])
    /// At least `minimum` and at most `maximum` times, without bound if that is nil.
    case repetition(Item, minimum: Int, maximum: Int?)
  }

  struct Rule {
    var name: [UInt8]
    /// Where it is defined, or used first as long as it is not.
    var place: Place
    var body: Item?
  }

  /// A place in the text, counted from 1.
  struct Place {
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
