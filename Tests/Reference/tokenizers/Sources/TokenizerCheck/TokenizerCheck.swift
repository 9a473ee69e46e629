import SwiftletGGUF
@testable import SwiftletTokenizers

/// The tokenizer process of tokenizers_fuzz.py.
///
/// Each input line is a text in hexadecimal digits. Each output line has its token ids, or the end offsets of the
/// pieces of a pre-tokenizer.
@main
struct TokenizerCheck {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, ["ids", "splits"].contains(arguments[1]) else {
      print("usage: TokenizerCheck ids MODEL.gguf | splits NAME")
      return
    }
    if arguments[1] == "splits" {
      guard let profile = PreTokenizer.profile(named: arguments[2]) else { return print("unknown") }
      let preTokenizer = PreTokenizer(stages: profile.stages)
      try answer { ends(of: $0, preTokenizer) }
    } else {
      let tokenizer = try Tokenizer(metadata: GGUFFile(path: arguments[2]).metadata)
      try answer { tokenizer.encode(bytes: $0, addingBOSAndEOS: false) }
    }
  }

  private static func answer(_ body: ([UInt8]) -> [Int]) throws {
    while let line = readLine() {
      let digits = line.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      print(body(bytes).map(String.init).joined(separator: " "))
    }
  }

  private static func ends(of text: [UInt8], _ preTokenizer: PreTokenizer) -> [Int] {
    var progress = PreTokenizer.Progress(preTokenizer)
    var ends: [Int] = []
    while (ends.last ?? 0) < text.count {
      ends.append(preTokenizer.pieceEnd(text.span, from: ends.last ?? 0, limit: text.count, &progress))
    }
    return ends
  }
}
