/// A token of a template.
struct JinjaToken {
  enum Kind: Equatable {
    case text(String)
    case outputBegin, outputEnd
    case statementBegin, statementEnd
    case name(String)
    case string(String)
    case integer(Int)
    case double(Double)
    case symbol(Symbol)
    case end
  }

  enum Symbol: String {
    case plus = "+"
    case minus = "-"
    case slash = "/"
    case doubleSlash = "//"
    case star = "*"
    case doubleStar = "**"
    case percent = "%"
    case tilde = "~"
    case leftBracket = "["
    case rightBracket = "]"
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case equal = "=="
    case unequal = "!="
    case greater = ">"
    case greaterOrEqual = ">="
    case less = "<"
    case lessOrEqual = "<="
    case assign = "="
    case dot = "."
    case colon = ":"
    case pipe = "|"
    case comma = ","
    case semicolon = ";"
  }

  var kind: Kind
  /// The start in bytes of the source.
  var offset: Int

  /// The description for errors.
  var description: String {
    switch kind {
    case .text: "text"
    case .outputBegin: "'{{'"
    case .outputEnd: "'}}'"
    case .statementBegin: "'{%'"
    case .statementEnd: "'%}'"
    case .name(let name): "'\(name)'"
    case .string: "a string"
    case .integer, .double: "a number"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end of the template"
    }
  }
}
