/// Reads a template into its elements, with white space dropped as the template language would.
///
/// The language, a subset of Jinja, has text, `{{ outputs }}`, `{% statements %}` and `{# comments #}`. Models' templates
/// are run with two settings on, and both concern statements and comments alone: a line break right after one is
/// dropped, and so is the indentation of a line that begins with one. A `-` inside a tag's brackets drops all white
/// space on that side, for outputs too.
struct TemplateScanner {
  /// A piece of a template, where text counts as an output of a literal.
  enum Element: Equatable {
    case output([TemplateToken])
    case statement([TemplateToken])
  }

  private let source: [Character]
  private var position = 0
  private var elements: [Element] = []

  /// Whether the text that comes next begins a line of the source.
  private var isAtLineStart = true

  /// Whether the tag before asked to drop the white space that comes next.
  private var dropsSpace = false

  /// The elements of a template, or `nil` if it is not written correctly.
  static func elements(of source: String) -> [Element]? {
    var characters = Array(source.replacing("\r\n", with: "\n"))
    // A final line break is not part of a template.
    if characters.last == "\n" { characters.removeLast() }
    var scanner = TemplateScanner(source: characters)
    while scanner.position < scanner.source.count {
      scanner.scanText()
      guard scanner.scanTag() else { return nil }
    }
    return scanner.elements
  }

  private init(source: [Character]) {
    self.source = source
  }
}

extension TemplateScanner {
  /// Takes the text before the next tag.
  private mutating func scanText() {
    let start = position
    while position < source.count, kindOfTag(at: position) == nil { position += 1 }
    var text = source[start..<position]
    if dropsSpace { text = text.drop(while: \.isWhitespace) }
    if let kind = kindOfTag(at: position) {
      if position + 2 < source.count, source[position + 2] == "-" {
        text = text[..<((text.lastIndex { !$0.isWhitespace } ?? text.startIndex - 1) + 1)]
      } else if kind != "{" {
        let indent = (text.lastIndex { $0 != " " && $0 != "\t" } ?? text.startIndex - 1) + 1
        if indent == text.startIndex ? isAtLineStart : text[indent - 1] == "\n" { text = text[..<indent] }
      }
    }
    if !text.isEmpty {
      elements.append(.output([.literal(String(text))]))
    }
  }

  /// Takes a tag, if one stands here, and tells whether it was written correctly.
  private mutating func scanTag() -> Bool {
    guard let kind = kindOfTag(at: position) else { return true }
    let start = position + 2
    guard let end = endOfTag(from: start, kind: kind) else { return false }
    position = end + 2
    var body = source[start..<end]
    if body.first == "-" || body.first == "+" { body.removeFirst() }
    dropsSpace = body.last == "-"
    if dropsSpace { body.removeLast() }
    isAtLineStart = false
    if kind != "{", !dropsSpace, position < source.count, source[position] == "\n" {
      position += 1
      isAtLineStart = true
    }
    guard kind != "#" else { return true }
    guard let tokens = TemplateToken.tokens(of: body), !tokens.isEmpty else { return false }
    elements.append(kind == "{" ? .output(tokens) : .statement(tokens))
    return true
  }

  /// The character after the brace that begins a tag, if one begins here.
  private func kindOfTag(at index: Int) -> Character? {
    guard index + 1 < source.count, source[index] == "{" else { return nil }
    return ["{", "%", "#"].contains(source[index + 1]) ? source[index + 1] : nil
  }

  /// Where the closing bracket of a tag begins, if not counting those inside literals.
  private func endOfTag(from start: Int, kind: Character) -> Int? {
    let closing: Character = kind == "{" ? "}" : kind
    var quote: Character?
    var index = start
    while index + 1 < source.count {
      let character = source[index]
      if let open = quote {
        if character == "\\" { index += 1 } else if character == open { quote = nil }
      } else if kind != "#", character == "'" || character == "\"" {
        quote = character
      } else if character == closing, source[index + 1] == "}" {
        return index
      }
      index += 1
    }
    return nil
  }
}
