import Foundation
import SwiftletGGUF
import SwiftletTokenizers
import TestSupport
import Testing

/// The vocabularies of published models, with texts and their tokens by the reference tokenizers.
///
/// They lie outside the repository: see ``TestData``.
enum SharedVocabularies {
  private static func path(_ name: String) -> String { TestData.vocabularies.file("ggml-vocab-\(name).gguf").path }

  /// The tokenizer of a model.
  static func tokenizer(_ name: String) throws -> Tokenizer {
    try Tokenizer(metadata: GGUFFile(path: path(name)).metadata)
  }

  /// The tokenizer of a model whose vocabulary is that of another one, but for the pre-tokenizer.
  static func tokenizer(_ name: String, preTokenizer: String) throws -> Tokenizer {
    var metadata = try GGUFFile(path: path(name)).metadata
    metadata["tokenizer.ggml.pre"] = .text(preTokenizer)
    return try Tokenizer(metadata: metadata)
  }

  /// A text with the tokens that it has to give.
  struct Example {
    var text: [UInt8]
    var ids: [TokenID]
  }

  /// The examples of a model: blocks of text, each followed by a separator line, and a line of ids for each.
  static func examples(_ name: String) throws -> [Example] {
    let texts = try String(contentsOfFile: path(name) + ".inp", encoding: .utf8)
      .components(separatedBy: "\n__ggml_vocab_test__\n").dropLast()
    let lines = try String(contentsOfFile: path(name) + ".out", encoding: .utf8).components(separatedBy: "\n")
    return zip(texts, lines).map { text, line in
      Example(text: Array(text.utf8), ids: line.split(separator: " ").compactMap { Int($0) })
    }
  }
}
