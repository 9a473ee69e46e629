import SwiftletGGUF
import SwiftletTokenizers

extension Command {
  static let tokenize = Command(
    name: "tokenize", summary: "Tokenize standard input and print the token ids on one line.",
    options: Option.modelFile + [
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
    name: "detokenize", summary: "Print the text of the token ids on standard input, byte for byte.",
    options: Option.modelFile
  ) { arguments in
    try arguments.requireAtMost(0)
    let tokenizer = try loadTokenizer(arguments)
    var (ids, detokenizer) = (try TokenIDs("-"), tokenizer.makeDetokenizer(skippingControlTokens: false))
    var (bytes, number) = ([UInt8](), 0)
    while try ids.forEachInPiece({ id in
      number += 1
      do {
        bytes += try detokenizer.completeBytes(after: id)
      } catch {
        try Output.write(bytes)
        throw FileError("standard input", "id \(number): \(error)")
      }
      // An id stands for up to hundreds of bytes.
      if bytes.count >= partByteCount {
        try Output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }) {
      // A reader at the other end of a pipe sees what there is.
      try Output.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try Output.write(bytes + detokenizer.remainingBytes())
  }

  /// The number of bytes of text that are written at once.
  private static let partByteCount = 1 << 16

  private static func loadTokenizer(_ arguments: Arguments) throws -> Tokenizer {
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: try arguments.modelPath()).metadata)
    tokenizer.showWarnings()
    return tokenizer
  }
}
