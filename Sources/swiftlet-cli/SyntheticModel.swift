import Foundation
import SwiftletGGUF
import SwiftletInference

/// A synthetic model of a given shape with random weights.
///
/// The weights are small Gaussian numbers, scaled by the row's length so that activations stay of the order of one. A
/// row is a slice at a random offset of a pool of such blocks, because generating all of them would take minutes.
struct SyntheticModel {
  var shape: ModelShape
  var types: WeightTypes
  var seed: UInt64

  private static let poolSize = 1 << 18

  /// Creates the writer of the file.
  func writer(vocabulary: GGUFMetadata?) throws -> GGUFWriter {
    var writer = GGUFWriter()
    describe(&writer)
    if let vocabulary {
      try SyntheticVocabulary.copy(vocabulary, count: shape.vocabularyCount, to: &writer.metadata)
    } else {
      SyntheticVocabulary.make(count: shape.vocabularyCount, to: &writer.metadata)
    }
    var pools = BlockPools(numbers: gaussianPool())
    for (index, tensor) in tensors.enumerated() {
      switch tensor.kind {
      case .norm:
        writer.addVector(tensor.name, Array(repeating: 1, count: tensor.dimensions[0]))
      case .frequencies(let factor):
        writer.addVector(tensor.name, llama3Factors(factor))
      case .matrix:
        addMatrix(tensor, &pools, seed: seed &+ UInt64(index) &* 0x1_0001, to: &writer)
      }
    }
    return writer
  }

  private func addMatrix(_ tensor: Tensor, _ pools: inout BlockPools, seed: UInt64, to writer: inout GGUFWriter) {
    let columns = tensor.dimensions[0]
    let type = types.type(of: tensor.name, columns: columns, layers: shape.layerCount)
    guard let pool = pools.pool(type, columns: columns) else { return }
    let bytesPerRow = columns / type.elementsPerBlock * type.bytesPerBlock
    writer.addMatrix(tensor.name, type, columns: columns, rows: tensor.dimensions[1], seed: seed) { _, random in
      let start = Int.random(in: 0...(pool.count - bytesPerRow) / type.bytesPerBlock, using: &random)
      return Array(pool[start * type.bytesPerBlock..<start * type.bytesPerBlock + bytesPerRow])
    }
  }

  /// Generates Gaussian numbers with the Box-Muller transform.
  private func gaussianPool() -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<Self.poolSize).map { _ in
      let radius = (-2 * log(1 - random.nextUnit())).squareRoot()
      return Float(radius * cos(2 * .pi * random.nextUnit()))
    }
  }

  /// Computes the RoPE frequency factors of Llama 3, from 1 for short wavelengths to `factor` for long ones.
  private func llama3Factors(_ factor: Double) -> [Float] {
    (0..<shape.headWidth / 2).map { pair in
      let frequency = pow(Double(shape.ropeBase), -2 * Double(pair) / Double(shape.headWidth))
      // Wavelengths in the original context of 8192: scaled in full below 1, not at all above 4.
      let wavelengths = 8192 * frequency / (2 * .pi)
      if wavelengths < 1 { return Float(factor) }
      if wavelengths > 4 { return 1 }
      let blend = (wavelengths - 1) / 3
      return Float(1 / ((1 - blend) / factor + blend))
    }
  }

  private func describe(_ writer: inout GGUFWriter) {
    writer.describe(
      architecture: shape.architecture, name: "\(shape.name) (random weights)",
      SyntheticModelDimensions(
        context: shape.context, embeddingWidth: shape.embeddingWidth, layerCount: shape.layerCount,
        feedForwardWidth: shape.feedForwardWidth, headCount: shape.headCount,
        keyValueHeadCount: shape.keyValueHeadCount))
    let prefix = shape.architecture + "."
    for (key, value) in [
      ("attention.key_length", shape.headWidth), ("attention.value_length", shape.headWidth),
      ("rope.dimension_count", shape.headWidth), ("vocab_size", shape.vocabularyCount),
    ] {
      writer.metadata[prefix + key] = .uint32(UInt32(value))
    }
    writer.metadata[prefix + "rope.freq_base"] = .float32(shape.ropeBase)
    writer.metadata[prefix + "attention.layer_norm_rms_epsilon"] = .float32(shape.normEpsilon)
  }
}

extension SyntheticModel {
  private struct Tensor {
    enum Kind {
      case matrix, norm
      case frequencies(Double)
    }
    var name: String
    var dimensions: [Int]
    var kind: Kind

    init(_ name: String, _ dimensions: [Int], _ kind: Kind = .matrix) {
      (self.name, self.dimensions, self.kind) = (name + ".weight", dimensions, kind)
    }
  }

  private var tensors: [Tensor] {
    let width = shape.embeddingWidth
    let (queries, keys) = (shape.headCount * shape.headWidth, shape.keyValueHeadCount * shape.headWidth)
    var tensors = [Tensor("token_embd", [width, shape.vocabularyCount])]
    if let factor = shape.ropeFactor {
      tensors.append(Tensor("rope_freqs", [shape.headWidth / 2], .frequencies(factor)))
    }
    for layer in 0..<shape.layerCount {
      let prefix = "blk.\(layer)."
      tensors += [
        Tensor(prefix + "attn_norm", [width], .norm), Tensor(prefix + "attn_q", [width, queries]),
        Tensor(prefix + "attn_k", [width, keys]), Tensor(prefix + "attn_v", [width, keys]),
      ]
      if shape.hasQueryKeyNorm {
        tensors += [
          Tensor(prefix + "attn_q_norm", [shape.headWidth], .norm),
          Tensor(prefix + "attn_k_norm", [shape.headWidth], .norm),
        ]
      }
      tensors += [
        Tensor(prefix + "attn_output", [queries, width]), Tensor(prefix + "ffn_norm", [width], .norm),
        Tensor(prefix + "ffn_gate", [width, shape.feedForwardWidth]),
        Tensor(prefix + "ffn_up", [width, shape.feedForwardWidth]),
        Tensor(prefix + "ffn_down", [shape.feedForwardWidth, width]),
      ]
    }
    tensors.append(Tensor("output_norm", [width], .norm))
    if !shape.isTied { tensors.append(Tensor("output", [width, shape.vocabularyCount])) }
    return tensors
  }
}
