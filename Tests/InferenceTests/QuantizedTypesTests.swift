import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import Testing

/// Models with weights of every packed type, against models with the same weights as 32-bit floats.
///
/// The reference implementation reads none of the smaller types; the float models' logits are tested against it, and
/// the formats' elements against the `gguf` package.
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

  @Test(arguments: PackedFormat.allCases.filter { TensorType(name: $0.rawValue)?.writableFormat != nil })
  func logitsAreThoseOfTheSameWeightsAsFloats(_ format: PackedFormat) throws {
    let type = try #require(TensorType(name: format.rawValue))
    let writable = try #require(type.writableFormat)
    let deviation = try Self.deviation(
      of: Self.model(type) { columns, rows, start in
        writable.quantized(Self.values(from: start, columns, rows))
      })
    if format.isInteger {
      // Activations go through 8 bits, which costs a part of the logits' standard deviation of about 1.
      #expect(deviation.mean <= 0.03, "\(deviation)")
      #expect(deviation.maximum <= 0.2, "\(deviation)")
      #expect(deviation.divergence <= QuantizedFamiliesTests.limit, "\(deviation)")
    } else {
      #expect(deviation.maximum <= (format.isFixedPoint ? 3e-3 : 1e-4), "\(deviation)")
    }
  }

  /// Types that the package cannot write: blocks are of random bits.
  @Test(arguments: TensorType.computable.filter { $0.writableFormat == nil })
  func logitsOfReadOnlyTypesStayClose(_ type: TensorType) throws {
    var random = SplitMix64(seed: 6)
    let model = try Self.model(type) { columns, rows, _ in
      let count = rows * columns / type.elementsPerBlock
      return RandomBlocks(type, count: count, deviation: 1 / Float(columns).squareRoot(), &random).bytes
    }
    let deviation = try Self.deviation(of: model)
    #expect(deviation.divergence <= QuantizedFamiliesTests.limit, "\(deviation)")
    #expect(deviation.maximum > 0)
  }

  /// The deviation of a model from one with the same weights as floats.
  private static func deviation(of model: ModelVariant) throws -> Deviation {
    let tokens = (0..<40).map { $0 * 7 % 250 }
    let folder = try TemporaryFolder()
    func run(_ model: ModelVariant, threads: Int) throws -> [[Float]] {
      try logits(DecoderModel(GGUFFile(path: model.write(to: folder)), pool: WorkerPool(threads: threads)), tokens)
    }
    let found = try run(model, threads: 2)
    var floats = model
    floats.dequantize()
    return Deviation(found, from: try run(floats, threads: 1))
  }

  /// The numbers of a matrix, from an offset on.
  private static func values(from start: Int, _ columns: Int, _ rows: Int) -> [Float] {
    let scale = 1 / Float(columns).squareRoot()
    return (0..<rows * columns).map { numbers[(start + $0) % numbers.count] * scale }
  }

  /// Two layers of random weights, made by `blocks`, behind the vocabulary of a fixture.
  private static func model(
    _ type: TensorType, _ blocks: (_ columns: Int, _ rows: Int, _ start: Int) -> [UInt8]
  ) throws -> ModelVariant {
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
    func add(_ name: String, _ columns: Int, _ rows: Int) {
      let bytes = blocks(columns, rows, Int(random.next() % 1009))
      model.tensors.append(
        ModelVariant.Tensor(name: name + ".weight", type: type, dimensions: [columns, rows], bytes: bytes))
    }
    add("token_embd", width, vocabulary)
    for layer in 0..<2 {
      let prefix = "blk.\(layer)."
      model.add(prefix + "attn_norm.weight", [Float](repeating: 1, count: width))
      model.add(prefix + "ffn_norm.weight", [Float](repeating: 1, count: width))
      add(prefix + "attn_q", width, width)
      add(prefix + "attn_k", width, width / 2)
      add(prefix + "attn_v", width, width / 2)
      add(prefix + "attn_output", width, width)
      add(prefix + "ffn_gate", width, hidden)
      add(prefix + "ffn_up", width, hidden)
      add(prefix + "ffn_down", hidden, width)
    }
    model.add("output_norm.weight", [Float](repeating: 1, count: width))
    return model
  }
}
