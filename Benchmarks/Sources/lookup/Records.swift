import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers

/// The declarations of a source file as records of a schema: an answer extracted from its prompt.
struct Records {
  /// The schema of the answer.
  static let schema = #"""
    {
      "type": "object",
      "properties": {
        "declarations": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "summary": {"type": "string"}, "type": {"type": "string"}},
            "required": ["name", "summary", "type"],
            "additionalProperties": false
          }
        }
      },
      "required": ["declarations"],
      "additionalProperties": false
    }
    """#

  /// The punctuation between strings, which vocabularies have as single tokens.
  private static let signs = ["{\"", "\":\"", "\",\"", "\"},{\"", "\":[{\"", "\"}]}"]

  private let records: [String]

  /// Extracts the documented properties of a Swift source.
  init(of source: String) {
    let declarations = source.matches(
      of: /\/\/\/ (.+)\n +(?:public |private\(set\) |private )*(?:var|let) (\w+): ([^={\n]+)/)
    records = declarations.map { match in
      let fields = [("name", match.output.2), ("summary", match.output.1), ("type", match.output.3)]
      return "{" + fields.map { "\"\($0)\":\"\(Self.escaped($1))\"" }.joined(separator: ",") + "}"
    }
  }

  private static func escaped(_ text: Substring) -> String {
    text.trimming(while: \.isWhitespace).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// Returns the answer with as many records as fit in `most` tokens, tokenized as in guided generation: sampled words,
  /// and the tokens that the guide forces after them.
  func answer(most: Int, _ words: inout WordList) throws -> [Int] {
    for sign in Self.signs { words.add(Array(sign.utf8)) }
    _ = words.tokens(text(records.count))
    var metadata = GGUFMetadata()
    words.describe(&metadata)
    let tokenizer = try Tokenizer(metadata: metadata)
    let guide = try Guide(schema: Self.schema, options: .generating, index: TokenIndex(tokenizer.vocabulary))
    var best: [Int] = []
    for count in 1...max(1, records.count) {
      guard let tokens = try tokens(text(count), guide, tokenizer, words), tokens.count <= most else { break }
      best = tokens
    }
    return best
  }

  private func text(_ count: Int) -> String {
    "{\"declarations\":[" + records.prefix(count).joined(separator: ",") + "]}"
  }

  /// Returns the tokens of a text; `nil` if the guide rejects it.
  private func tokens(_ text: String, _ guide: Guide, _ tokenizer: Tokenizer, _ words: WordList) throws -> [Int]? {
    let bytes = Array(text.utf8)
    var (matcher, tokens) = (guide.makeMatcher(), [Int]())
    while matcher.text.count < bytes.count {
      guard let next = words.longestToken(bytes[matcher.text.count...], { matcher.allows($0) }) else { return nil }
      try matcher.accept(next)
      let forced = matcher.forcedTokens(tokenizer)
      for token in forced { try matcher.accept(token) }
      guard bytes.starts(with: matcher.text) else { return nil }
      tokens += [next] + forced
    }
    return matcher.isAccepting ? tokens : nil
  }
}

extension Substring {
  /// Removes matching characters at both ends.
  fileprivate func trimming(while isDropped: (Character) -> Bool) -> String {
    let rest = drop(while: isDropped)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: isDropped).count))
  }
}
