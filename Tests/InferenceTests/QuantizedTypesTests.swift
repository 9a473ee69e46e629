import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import Testing

/// Models with weights of every packed type, against models with the same weights as 32-bit floats.
///
/// The reference implementation reads none of the smaller types; the float models' logits are tested against it, and the
/// formats' elements against the `gguf` package.
@Suite struct QuantizedTypesTests {
  private static let width = 256
  private static let hidden = 512
  /// Nearly Gaussian numbers; a prime number of them, so that rows differ.
  private static let numbers: [Float] = {
    var random = SplitMix64(seed: 5)
    return (0..<65_521).map { _ in
      Float((0..<6).reduce(-3.0) { sum, _ in sum + random.nextUnit() } * 2.0.squareRoot())
    }
  }()

  @Test(arguments: PackedFormat.allCases)
  func logitsAreThoseOfTheSameWeightsAsFloats(_ format: PackedFormat) throws {
    let type = try #require(TensorType(name: format.rawValue))
    let folder = try TemporaryFolder()
    let quantized = try Self.model(type)
    var floats = quantized
    for index in floats.tensors.indices where floats.tensors[index].dimensions.count == 2 {
      let tensor = floats.tensors[index]
      let values = tensor.bytes.withUnsafeBytes {
        type.blockFormat?.dequantized($0, count: tensor.dimensions[0] * tensor.dimensions[1]) ?? []
      }
      floats.tensors[index].type = .f32
      floats.tensors[index].bytes = F32.quantized(values)
    }
    let tokens = (0..<40).map { $0 * 7 % 250 }
    let found = try logits(
      DecoderModel(GGUFFile(path: quantized.write(to: folder)), pool: WorkerPool(threads: 2)), tokens)
    let other = try TemporaryFolder()
    let expected = try logits(
      DecoderModel(GGUFFile(path: floats.write(to: other)), pool: WorkerPool(threads: 1)), tokens)
    let deviation = Deviation(found, from: expected)
    if format.isInteger {
      // Activations go through 8 bits, which costs a part of the logits' standard deviation of about 1.
      #expect(deviation.mean <= 0.03, "\(deviation)")
      #expect(deviation.maximum <= 0.2, "\(deviation)")
    } else {
      #expect(deviation.maximum <= 1e-4, "\(deviation)")
    }
  }

  /// Two layers of random weights behind the vocabulary of a fixture.
  private static func model(_ type: TensorType) throws -> ModelVariant {
    var model = try ModelVariant(ModelFixture.grouped)
    let vocabulary = try #require(model.tensors.first { $0.name == "token_embd.weight" }?.dimensions[1])
    for (key, value) in [
      "embedding_length": width, "feed_forward_length": hidden, "block_count": 2, "attention.head_count": 8,
      "attention.head_count_kv": 4, "attention.key_length": 32, "attention.value_length": 32,
      "rope.dimension_count": 32,
    ] {
      model.metadata["llama." + key] = .uint32(UInt32(value))
    }
    model.tensors = []
    var random = SplitMix64(seed: 5)
    func add(_ name: String, _ columns: Int, _ rows: Int) throws {
      let start = Int(random.next() % 1009)
      let scale = 1 / Float(columns).squareRoot()
      let values = (0..<rows * columns).map { numbers[(start + $0) % numbers.count] * scale }
      let format = try #require(type.writableFormat)
      model.tensors.append(
        ModelVariant.Tensor(
          name: name + ".weight", type: type, dimensions: [columns, rows], bytes: format.quantized(values)))
    }
    try add("token_embd", width, vocabulary)
    for layer in 0..<2 {
      let prefix = "blk.\(layer)."
      model.add(prefix + "attn_norm.weight", [Float](repeating: 1, count: width))
      model.add(prefix + "ffn_norm.weight", [Float](repeating: 1, count: width))
      try add(prefix + "attn_q", width, width)
      try add(prefix + "attn_k", width, width / 2)
      try add(prefix + "attn_v", width, width / 2)
      try add(prefix + "attn_output", width, width)
      try add(prefix + "ffn_gate", width, hidden)
      try add(prefix + "ffn_up", width, hidden)
      try add(prefix + "ffn_down", hidden, width)
    }
    model.add("output_norm.weight", [Float](repeating: 1, count: width))
    return model
  }
}
