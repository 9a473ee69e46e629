import SwiftletGGUF
import SwiftletTokenizers
import Testing

/// Hostile vocabularies, which must neither crash nor give invalid ids.
struct HostileVocabularyTests {
  private func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    let texts = ["a", "b", " ", "▁", "Ġ", "é", "<s>", "<0x61>", "<0x", "|", "🦙", "\n", "</s>", "<mask>"]
    let pieces = texts.map { Array($0.utf8) } + [[0xFF]]
    return (0..<Int.random(in: 0...5, using: &generator)).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
  }

  private func metadata(_ generator: inout SeededGenerator) -> GGUFMetadata {
    let count = Int.random(in: 1...60, using: &generator)
    var metadata = GGUFMetadata()
    func set(_ key: String, _ value: GGUFValue) { metadata["tokenizer.ggml." + key] = value }
    set("model", .text(["llama", "gpt2", "gemma4", "bert", "t5"].randomElement(using: &generator) ?? ""))
    let names = ["default", "llama-bpe", "deepseek-v3", "gpt-4o", "sarvam-moe", "jina-v2-es", "superbpe"]
    set("pre", .text(names.randomElement(using: &generator) ?? ""))
    set("add_space_prefix", .bool(Bool.random(using: &generator)))
    set("remove_extra_whitespaces", .bool(Bool.random(using: &generator)))
    set("suppress_tokens", .array(.int32([-1, 0, 1000, .max])))
    set("tokens", .array(.string(ByteStrings((0..<count).map { _ in bytes(&generator) }))))
    set("merges", .array(.string(ByteStrings((0..<count).map { _ in bytes(&generator) + [0x20] + bytes(&generator) }))))
    set("token_type", .array(.int32((0..<count).map { _ in Int32.random(in: -1...8, using: &generator) })))
    let scores: [Float] = [0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude]
    set("scores", .array(.float32((0..<count).map { _ in scores.randomElement(using: &generator) ?? 0 })))
    set("add_eos_token", .bool(Bool.random(using: &generator)))
    return metadata
  }

  @Test(
    "one token as long as a file, and twenty thousand equal ones",
    arguments: ["llama", "gpt2", "gemma4", "bert", "t5"])
  func survivesHugeTokens(model: String) throws {
    var metadata = GGUFMetadata()
    let huge = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    let equal = [[UInt8]](repeating: Array("▁a".utf8), count: 20_000)
    let tokens = ByteStrings([huge, [UInt8(ascii: "a")], []] + equal)
    metadata["tokenizer.ggml.model"] = .text(model)
    metadata["tokenizer.ggml.pre"] = .text("llama-bpe")
    metadata["tokenizer.ggml.tokens"] = .array(.string(tokens))
    metadata["tokenizer.ggml.scores"] = .array(.float32(Array(repeating: -1, count: tokens.count)))
    metadata["tokenizer.ggml.merges"] = .array(.string(ByteStrings([Array("a a".utf8), huge, Array("x y".utf8)])))
    let tokenizer = try Tokenizer(metadata: metadata)
    let ids = tokenizer.encode(String(repeating: "a", count: 20_000) + " a", addingBOSAndEOS: false)
    #expect(ids.allSatisfy { (0..<tokens.count).contains($0) })
  }

  @Test("random vocabularies and random texts")
  func survivesRandomVocabularies() throws {
    for seed in 0..<400 {
      var generator = SeededGenerator(seed: seed)
      let tokenizer = try Tokenizer(metadata: metadata(&generator))
      for _ in 0..<20 {
        let text = (0..<6).flatMap { _ in bytes(&generator) }
        let ids = tokenizer.encode(bytes: text, parsingSpecialTokens: Bool.random(using: &generator))
        try #require(ids.allSatisfy { (0..<tokenizer.vocabulary.count).contains($0) }, "seed \(seed)")
        var detokenizer = tokenizer.makeDetokenizer(skippingControlTokens: false)
        var parts = ""
        for id in ids { parts += try detokenizer.append(id) }
        parts += detokenizer.finish()
        let whole = String(decoding: try tokenizer.decode(ids), as: UTF8.self)
        try #require(Array(parts.utf8) == Array(whole.utf8), "seed \(seed)")
      }
    }
  }
}
