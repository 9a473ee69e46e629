import SwiftletGGUF
import SwiftletInference

/// A model of a real one's extents that writes a given text, whatever it reads.
///
/// It is a GPT-2: the vector of a position, of which there is a table, is that of the token which follows there, and the
/// vectors of tokens are zero. The blocks of all layers are computed like any others, but the last matrix of each is zero,
/// so they add nothing. So the engine does all the work of a model of that size, and the text is known beforehand.
struct ScriptedModel {
  /// The extents of a model.
  struct Shape: Sendable {
    var name: String
    var width: Int
    var layers: Int
    var hidden: Int
    var heads: Int
    var keyValueHeads: Int

    /// As many weights as the layers of Llama 3.2 1B and of SmolLM2 135M have, and few for a quick look.
    ///
    /// Theirs have gates in the feed-forward networks, so here the hidden vector is half as long again.
    static let all = [
      Shape(name: "1b", width: 2048, layers: 16, hidden: 12288, heads: 32, keyValueHeads: 8),
      Shape(name: "135m", width: 576, layers: 30, hidden: 2304, heads: 9, keyValueHeads: 3),
      Shape(name: "small", width: 256, layers: 4, hidden: 768, heads: 8, keyValueHeads: 4),
    ]
  }

  let shape: Shape
  /// The text: each position's token.
  let script: [Int]
  let seed: UInt64 = 1

  /// How many tokens there are, a real vocabulary's number.
  static let vocabularyCount = 32_768
  /// The tokens from here on stand for words of the text.
  static let firstWord = 512

  private static let end = 256

  /// Writes the file, Q4_0 as far as matrices go.
  func write(to path: String) throws {
    var writer = GGUFWriter()
    describe(&writer.metadata)
    let width = shape.width
    let (queries, keys) = (width, width / shape.heads * shape.keyValueHeads)
    func vector(_ name: String, _ count: Int, _ value: Float) {
      writer.addTensor(name, .f32, dimensions: [count], bytes: F32.quantized(Array(repeating: value, count: count)))
    }
    func norm(_ name: String) {
      vector(name + ".weight", width, 1)
      vector(name + ".bias", width, 0)
    }
    func matrix(_ name: String, _ columns: Int, _ rows: Int, isZero: Bool = false) {
      let seed = seed ^ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
      writer.addTensor(name + ".weight", .q4_0, dimensions: [columns, rows]) { sink throws(GGUFError) in
        var random = SplitMix64(seed: seed)
        for _ in 0..<rows { try sink.write(isZero ? Self.zeros(columns) : Self.noise(columns, &random)) }
      }
      if name != "token_embd" { vector(name + ".bias", rows, 0) }
    }
    matrix("token_embd", width, Self.vocabularyCount, isZero: true)
    writer.addTensor("position_embd.weight", .f16, dimensions: [width, script.count]) {
      [script] sink throws(GGUFError) in
      for position in script.indices {
        try sink.write(F16.quantized(Self.signs(script[(position + 1) % script.count], width)))
      }
    }
    for layer in 0..<shape.layers {
      let prefix = "blk.\(layer)."
      norm(prefix + "attn_norm")
      matrix(prefix + "attn_q", width, queries)
      matrix(prefix + "attn_k", width, keys)
      matrix(prefix + "attn_v", width, keys)
      matrix(prefix + "attn_output", queries, width, isZero: true)
      norm(prefix + "ffn_norm")
      matrix(prefix + "ffn_up", width, shape.hidden)
      matrix(prefix + "ffn_down", shape.hidden, width, isZero: true)
    }
    norm("output_norm")
    writer.addTensor("output.weight", .q4_0, dimensions: [width, Self.vocabularyCount]) { sink throws(GGUFError) in
      for token in 0..<Self.vocabularyCount { try sink.write(Q4_0.quantized(Self.signs(token, width))) }
    }
    try writer.write(to: path)
  }

  private func describe(_ metadata: inout GGUFMetadata) {
    metadata["general.architecture"] = .text("gpt2")
    metadata["general.name"] = .text("\(shape.name) (scripted)")
    func set(_ key: String, _ value: Int) { metadata["gpt2." + key] = .uint32(UInt32(value)) }
    set("context_length", script.count)
    set("embedding_length", shape.width)
    set("block_count", shape.layers)
    set("feed_forward_length", shape.hidden)
    set("attention.head_count", shape.heads)
    set("attention.head_count_kv", shape.keyValueHeads)
    metadata["gpt2.attention.layer_norm_epsilon"] = .float32(1e-5)
    // Only the numbers of the tokens matter.
    metadata["tokenizer.ggml.model"] = .text("gpt2")
    metadata["tokenizer.ggml.pre"] = .text("gpt-2")
    metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings((0..<Self.vocabularyCount).map { "<\($0)>" })))
    metadata["tokenizer.ggml.merges"] = .array(.string(ByteStrings()))
    metadata["tokenizer.ggml.bos_token_id"] = .uint32(UInt32(Self.end))
    metadata["tokenizer.ggml.eos_token_id"] = .uint32(UInt32(Self.end))
  }

  /// The vector of a token: signs, by chance, so that those of any two are nearly orthogonal.
  private static func signs(_ token: Int, _ count: Int) -> [Float] {
    var random = SplitMix64(seed: UInt64(token))
    return (0..<count / 32).flatMap { _ in
      let bits = random.next()
      return (0..<32).map { bits >> UInt64($0) & 1 == 0 ? Float(1) : -1 }
    }
  }

  /// A row of blocks of 32 with the same scale and any numbers.
  private static func noise(_ columns: Int, _ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns / 32 * 18)
    for _ in 0..<columns / 32 {
      // 0.01 in half precision.
      bytes += [0x1F, 0x21]
      for number in [random.next(), random.next()] {
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
      }
    }
    return bytes
  }

  private static func zeros(_ columns: Int) -> [UInt8] {
    Array(repeating: [0, 0] + Array(repeating: 0x88, count: 16), count: columns / 32).flatMap { $0 }
  }
}
