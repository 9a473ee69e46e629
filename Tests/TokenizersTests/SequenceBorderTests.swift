import SwiftletGGUF
import SwiftletTokenizers
import Testing

/// The rules for adding BOS and EOS.
struct SequenceBorderTests {
  @Test("defaults of SentencePiece vocabularies")
  func sentencePieceDefaults() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁a"]).tokenizer()
    let vocabulary = tokenizer.vocabulary
    #expect(vocabulary.bosID == 1 && vocabulary.eosID == 2 && vocabulary.unknownID == 0 && vocabulary.paddingID == nil)
    #expect(vocabulary.addsBOS && !vocabulary.addsEOS && vocabulary.addsSpacePrefix)
    #expect(tokenizer.encode("") == [1])
    #expect(tokenizer.encode("a").first == 1)
    #expect(tokenizer.encode("a", addingBOSAndEOS: false).first != 1)
  }

  @Test("defaults of byte-pair vocabularies", arguments: [("gpt-2", false), ("llama-bpe", true), ("qwen2", false)])
  func bytePairDefaults(name: String, addsBOS: Bool) throws {
    let vocabulary = try SmallVocabulary.bytePair(preTokenizer: name).tokenizer().vocabulary
    #expect(vocabulary.bosID == 11 && vocabulary.eosID == 11 && vocabulary.unknownID == nil)
    #expect(vocabulary.addsBOS == addsBOS && !vocabulary.addsEOS && !vocabulary.addsSpacePrefix)
  }

  @Test("GLM-4 has no BOS unless the file names one")
  func glmLacksBOS() throws {
    #expect(try SmallVocabulary.bytePair(preTokenizer: "glm4").tokenizer().vocabulary.bosID == nil)
  }

  @Test("the file's flags win, and a BOS that is written out is not doubled")
  func obeysFlags() throws {
    var vocabulary = SmallVocabulary.bytePair()
    let bos = vocabulary.add("<s>", .control)
    vocabulary.values["tokenizer.ggml.bos_token_id"] = .uint32(UInt32(bos))
    vocabulary.values["tokenizer.ggml.eos_token_id"] = .uint64(5)
    vocabulary.values["tokenizer.ggml.add_bos_token"] = .bool(true)
    vocabulary.values["tokenizer.ggml.add_eos_token"] = .bool(true)
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.encode("a") == [bos, 97, 5])
    #expect(tokenizer.encode("<s>a", parsingSpecialTokens: true) == [bos, 97, 5])
    #expect(tokenizer.encode([TextSegment(text: "<s>a", parsesSpecialTokens: true)]) == [bos, 97, 5])
    #expect(tokenizer.encode("<s>a").count == 6)
  }

  @Test("a separator that is named as the end too is added once")
  func addsOneSeparator() throws {
    var vocabulary = SmallVocabulary(model: "bert")
    for text in ["[UNK]", "[CLS]", "[SEP]"] { vocabulary.add(text, .control) }
    vocabulary.add("▁a")
    for (key, id) in ["unknown": 0, "cls": 1, "bos": 1, "seperator": 2, "eos": 2] {
      vocabulary.values["tokenizer.ggml.\(key)_token_id"] = .uint32(UInt32(id))
    }
    vocabulary.values["tokenizer.ggml.add_bos_token"] = .bool(true)
    vocabulary.values["tokenizer.ggml.add_eos_token"] = .bool(true)
    #expect(try vocabulary.tokenizer().encode("a") == [1, 3, 2])
    #expect(try vocabulary.tokenizer().encode("") == [1, 2])
    vocabulary.values["tokenizer.ggml.eos_token_id"] = nil
    vocabulary.values["tokenizer.ggml.add_eos_token"] = nil
    #expect(try vocabulary.tokenizer().encode("a b") == [1, 3, 0, 2])
  }
}
