/// A word of the template language.
enum TemplateToken: Hashable {
  /// A string, without its quotes and escapes.
  case literal(String)
  /// A name, keyword or number.
  case word(String)
  /// An operator or bracket.
  case symbol(String)
}

extension TemplateToken {
  /// The tokens of an expression or statement, or `nil` if it is not written correctly.
  ///
  /// Different ways of writing one thing come out alike: `a['b']` as `a.b`, `a.strip()` as `a | trim`, and literals
  /// that are added as one literal.
  static func tokens(of source: ArraySlice<Character>) -> [TemplateToken]? {
    var tokens: [TemplateToken] = []
    var rest = source
    while let character = rest.first {
      if character.isWhitespace {
        rest.removeFirst()
      } else if character == "'" || character == "\"" {
        guard let literal = takeLiteral(from: &rest) else { return nil }
        tokens.append(.literal(literal))
      } else if isPartOfWord(character) {
        let word = rest.prefix(while: isPartOfWord)
        rest = rest[word.endIndex...]
        tokens.append(.word(String(word)))
      } else {
        let pair = String(rest.prefix(2))
        let symbol = ["==", "!=", "<=", ">=", "**", "//"].contains(pair) ? pair : String(character)
        rest.removeFirst(symbol.count)
        tokens.append(.symbol(symbol))
      }
      simplifyEnd(of: &tokens)
    }
    return tokens
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func takeLiteral(from rest: inout ArraySlice<Character>) -> String? {
    let quote = rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "\\", "'", "\"": text.append(escaped)
      // Unknown escapes stand for themselves, with the backslash.
      default: text += "\\" + String(escaped)
      }
    }
    return nil
  }

  /// Rewrites the last tokens if they are one of several ways of writing one thing.
  private static func simplifyEnd(of tokens: inout [TemplateToken]) {
    let end = tokens.suffix(4)
    guard end.count == 4 else { return simplifySum(&tokens) }
    switch (end[end.startIndex], end[end.startIndex + 1], end[end.startIndex + 2], end[end.startIndex + 3]) {
    case (let base, .symbol("["), .literal(let name), .symbol("]")) where base.canHaveMembers && isName(name):
      tokens.replaceSubrange((tokens.count - 3)..., with: [.symbol("."), .word(name)])
    case (.symbol("."), .word("strip"), .symbol("("), .symbol(")")):
      tokens.replaceSubrange((tokens.count - 4)..., with: [.symbol("|"), .word("trim")])
    default:
      simplifySum(&tokens)
    }
  }

  /// Makes one literal of the last two if they are added.
  static func simplifySum(_ tokens: inout [TemplateToken]) {
    guard tokens.count >= 3, case .literal(let right) = tokens[tokens.count - 1],
      tokens[tokens.count - 2] == .symbol("+"), case .literal(let left) = tokens[tokens.count - 3]
    else { return }
    tokens.replaceSubrange((tokens.count - 3)..., with: [.literal(left + right)])
  }

  private static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.allSatisfy(isPartOfWord)
  }

  private var canHaveMembers: Bool {
    switch self {
    case .literal: false
    case .symbol(let symbol): symbol == "]" || symbol == ")"
    case .word(let word): !["in", "not", "and", "or", "if", "else", "is"].contains(word)
    }
  }
}
