import Foundation
import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers
import TestSupport

/// A published vocabulary of 128,000 tokens.
enum LlamaVocabulary {
  static let tokenizer = Result {
    try Tokenizer(metadata: GGUFFile(path: TestData.vocabularies.file("ggml-vocab-llama-bpe.gguf").path).metadata)
  }
  static let index = Result { TokenIndex(try tokenizer.get().vocabulary) }
}
