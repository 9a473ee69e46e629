import SwiftletGGUF
import SwiftletInference

/// A model of realistic size that generates a given text, independent of its input.
///
/// It is a GPT-2 whose position embeddings encode the next token of the script, and whose token embeddings are zero.
/// The layers are computed as usual, but the last matrix of each block is zero, so they add nothing to the residual
/// stream. The engine does all the work of a model of that size, and the output is known in advance.
struct ScriptedModel {
  /// The dimensions of a model.
  struct Shape: Sendable {
    var name: String
    var width: Int
    var layers: Int
    var hidden: Int
    var heads: Int
    var keyValueHeads: Int

    /// Shapes with the weight counts of Llama 3.2 1B and 3B and SmolLM2 135M, and a small one.
    ///
    /// Those have gated feed-forward networks, so the hidden dimension is 1.5 times as large here.
    static let all = [
      Shape(name: "1b", width: 2048, layers: 16, hidden: 12288, heads: 32, keyValueHeads: 8),
      Shape(name: "3b", width: 3072, layers: 28, hidden: 12288, heads: 24, keyValueHeads: 8),
      Shape(name: "135m", width: 576, layers: 30, hidden: 2304, heads: 9, keyValueHeads: 3),
      Shape(name: "small", width: 256, layers: 4, hidden: 768, heads: 8, keyValueHeads: 4),
    ]
  }

  let shape: Shape
  /// The script: the token at each position.
  let script: [Int]
  /// The words of the tokens.
  let words: WordList
  private let seed: UInt64 = 1

  /// Writes the file, with matrices in Q4_0.
  func write(to path: String) throws {
    var writer = GGUFWriter()
    let width = shape.width
    let extents = [
      ("context_length", script.count), ("embedding_length", width), ("block_count", shape.layers),
      ("feed_forward_length", shape.hidden), ("attention.head_count", shape.heads),
      ("attention.head_count_kv", shape.keyValueHeads),
    ]
    writer.describe(
      architecture: "gpt2", name: "\(shape.name) (scripted)",
      extents.map { (name: $0.0, value: GGUFValue.uint32(UInt32(clamping: $0.1))) })
    writer.metadata["gpt2.attention.layer_norm_epsilon"] = .float32(1e-5)
    words.describe(&writer.metadata)
    let (queries, keys) = (width, width / shape.heads * shape.keyValueHeads)
    func vector(_ name: String, _ count: Int, _ value: Float) {
      writer.addFloats(name, dimensions: [count], Array(repeating: value, count: count))
    }
    func norm(_ name: String) {
      vector(name + ".weight", width, 1)
      vector(name + ".bias", width, 0)
    }
    func matrix(_ name: String, _ columns: Int, _ rows: Int, isZero: Bool = false) {
      let seed = seed ^ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
      writer.addRows(name + ".weight", .q4_0, dimensions: [columns, rows], seed: seed) { _, random in
        isZero ? Self.zeros(columns) : Self.noise(columns, &random)
      }
      if name != "token_embd" { vector(name + ".bias", rows, 0) }
    }
    matrix("token_embd", width, WordList.vocabularyCount, isZero: true)
    writer.addRows("position_embd.weight", .f16, dimensions: [width, script.count], seed: seed) {
      [script] position, _ in F16.quantized(Self.signs(script[(position + 1) % script.count], width))
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
    writer.addRows("output.weight", .q4_0, dimensions: [width, WordList.vocabularyCount], seed: seed) { token, _ in
      Q4_0.quantized(Self.signs(token, width))
    }
    try writer.write(to: path)
  }

  /// Returns the vector of a token: random signs, so that any two are nearly orthogonal.
  private static func signs(_ token: Int, _ count: Int) -> [Float] {
    var random = SplitMix64(seed: UInt64(token))
    return (0..<count / 32).flatMap { _ in
      let bits = random.next()
      return (0..<32).map { bits >> UInt64($0) & 1 == 0 ? Float(1) : -1 }
    }
  }

  /// Returns a row of random Q4_0 blocks with the same scale.
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
