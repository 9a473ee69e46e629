import SwiftletTokenizers
import TestSupport
import Testing

/// The tokens of published vocabularies, compared with those of the reference tokenizers.
@Suite(.enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"))
struct ReferenceVocabularyTests {
  static let names = [
    "llama-spm", "phi-3", "gpt-2", "llama-bpe", "qwen2", "refact", "starcoder", "mpt", "falcon", "deepseek-llm",
    "deepseek-coder",
  ]

  /// The vocabularies that have a token for each byte, so that nothing is ever lost.
  static let lossless = ["llama-spm", "phi-3", "gpt-2", "llama-bpe", "qwen2"]

  @Test("tokens of the reference texts", arguments: names)
  func encodesLikeTheOriginal(name: String) throws {
    let tokenizer = try SharedVocabularies.tokenizer(name)
    let examples = try SharedVocabularies.examples(name)
    #expect(examples.count > 40)
    for example in examples {
      let ids = tokenizer.encode(bytes: example.text, parsingSpecialTokens: false, addingBOSAndEOS: false)
      #expect(ids == example.ids, "\(String(decoding: example.text, as: UTF8.self).debugDescription)")
      #expect(try tokenizer.decode(ids) == example.text)
    }
  }

  @Test(
    "tokens of models whose vocabulary is another one's",
    .enabled(if: TestData.vocabularies.has("ggml-vocab-roberta-bpe.gguf.inp"), "\(TestData.vocabularies.absence)"))
  func encodesWithSharedVocabularies() throws {
    let qwen = try SharedVocabularies.tokenizer("qwen2", preTokenizer: "deepseek-r1-qwen")
    let examples = try SharedVocabularies.examples("deepseek-r1-qwen")
    #expect(examples.count > 40)
    for example in examples {
      #expect(qwen.encode(bytes: example.text, addingBOSAndEOS: false) == example.ids)
    }
    // RoBERTa has the tokens of GPT-2 in another order.
    let roberta = try SharedVocabularies.tokenizer("gpt-2", preTokenizer: "roberta-bpe")
    var order: [TokenID: TokenID] = [:]
    for example in try SharedVocabularies.examples("roberta-bpe") {
      let ids = roberta.encode(bytes: example.text, addingBOSAndEOS: false)
      #expect(ids.count == example.ids.count)
      for (id, expected) in zip(ids, example.ids) {
        #expect(order.updateValue(expected, forKey: id) ?? expected == expected)
      }
    }
    #expect(order.count > 150 && Set(order.values).count == order.count)
  }

  @Test("words of BERT")
  func encodesWords() throws {
    let tokenizer = try SharedVocabularies.tokenizer("bert-bge")
    let examples = try SharedVocabularies.examples("bert-bge")
    #expect(examples.count > 40)
    for example in examples {
      let ids = tokenizer.encode(bytes: example.text, addingBOSAndEOS: false)
      #expect(ids == example.ids, "\(String(decoding: example.text, as: UTF8.self).debugDescription)")
    }
    #expect(tokenizer.encode("Hello, Wörld") == [101, 7592, 1010, 2088, 102])
    #expect(try tokenizer.decode([7592, 1010, 2088], skippingControlTokens: true) == Array("hello , world".utf8))
  }

  @Test("decoding undoes encoding of random texts", arguments: lossless)
  func isLossless(name: String) throws {
    let tokenizer = try SharedVocabularies.tokenizer(name)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      // SentencePiece cannot tell ▁ from a space, so that character is left out.
      let texts = [
        Array(RandomText.mixed(&generator).utf8), RandomText.bytes(&generator),
        Array(RandomText.scalars(&generator).filter { !$0.unicodeScalars.contains("▁") }.utf8),
      ]
      for text in texts {
        let ids = tokenizer.encode(bytes: text, parsingSpecialTokens: false, addingBOSAndEOS: false)
        try #require(try tokenizer.decode(ids) == text)
      }
    }
  }

  @Test("special tokens of known models")
  func findsSpecialTokens() throws {
    let llama = try SharedVocabularies.tokenizer("llama-bpe").vocabulary
    #expect(llama.bosID == 128_000 && llama.eosID == 128_001 && llama.eotID == 128_009 && llama.eomID == 128_008)
    #expect(llama.addsBOS && !llama.addsEOS && llama.endOfGeneration == [128_001, 128_008, 128_009])
    let qwen = try SharedVocabularies.tokenizer("qwen2").vocabulary
    #expect(qwen.eosID == 151_645 && !qwen.addsBOS && qwen.endOfGeneration == [151_643, 151_645])
    let phi = try SharedVocabularies.tokenizer("phi-3")
    #expect(phi.vocabulary.endOfGeneration.isSuperset(of: [32_000, 32_007]))
    #expect(phi.encode("<|user|>\nHi<|end|>\n", parsingSpecialTokens: true) == [1, 32_010, 6324, 32_007])
    #expect(phi.vocabulary.kind(of: 0) == .control && phi.warnings.isEmpty)
  }

  @Test("a file that names no pre-tokenizer gives a warning")
  func warnsOfMissingPreTokenizer() throws {
    let warnings = try SharedVocabularies.tokenizer("gpt-neox").warnings
    #expect(warnings.contains { $0.contains("tokenizer.ggml.pre") })
  }
}
