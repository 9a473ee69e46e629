extension ChatTemplate {
  /// Recognises the form that a template amounts to.
  ///
  /// The template is brought to a normal form, in which white space, quotes, ways of writing and checks that only raise
  /// errors make no difference, and then has to be equal to a known one as a whole. So a template that does anything
  /// else is not recognised, whatever markers it uses.
  ///
  /// - Parameter source: The template's text, as the model's file has it.
  /// - Throws: ``ChatTemplateError/unknownTemplate(beginning:)`` for anything else.
  public init(source: String) throws(ChatTemplateError) {
    guard let normal = NormalTemplate(source),
      let template = Self.shapes[normal.text] ?? Self.fingerprints[normal.fingerprint]
    else {
      throw .unknownTemplate(beginning: String(source.prefix(80)))
    }
    self = template
    writesBOS = writesBOS || normal.writesBOS
    defaultInstructions = normal.defaultInstructions
  }
}

/// A template brought to the form in which templates are compared.
struct NormalTemplate {
  /// The template without the parts that the other properties state.
  let text: String

  /// Whether the template begins with the text that begins a sequence.
  let writesBOS: Bool

  /// The instructions that the template brings along, for which ``text`` has a placeholder.
  let defaultInstructions: String?

  /// What stands in ``text`` in the place of instructions that the template brings along.
  static let placeholder = "DEFAULT"

  /// Normalises a template; `nil` if it is not written correctly.
  init?(_ source: String) {
    guard var elements = TemplateScanner.elements(of: source) else { return nil }
    Self.dropChecks(from: &elements)
    Self.dropAliases(from: &elements)
    var texts = Self.joined(elements)
    writesBOS = texts.first?.hasPrefix("{{bos_token") ?? false
    if writesBOS, let first = texts.first {
      texts[0] = first == "{{bos_token}}" ? "" : "{{" + first.dropFirst("{{bos_token+".count)
    }
    let text = texts.joined()
    let written = Self.defaultInstructions(in: text)
    self.text = written.map { text.replacing($0, with: Self.placeholder) } ?? text
    defaultInstructions = written.flatMap(Self.unescaped)
  }
}

extension NormalTemplate {
  /// The text of the first turn of instructions that stands in a template as a whole.
  private static func defaultInstructions(in text: String) -> String? {
    let closing = #"<|im_end|>\n"#
    for opening in text.ranges(of: #"{{'<|im_start|>system\n"#) {
      var isEscaped = false
      let literal = text[opening.upperBound...].prefix { character in
        defer { isEscaped = character == "\\" && !isEscaped }
        return character != "'" || isEscaped
      }
      if literal.hasSuffix(closing), literal.count > closing.count { return String(literal.dropLast(closing.count)) }
    }
    return nil
  }

  /// The text that a literal stands for, given what stands between its quotes.
  private static func unescaped(_ text: String) -> String? {
    guard case .literal(let text) = TemplateToken.tokens(of: Array("'\(text)'")[...])?.first else { return nil }
    return text
  }

  /// Drops conditions that only raise an error: what they reject is no conversation that a session has.
  private static func dropChecks(from elements: inout [TemplateScanner.Element]) {
    var index = 0
    while index + 2 < elements.count {
      if case .statement(let condition) = elements[index], condition.first == .word("if"),
        case .output(let output) = elements[index + 1], output.first == .word("raise_exception"),
        elements[index + 2] == .statement([.word("endif")])
      {
        elements.removeSubrange(index...(index + 2))
      } else {
        index += 1
      }
    }
  }

  /// Drops statements that change nothing: a default for the request for an answer, and a second name for the turns.
  private static func dropAliases(from elements: inout [TemplateScanner.Element]) {
    let request = TemplateToken.word("add_generation_prompt")
    let defaults: [TemplateScanner.Element] = [
      .statement([.word("if"), .word("not"), request, .word("is"), .word("defined")]),
      .statement([.word("set"), request, .symbol("="), .word("false")]),
      .statement([.word("endif")]),
    ]
    if elements.starts(with: defaults) { elements.removeFirst(defaults.count) }
    if case .statement(let tokens) = elements.first, tokens.count == 4, tokens[0] == .word("set"),
      tokens[2...] == [.symbol("="), .word("messages")]
    {
      let alias = tokens[1]
      elements.removeFirst()
      elements = elements.map { $0.replacing(alias, with: .word("messages")) }
    }
  }

  /// The elements as text, with outputs that follow each other joined into one.
  private static func joined(_ elements: [TemplateScanner.Element]) -> [String] {
    var joined: [TemplateScanner.Element] = []
    for element in elements {
      if case .output(let next) = element, case .output(var tokens) = joined.last {
        tokens.append(.symbol("+"))
        tokens.append(next[0])
        TemplateToken.simplifySum(&tokens)
        tokens += next.dropFirst()
        joined[joined.count - 1] = .output(tokens)
      } else {
        joined.append(element)
      }
    }
    return joined.map(\.text)
  }
}
