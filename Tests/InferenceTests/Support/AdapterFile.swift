import SwiftletGGUF
import SwiftletInference

/// A low-rank adapter of random numbers for a fixture, as a file of its own and merged into the fixture's weights.
struct AdapterFile {
  /// The names of the adapted matrices with their ranks.
  var ranks: [(name: String, rank: Int)]
  var alpha: Float
  var seed: UInt64 = 1
  var type: TensorType = .f32

  static let everywhere = AdapterFile(
    ranks: ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"].enumerated().flatMap {
      // Ranks that are no multiple of anything, and a matrix of the second layer left as it is.
      index, name in [("blk.0.\(name).weight", 3 + index)] + (index == 2 ? [] : [("blk.1.\(name).weight", 8)])
    }, alpha: 6)

  /// Writes the adapter; `change` may spoil it before.
  func write(
    for base: ModelVariant, to path: String, change: (inout GGUFWriter) throws -> Void = { _ in }
  ) throws {
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("adapter")
    writer.metadata["general.architecture"] = .text("llama")
    writer.metadata["general.name"] = .text("test")
    writer.metadata["adapter.type"] = .text("lora")
    writer.metadata["adapter.lora.alpha"] = .float32(alpha)
    for (name, rank) in ranks {
      let (columns, rows, a, b) = factors(name, rank, base)
      let format = type == .f16 ? F16.quantized : F32.quantized
      writer.addTensor(name + ".lora_a", type, dimensions: [columns, rank], bytes: format(a))
      writer.addTensor(name + ".lora_b", type, dimensions: [rank, rows], bytes: format(b))
    }
    try change(&writer)
    try writer.write(to: path)
  }

  /// Adds alpha / rank · B A to the weights themselves.
  func merge(into base: inout ModelVariant) {
    for (name, rank) in ranks {
      let (columns, rows, a, b) = factors(name, rank, base)
      let scale = alpha == 0 ? 1 : alpha / Float(rank)
      base.change(name) { tensor in
        var weights = tensor.bytes.withUnsafeBytes { F32.dequantized($0, count: rows * columns) }
        for row in 0..<rows {
          for column in 0..<columns {
            var sum = 0.0
            for k in 0..<rank { sum += Double(b[row * rank + k]) * Double(a[k * columns + column]) }
            weights[row * columns + column] += Float(Double(scale) * sum)
          }
        }
        tensor.bytes = F32.quantized(weights)
      }
    }
  }

  /// A by rank × columns and B by rows × rank.
  private func factors(
    _ name: String, _ rank: Int, _ base: ModelVariant
  ) -> (columns: Int, rows: Int, a: [Float], b: [Float]) {
    let dimensions = base.tensors.first { $0.name == name }?.dimensions ?? [1, 1]
    var random = SplitMix64(seed: seed ^ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    // Multiples of 1/64, which every float type holds.
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in Float(Int(random.next() >> 58) - 32) / 128 } }
    return (dimensions[0], dimensions[1], numbers(rank * dimensions[0]), numbers(dimensions[1] * rank))
  }
}
