import SwiftletGGUF
import SwiftletTokenizers

extension Command {
  static let tokenize = Command(
    name: "tokenize", summary: "Turns standard input into token ids, on one line.",
    options: [
      .model,
      Option("--no-special", nil, "take the text of control tokens for plain text"),
      Option("--no-bos", nil, "add no tokens at the beginning and the end"),
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    let tokenizer = try loadTokenizer(arguments)
    let ids = tokenizer.encode(
      bytes: Output.readInput(), parsingSpecialTokens: !arguments.has("--no-special"),
      addingBOSAndEOS: !arguments.has("--no-bos"))
    try Output.write(ids.map(String.init).joined(separator: " ") + "\n")
  }

  static let detokenize = Command(
    name: "detokenize", summary: "Turns the token ids of standard input into text, byte for byte.", options: [.model]
  ) { arguments in
    try arguments.requireAtMost(0)
    let tokenizer = try loadTokenizer(arguments)
    let words = String(decoding: Output.readInput(), as: UTF8.self).split { $0.isWhitespace || $0 == "," }
    let ids = try words.map { word throws(UsageError) in
      guard let id = Int(word) else { throw UsageError(what: "\(word)", why: "expected a token id") }
      return id
    }
    try Output.write(try tokenizer.decode(ids))
  }

  private static func loadTokenizer(_ arguments: Arguments) throws -> Tokenizer {
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: try arguments.modelPath()).metadata)
    tokenizer.showWarnings()
    return tokenizer
  }
}
