/// A parser for GBNF grammars, the notation of llama.cpp (see its `grammars/README.md`).
///
///     root ::= "- " item ("," item)* [.!]?
///     item ::= [a-z]{1,8}    # a comment
///
/// A rule ends at the end of its line, except within parentheses and after `|`. Characters are code points.
struct GrammarParser {
  /// The maximum length of a grammar's text, in bytes.
  static let maximumLength = 4 << 20
  /// The maximum nesting depth of groups.
  static let maximumDepth = 100
  /// The maximum number of rules.
  static let maximumRules = 20_000
  /// The maximum count of a repetition.
  static let maximumCount = 100_000

  private let scalars: [Unicode.Scalar]
  /// The offsets of the line beginnings, the first of them 0.
  private let lineStarts: [Int]
  private var position = 0
  private var depth = 0
  private var syntax = GrammarSyntax()
  private var numbers: [[UInt8]: Int] = [:]

  private init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    lineStarts =
      [0]
      + scalars.indices.filter { index in
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        return scalars[index] == "\n" || (scalars[index] == "\r" && next != "\n")
      }.map { $0 + 1 }
  }

  /// Parses a grammar.
  static func parse(_ text: String) throws(GuideError) -> GrammarSyntax {
    guard text.utf8.count <= maximumLength else {
      throw .tooComplex(pointer: "", reason: "a grammar of more than \(maximumLength >> 20) MB")
    }
    var parser = GrammarParser(text)
    if parser.current == "\u{FEFF}" { parser.position = 1 }
    parser.skipSpace(newlines: true)
    while parser.current != nil { try parser.rule() }
    for rule in parser.syntax.rules where rule.body == nil {
      throw rule.location.error("the rule \(rule.title) is not defined")
    }
    guard let root = parser.numbers[Array("root".utf8)] else { throw parser.error("there is no rule named root") }
    parser.syntax.root = root
    return parser.syntax
  }

  // MARK: Characters

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func isNext(_ scalar: Unicode.Scalar, after offset: Int = 0) -> Bool {
    position + offset < scalars.count && scalars[position + offset] == scalar
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace(newlines: Bool) {
    while let scalar = current {
      if scalar == "#" {
        while let next = current, next != "\n", next != "\r" { position += 1 }
      } else if scalar == " " || scalar == "\t" || (newlines && (scalar == "\n" || scalar == "\r")) {
        position += 1
      } else {
        return
      }
    }
  }

  private var location: GrammarSyntax.Location {
    let line = lineStarts.partitioningIndex { $0 > position }
    return GrammarSyntax.Location(line: line, column: position - lineStarts[line - 1] + 1)
  }

  private func error(_ reason: String) -> GuideError { location.error(reason) }

  // MARK: Rules

  private static func isNamePart(_ scalar: Unicode.Scalar?) -> Bool {
    switch scalar {
    case ("a"..."z")?, ("A"..."Z")?, ("0"..."9")?, "-"?, "_"?: true
    default: false
    }
  }

  private mutating func name() -> Int? {
    var name: [UInt8] = []
    let start = position
    while let scalar = current, Self.isNamePart(scalar) {
      name.append(UInt8(truncatingIfNeeded: scalar.value))
      position += 1
    }
    guard !name.isEmpty else { return nil }
    if let known = numbers[name] { return known }
    let end = position
    position = start
    syntax.rules.append(.init(name: name, location: location, body: nil))
    position = end
    numbers[name] = syntax.rules.count - 1
    return syntax.rules.count - 1
  }

  private mutating func rule() throws(GuideError) {
    let start = location
    guard let number = name() else { throw error("expected the name of a rule") }
    guard syntax.rules.count <= Self.maximumRules else { throw error("more than \(Self.maximumRules) rules") }
    guard syntax.rules[number].body == nil else {
      throw start.error("the rule \(syntax.rules[number].title) is defined twice")
    }
    skipSpace(newlines: false)
    guard skip(":"), skip(":"), skip("=") else { throw error("expected ::= after the name of a rule") }
    skipSpace(newlines: true)
    syntax.rules[number].body = try choice(isNested: false)
    syntax.rules[number].location = start
    guard current == nil || current == "\n" || current == "\r" else { throw error("expected the end of the line") }
    skipSpace(newlines: true)
  }

  private mutating func choice(isNested: Bool) throws(GuideError) -> GrammarSyntax.Item {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels of groups") }
    var branches = [try sequence(isNested: isNested)]
    while skip("|") {
      skipSpace(newlines: true)
      branches.append(try sequence(isNested: isNested))
    }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence(isNested: Bool) throws(GuideError) -> GrammarSyntax.Item {
    var items: [GrammarSyntax.Item] = []
    var repetitions = 0
    while let scalar = current {
      repetitions = "*+?{".unicodeScalars.contains(scalar) ? repetitions + 1 : 0
      guard repetitions <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) repetitions at once") }
      switch scalar {
      case "\"": items.append(try literal())
      case "[": items.append(try characterClass())
      case ".":
        position += 1
        items.append(.set(.all))
      case "(":
        position += 1
        skipSpace(newlines: true)
        items.append(try choice(isNested: true))
        guard skip(")") else { throw error("unterminated group") }
      case "*", "+", "?", "{":
        guard let last = items.popLast() else { throw error("nothing to repeat") }
        items.append(try repeated(last))
      case "<", "!": throw error("terminals that name tokens are not supported")
      default:
        guard Self.isNamePart(scalar) else { return items.count == 1 ? items[0] : .sequence(items) }
        if let number = name() { items.append(.rule(number)) }
      }
      skipSpace(newlines: isNested)
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func repeated(_ item: GrammarSyntax.Item) throws(GuideError) -> GrammarSyntax.Item {
    let start = location
    if skip("*") { return .repetition(item, minimum: 0, maximum: nil) }
    if skip("+") { return .repetition(item, minimum: 1, maximum: nil) }
    if skip("?") { return .repetition(item, minimum: 0, maximum: 1) }
    position += 1
    skipSpace(newlines: true)
    let minimum = try count()
    var maximum: Int? = minimum
    skipSpace(newlines: true)
    if skip(",") {
      skipSpace(newlines: true)
      maximum = isNext("}") ? nil : try count()
      skipSpace(newlines: true)
    }
    guard skip("}") else { throw error("unterminated repetition count") }
    if let maximum, maximum < minimum { throw start.error("the bounds of a repetition are out of order") }
    return .repetition(item, minimum: minimum, maximum: maximum)
  }

  private mutating func count() throws(GuideError) -> Int {
    var value: Int?
    while let scalar = current, ("0"..."9").contains(scalar) {
      value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
      guard value ?? 0 <= Self.maximumCount else { throw error("a count of more than \(Self.maximumCount)") }
      position += 1
    }
    guard let value else { throw error("expected a count") }
    return value
  }
}

extension [Int] {
  /// Returns the index of the first element that satisfies a predicate, which must hold for all later ones too.
  fileprivate func partitioningIndex(where belongsInSecondPartition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Terminals

extension GrammarParser {
  private mutating func literal() throws(GuideError) -> GrammarSyntax.Item {
    position += 1
    var items: [GrammarSyntax.Item] = []
    while !skip("\"") {
      guard current != nil else { throw error("unterminated string literal") }
      items.append(.set(CodePointSet(try character())))
    }
    return .sequence(items)
  }

  private mutating func characterClass() throws(GuideError) -> GrammarSyntax.Item {
    position += 1
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !skip("]") {
      guard current != nil else { throw error("unterminated character class") }
      let first = try character().value
      var last = first
      if isNext("-"), position + 1 < scalars.count, !isNext("]", after: 1) {
        position += 1
        last = try character().value
        guard first <= last else { throw error("a range of characters is out of order") }
      }
      ranges.append(first...last)
    }
    let set = CodePointSet(ranges)
    return .set(isInverted ? set.inverted : set)
  }

  private mutating func character() throws(GuideError) -> Unicode.Scalar {
    guard let scalar = current else { throw error("expected a character") }
    position += 1
    guard scalar == "\\" else { return scalar }
    guard let kind = current else { throw error("expected a character after a backslash") }
    position += 1
    switch kind {
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    case "U": return try hexadecimal(8)
    case "t": return "\t"
    case "r": return "\r"
    case "n": return "\n"
    case "\\", "\"", "[", "]": return kind
    default:
      position -= 1
      throw error("unknown escape")
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(GuideError) -> Unicode.Scalar {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let scalar = current, scalar.isASCII, let digit = Character(scalar).hexDigitValue, value < 1 << 28 else {
        throw error("expected \(count) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw error("an escape that is not a Unicode scalar value") }
    return scalar
  }
}
