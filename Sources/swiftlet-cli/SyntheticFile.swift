import SwiftletGGUF
import SwiftletInference

/// Helpers to write synthetic models, shared with the benchmarks.
extension GGUFWriter {
  /// Sets the architecture, the name, and the keys with the architecture as prefix.
  mutating func describe(architecture: String, name: String, _ keys: [(name: String, value: GGUFValue)]) {
    metadata["general.architecture"] = .text(architecture)
    metadata["general.name"] = .text(name)
    for key in keys { metadata["\(architecture).\(key.name)"] = key.value }
  }

  /// Adds a tensor in F32.
  mutating func addFloats(_ name: String, dimensions: [Int], _ values: [Float]) {
    addTensor(name, .f32, dimensions: dimensions, bytes: F32.quantized(values))
  }

  /// Adds a tensor whose rows are generated one by one, with a random generator seeded with `seed`.
  mutating func addRows(
    _ name: String, _ type: TensorType, dimensions: [Int], seed: UInt64,
    row: @escaping (_ number: Int, _ random: inout SplitMix64) -> [UInt8]
  ) {
    let rows = dimensions.dropFirst().reduce(1, *)
    addTensor(name, type, dimensions: dimensions) { sink throws(GGUFError) in
      var random = SplitMix64(seed: seed)
      for number in 0..<rows { try sink.write(row(number, &random)) }
    }
  }
}
