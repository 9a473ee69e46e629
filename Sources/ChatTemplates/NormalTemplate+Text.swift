extension NormalTemplate {
  /// A number that stands for the text: the 64-bit FNV-1a hash of its UTF-8 bytes.
  ///
  /// It is written into the table of longer templates. A chance equality has a probability of 2⁻⁶⁴ a template.
  var fingerprint: UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension TemplateScanner.Element {
  /// The element as it is written in a normal template.
  var text: String {
    switch self {
    case .output(let tokens): "{{\(TemplateToken.text(of: tokens))}}"
    case .statement(let tokens): "{%\(TemplateToken.text(of: TemplateToken.droppingParentheses(of: tokens)))%}"
    }
  }

  /// The element with another token wherever a certain one stands.
  func replacing(_ old: TemplateToken, with new: TemplateToken) -> Self {
    switch self {
    case .output(let tokens): .output(tokens.map { $0 == old ? new : $0 })
    case .statement(let tokens): .statement(tokens.map { $0 == old ? new : $0 })
    }
  }
}

extension TemplateToken {
  /// Tokens as they are written in a normal template: with spaces only where words would run together.
  fileprivate static func text(of tokens: [TemplateToken]) -> String {
    var text = ""
    var previousIsWord = false
    for token in tokens {
      switch token {
      case .word(let word):
        text += previousIsWord ? " " + word : word
      case .symbol(let symbol):
        text += symbol
      case .literal(let literal):
        let escaped = literal.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n")
        text += "'" + escaped + "'"
      }
      previousIsWord = if case .word = token { true } else { false }
    }
    return text
  }

  /// A condition without parentheses around the whole of it.
  fileprivate static func droppingParentheses(of tokens: [TemplateToken]) -> [TemplateToken] {
    guard tokens.count > 3, tokens[0] == .word("if") || tokens[0] == .word("elif"), tokens[1] == .symbol("("),
      tokens.last == .symbol(")"), !tokens[2..<(tokens.count - 1)].contains(.symbol(")"))
    else { return tokens }
    return [tokens[0]] + tokens[2..<(tokens.count - 1)]
  }
}
