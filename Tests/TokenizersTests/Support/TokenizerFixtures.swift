import Foundation
import SwiftletGGUF
import SwiftletTokenizers
import TestSupport

/// The fixtures of Tests/Reference/tokenizers_fixtures.py: the results of the reference tokenizers for difficult texts.
enum TokenizerFixtures {
  /// The pieces of each list of regular expressions.
  struct Splits: Decodable {
    /// The names in `tokenizer.ggml.pre` that stand for the same expressions.
    struct Rule: Decodable {
      var names: [String]
      /// The ends of the pieces of each text, in bytes.
      var ends: [[Int]]
    }

    var texts: [String]
    var rules: [Rule]
  }

  /// The tokens of the texts by vocabulary, nil for texts that the original's tables are too old for.
  struct Tokens: Decodable {
    var texts: [String]
    var ids: [String: [[Int]?]]
  }

  private static let folder = URL(filePath: TestFiles.fixture("tokenizers"))

  static func splits() throws -> Splits { try decode("splits") }

  static func tokens() throws -> Tokens { try decode("ids") }

  /// The metadata of a small vocabulary.
  static func metadata(_ name: String) throws -> GGUFMetadata {
    try GGUFFile(path: folder.appending(path: name + ".gguf").path).metadata
  }

  private static func decode<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appending(path: name + ".json")))
  }
}
