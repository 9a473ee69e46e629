/// A parser for the regular subset of ECMA-262 regular expressions with the flag `u`.
///
/// Back-references are errors. Identity escapes that the flag forbids (`\-`, `\_`) are accepted, since JSON Schema's
/// own examples use them; so are the flags `(?i)` and `(?s)`, groups named `(?P<…>)`, and `\A`, `\Z` and `\z`, which
/// generators of schemas take from the expressions of their own language.
struct RegexParser {
  /// The maximum nesting depth of groups.
  static let maximumDepth = 250
  /// The maximum count of a repetition.
  static let maximumCount = 100_000

  let pattern: String
  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  /// The flags in effect, which last until the end of the group.
  private(set) var flags = RegexFlags()

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
    let outer = flags
    defer { flags = outer }
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
    case ".": return .set(flags.dotMatchesAll ? .all : RegexClasses.lineTerminators.inverted)
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\":
      if let assertion = assertion() { return assertion }
      return .set(try escape(inClass: false))
    case "*", "+", "?": throw error("nothing to repeat")
    default: return .set(flags.folded(CodePointSet(scalar)))
    }
  }

  /// Parses the escape of an assertion after its backslash; nil if it is another escape.
  private mutating func assertion() -> RegexSyntax? {
    switch current {
    case "A":
      position += 1
      return .textStart
    case "Z", "z":
      position += 1
      return .textEnd
    case "b", "B":
      position += 1
      let isNegative = scalars[position - 1] == "B"
      return .wordBoundary(isNegative: isNegative, flags.folded(RegexClasses.word))
    default: return nil
    }
  }

  private mutating func group() throws(GuideError) -> RegexSyntax {
    let outer = flags
    var look: (isAhead: Bool, isNegative: Bool)?
    if skip("?") {
      if skip(all: "<=") || skip(all: "<!") {
        look = (false, scalars[position - 1] == "!")
      } else if skip("=") || skip("!") {
        look = (true, scalars[position - 1] == "!")
      } else if skip("<") || skip(all: "P<") {
        while let scalar = current, scalar != ">" { position += scalar == ")" ? scalars.count : 1 }
        guard skip(">") else { throw error("unterminated group name") }
      } else if !skip(":") {
        guard !skip(all: "P=") else { throw error("back-references are not supported") }
        try parseFlags()
        // `(?i)` has no content and applies to the rest of the enclosing group.
        if skip(")") { return .empty }
        guard skip(":") else { throw error("an unknown kind of group") }
      }
    }
    let start = position
    let content = try choice()
    guard skip(")") else { throw error("unterminated group") }
    flags = outer
    guard let look else { return content }
    // Inside, the text begins or ends at the assertion, where `$` and the other direction would see more.
    let isOpaque = content.contains { item in
      switch item {
      case .textEnd: !look.isAhead
      case .look(_, let isAhead, _): isAhead != look.isAhead
      default: false
      }
    }
    guard !isOpaque else {
      position = start
      throw error("this look-around is not supported: it has $ or an assertion for the other side")
    }
    return .look(content, isAhead: look.isAhead, isNegative: look.isNegative)
  }

  /// Parses the letters of flags after `(?`.
  private mutating func parseFlags() throws(GuideError) {
    var isOn = true
    while let scalar = current, scalar != ")", scalar != ":" {
      switch scalar {
      case "-" where isOn: isOn = false
      case "i": flags.ignoresCase = isOn
      case "s": flags.dotMatchesAll = isOn
      // ECMA-262's flag `u` is always on.
      case "u" where isOn: break
      default: throw error("an unknown kind of group")
      }
      position += 1
    }
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
    case .textStart, .textEnd, .look: return bounds.0 > 0 ? atom : .empty
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
