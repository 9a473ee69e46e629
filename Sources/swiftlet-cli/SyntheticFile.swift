import SwiftletGGUF
import SwiftletInference

/// The dimensions of a synthetic transformer, as in GGUF metadata.
struct SyntheticModelDimensions {
  var context: Int
  var embeddingWidth: Int
  var layerCount: Int
  var feedForwardWidth: Int
  var headCount: Int
  var keyValueHeadCount: Int
}

/// Helpers to write synthetic models, shared with the benchmarks.
extension GGUFWriter {
  /// Sets the metadata keys of the architecture, the name and the dimensions.
  mutating func describe(architecture: String, name: String, _ extents: SyntheticModelDimensions) {
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

  /// Adds a vector in F32.
  mutating func addVector(_ name: String, _ values: [Float]) {
    addTensor(name, .f32, dimensions: [values.count], bytes: F32.quantized(values))
  }

  /// Adds a matrix whose rows are generated one by one, with a random generator seeded with `seed`.
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
