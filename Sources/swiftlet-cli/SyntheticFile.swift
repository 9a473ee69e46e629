import SwiftletGGUF
import SwiftletInference

/// The extents of a transformer that nobody trained, by the names that files have for them.
struct SyntheticExtents {
  var context: Int
  var embeddingWidth: Int
  var layerCount: Int
  var feedForwardWidth: Int
  var headCount: Int
  var keyValueHeadCount: Int
}

/// What files of models that nobody trained have in common: those of random weights, and those of the benchmarks.
extension GGUFWriter {
  /// Says what the model is.
  mutating func describe(architecture: String, name: String, _ extents: SyntheticExtents) {
    metadata["general.architecture"] = .text(architecture)
    metadata["general.name"] = .text(name)
    for (key, value) in [
      ("context_length", extents.context), ("embedding_length", extents.embeddingWidth),
      ("block_count", extents.layerCount), ("feed_forward_length", extents.feedForwardWidth),
      ("attention.head_count", extents.headCount), ("attention.head_count_kv", extents.keyValueHeadCount),
    ] {
      metadata["\(architecture).\(key)"] = .uint32(UInt32(value))
    }
  }

  /// Adds a vector of floats.
  mutating func addVector(_ name: String, _ values: [Float]) {
    addTensor(name, .f32, dimensions: [values.count], bytes: F32.quantized(values))
  }

  /// Adds a matrix, row by row, each drawn by the numbers that `seed` gives.
  mutating func addMatrix(
    _ name: String, _ type: TensorType, columns: Int, rows: Int, seed: UInt64,
    row: @escaping (_ number: Int, _ random: inout SplitMix64) -> [UInt8]
  ) {
    addTensor(name, type, dimensions: [columns, rows]) { sink throws(GGUFError) in
      var random = SplitMix64(seed: seed)
      for number in 0..<rows { try sink.write(row(number, &random)) }
    }
  }
}
