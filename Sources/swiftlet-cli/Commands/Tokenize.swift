import SwiftletGGUF
import SwiftletTokenizers

extension Command {
  static let tokenize = Command(
    name: "tokenize", summary: "Tokenize standard input and print the token ids on one line.",
    options: [
      .model,
      Option("--no-special", nil, "treat the text of special tokens as plain text"),
      Option("--no-bos", nil, "do not add BOS and EOS tokens"),
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    let tokenizer = try loadTokenizer(arguments)
    var separator = ""
    try tokenizer.encode(
      bytes: try InputFile.bytes("-"), parsingSpecialTokens: !arguments.has("--no-special"),
      addingBOSAndEOS: !arguments.has("--no-bos")
    ) { (ids) throws(ClosedOutput) in
      guard !ids.isEmpty else { return }
      try Output.write(separator + ids.map(String.init).joined(separator: " "))
      separator = " "
    }
    try Output.write("\n")
  }

  static let detokenize = Command(
    name: "detokenize", summary: "Print the text of the token ids on standard input, byte for byte.", options: [.model]
  ) { arguments in
    try arguments.requireAtMost(0)
    let tokenizer = try loadTokenizer(arguments)
    let words = String(decoding: try InputFile.bytes("-"), as: UTF8.self).split { $0.isWhitespace || $0 == "," }
    let ids = try words.map { word throws(UsageError) in
      guard let id = Int(word) else { throw UsageError(argument: "\(word)", reason: "expected a token id") }
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
