/// A parser for the regular subset of ECMA-262 regular expressions with the flag `u`.
///
/// Look-around, back-references and word boundaries are errors. Identity escapes that the flag forbids (`\-`, `\_`) are
/// accepted, since JSON Schema's own examples use them.
struct RegexParser {
  /// The maximum nesting depth of groups.
  static let maximumDepth = 250
  /// The maximum count of a repetition.
  static let maximumCount = 100_000

  let pattern: String
  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0

  private init(_ pattern: String) {
    self.pattern = pattern
    scalars = Array(pattern.unicodeScalars)
  }

  static func parse(_ pattern: String) throws(GuideError) -> RegexSyntax {
    var parser = RegexParser(pattern)
    let syntax = try parser.choice()
    guard parser.position == parser.scalars.count else { throw parser.error("an unmatched closing parenthesis") }
    return syntax
  }

  func error(_ reason: String) -> GuideError { .invalidPattern(pattern, offset: position, reason: reason) }

  var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Consumes the character if it is next.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  /// Consumes the characters if they are next.
  mutating func skip(all text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  private mutating func choice() throws(GuideError) -> RegexSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels of groups") }
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(GuideError) -> RegexSyntax {
    var items: [RegexSyntax] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let atom = try atom()
      items.append(try quantified(atom))
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func atom() throws(GuideError) -> RegexSyntax {
    guard let scalar = current else { return .empty }
    position += 1
    switch scalar {
    case "^": return .textStart
    case "$": return .textEnd
    case ".": return .set(RegexClasses.lineTerminators.inverted)
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return .set(try escape(inClass: false))
    case "*", "+", "?": throw error("nothing to repeat")
    default: return .set(CodePointSet(scalar))
    }
  }

  private mutating func group() throws(GuideError) -> RegexSyntax {
    if skip("?") {
      if skip("<"), let next = current, next != "=", next != "!" {
        while let scalar = current, scalar != ">" { position += scalar == ")" ? scalars.count : 1 }
        guard skip(">") else { throw error("unterminated group name") }
      } else if !skip(":") {
        throw error(
          current == "=" || current == "!" ? "look-around is not supported" : "an unknown kind of group")
      }
    }
    let content = try choice()
    guard skip(")") else { throw error("unterminated group") }
    return content
  }

  private mutating func quantified(_ atom: RegexSyntax) throws(GuideError) -> RegexSyntax {
    let start = position
    let bounds: (Int, Int?)
    switch current {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      guard let counts = try counts() else {
        // Annex B: a brace that does not begin a count is a literal brace.
        position = start
        return atom
      }
      bounds = counts
      position -= 1
    default: return atom
    }
    position += 1
    _ = skip("?")
    if let next = current, next == "*" || next == "+" || next == "?" { throw error("nothing to repeat") }
    if current == "{" {
      let brace = position
      guard try counts() == nil else { throw error("nothing to repeat") }
      position = brace
    }
    switch atom {
    // Repeating an assertion is the same as one or zero occurrences.
    case .textStart, .textEnd: return bounds.0 > 0 ? atom : .empty
    default: return .repetition(atom, minimum: bounds.0, maximum: bounds.1)
    }
  }

  /// Parses the counts in braces at the current position; nil if they are not counts.
  private mutating func counts() throws(GuideError) -> (Int, Int?)? {
    position += 1
    guard let minimum = try count() else { return nil }
    var maximum: Int? = minimum
    if skip(",") { maximum = try count() }
    guard skip("}") else { return nil }
    if let maximum, maximum < minimum { throw error("the bounds of a repetition are out of order") }
    return (minimum, maximum)
  }

  private mutating func count() throws(GuideError) -> Int? {
    var value: Int?
    while let scalar = current, let digit = Character(scalar).wholeNumberValue, scalar.isASCII {
      value = (value ?? 0) * 10 + digit
      guard value ?? 0 <= Self.maximumCount else { throw error("a count of more than \(Self.maximumCount)") }
      position += 1
    }
    return value
  }
}
