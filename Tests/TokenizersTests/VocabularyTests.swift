import SwiftletGGUF
import SwiftletTokenizers
import Testing

/// Incomplete, inconsistent and irregular vocabularies.
struct VocabularyTests {
  private static let prefix = "tokenizer.ggml."

  private func error(
    _ key: String, _ value: GGUFValue?, in vocabulary: SmallVocabulary = .bytePair()
  ) -> TokenizerError? {
    var metadata = vocabulary.metadata
    metadata[Self.prefix + key] = value
    do {
      _ = try Tokenizer(metadata: metadata)
      return nil
    } catch {
      return error
    }
  }

  @Test("keys that have to be there", arguments: ["model", "tokens", "merges"])
  func demandsKeys(key: String) {
    #expect(error(key, nil) == .missingKey(Self.prefix + key))
  }

  @Test("scores have to be there for merging by score")
  func demandsScores() {
    #expect(error("scores", nil, in: .sentencePiece()) == .missingKey("tokenizer.ggml.scores"))
    #expect(error("scores", nil) == nil)
  }

  @Test("models of another kind are named, with those that can be used")
  func refusesOtherModels() {
    let refusal = error("model", .text("rwkv"))
    #expect(refusal == .unsupportedModel("rwkv", supported: ["llama", "gpt2", "gemma4", "bert", "t5"]))
    #expect(refusal?.description.contains("llama, gpt2, gemma4") == true)
  }

  @Test("arrays have an element for each token", arguments: ["scores", "token_type"])
  func checksCounts(key: String) {
    let value: GGUFValue = key == "scores" ? .array(.float32([0])) : .array(.int32([1]))
    #expect(error(key, value) == .wrongCount(key: Self.prefix + key, expected: 256, found: 1))
    let nothing = error("tokens", .array(.string(ByteStrings())))
    #expect(nothing == .wrongCount(key: Self.prefix + "tokens", expected: 1, found: 0))
  }

  @Test(
    "special tokens are tokens",
    arguments: ["bos_token_id", "eos_token_id", "eot_token_id", "eom_token_id", "unknown_token_id", "padding_token_id"])
  func checksSpecialTokens(key: String) {
    for (id, value): (Int, GGUFValue) in [(256, .uint32(256)), (-1, .int32(-1)), (.max, .int64(.max))] {
      #expect(error(key, value) == .specialTokenOutOfRange(key: Self.prefix + key, id: id, count: 256))
    }
    #expect(error(key, .uint32(255)) == nil)
  }

  @Test("values of the wrong type", arguments: ["model", "tokens", "merges", "token_type", "add_bos_token", "pre"])
  func refusesWrongTypes(key: String) {
    guard case .metadata = error(key, .float32(1)) else {
      Issue.record("no error for \(key)")
      return
    }
  }

  @Test("empty and repeated tokens, unknown kinds, and lists that are too long")
  func toleratesOddities() throws {
    var vocabulary = SmallVocabulary.bytePair(merges: ["a b"])
    vocabulary.add("ab")
    vocabulary.add("")
    vocabulary.add("", .control)
    vocabulary.add("", .userDefined)
    vocabulary.values["tokenizer.ggml.token_type"] = .array(.int32(vocabulary.kinds.map { Int32($0.rawValue) } + [9]))
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.encode("ab", addingBOSAndEOS: false) == [256])
    #expect(tokenizer.vocabulary.id(of: "ab") == 256 && tokenizer.vocabulary.id(of: "") == nil)
    #expect(try tokenizer.decode([257, 258, 259, 260]) == Array("ab".utf8))
    vocabulary.values["tokenizer.ggml.token_type"] = .array(.int32(vocabulary.kinds.map { _ in 77 }))
    #expect(try vocabulary.tokenizer().vocabulary.kind(of: 0) == .undefined)
  }

  @Test("tokens that are not UTF-8, or not in the byte alphabet")
  func keepsForeignTexts() throws {
    var metadata = SmallVocabulary.bytePair().metadata
    let foreign: [[UInt8]] = [[0xFF, 0xFE], Array("漢".utf8)]
    let letters = (UInt8.min...UInt8.max).map { Array(SmallVocabulary.letter($0).utf8) }
    metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(letters + foreign)))
    metadata["tokenizer.ggml.token_type"] = nil
    metadata["tokenizer.ggml.scores"] = nil
    let tokenizer = try Tokenizer(metadata: metadata)
    #expect(try tokenizer.decode([256, 257]) == foreign[0] + foreign[1])
    #expect(Array(tokenizer.vocabulary.bytes(of: 256)) == foreign[0])
  }

  @Test("warnings name the pre-tokenizer and what is used instead", arguments: [nil, "no-such-rules", "default"])
  func warnsOfPreTokenizer(name: String?) throws {
    let tokenizer = try SmallVocabulary.bytePair(preTokenizer: name).tokenizer()
    #expect(tokenizer.warnings.count == 1)
    #expect(tokenizer.warnings.first?.contains("default") == true)
    #expect(tokenizer.warnings.first?.contains(name ?? "missing") == true)
    #expect(tokenizer.vocabulary.preTokenizerName == name)
  }

  @Test(
    "byte-level texts round-trip, whatever the bytes",
    arguments: ["gpt-2", "smollm", "llama-bpe", "qwen2", "falcon"])
  func roundTripsBytes(name: String) throws {
    let merges = ["Ġ t", "h e", "Ġt he", "ð Ł"]
    let tokenizer = try SmallVocabulary.bytePair(merges: merges, preTokenizer: name).tokenizer()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      for text in [RandomText.bytes(&generator), Array(RandomText.scalars(&generator).utf8)] {
        #expect(try tokenizer.decode(tokenizer.encode(bytes: text, addingBOSAndEOS: false)) == text)
      }
    }
  }
}
