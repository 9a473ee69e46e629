@testable import SwiftletGGUF
@testable import SwiftletInference
import Synchronization
import Testing

/// A model of a fixture's description with layers eight times as wide, so that rows are whole blocks of any format.
///
/// Layers, heads, experts and the vocabulary are as many as in the fixture. Which tensors there are, and how large, is
/// what the description demands. Matrices are random, with rows cut at random offsets from a pool of blocks; what the
/// fixture has in single precision, such as norms, is repeated.
///
/// What layers add is small beside what they add it to, as it is in trained models and is not in the fixtures. Rounding
/// then seldom changes which experts are the best, after which no result would be like the other.
struct WideModel {
  static let factor = 8
  /// The length of the hidden vectors of all feed-forward networks, but of those that are wider than others.
  static let hidden = 256

  /// The model, to be written.
  private(set) var variant: ModelVariant
  private var random: SplitMix64
  /// The magnitude of a layer's results.
  private var share: Float = 0
  /// The scale of the weights of selected experts.
  private var weightScale: Float = 1

  /// Makes the model with matrices of a type, as far as they are quantised at all and their rows are whole blocks.
  init(
    _ fixture: ArchitectureFixture, _ type: TensorType, seed: UInt64 = 1,
    change: (inout GGUFMetadata, _ prefix: String) -> Void = { _, _ in }
  ) throws {
    let folder = try TemporaryFolder()
    variant = try fixture.variant()
    random = SplitMix64(seed: seed)
    let sources = Dictionary(uniqueKeysWithValues: variant.tensors.map { ($0.name, $0) })
    let prefix = try #require(try variant.metadata.string("general.architecture")) + "."
    let oldHidden = try Self.widest(variant.metadata, prefix)
    try Self.widen(&variant.metadata, prefix)
    change(&variant.metadata, prefix)
    try stretchWhatDescriptionsRead(prefix, oldHidden)
    let file = try GGUFFile(path: variant.write(to: folder))
    let configuration = try DecoderConfiguration(file)
    let plan = try TensorPlan(configuration, file)
    weightScale = Float(try variant.metadata.float(prefix + "expert_weights_scale") ?? 1)
    share = 0.15 * configuration.embeddingScale * Self.tableGain / Float(configuration.embeddingWidth).squareRoot()
    variant.tensors.removeAll { !$0.name.hasPrefix("rope_") }
    for (name, dimensions) in plan.tensors {
      variant.tensors.append(try tensor(#require(sources[name], "\(name)"), dimensions, type))
    }
  }

  // MARK: Extents

  private static let widthKeys = [
    "embedding_length", "attention.key_length", "attention.value_length", "attention.key_length_swa",
    "attention.value_length_swa", "attention.key_length_mla", "attention.value_length_mla", "attention.kv_lora_rank",
    "attention.q_lora_rank", "rope.dimension_count", "rope.dimension_count_swa", "ssm.inner_size", "ssm.state_size",
    "embedding_length_per_layer_input", "moe_latent_size",
  ]
  private static let hiddenKeys = [
    "feed_forward_length", "expert_feed_forward_length", "expert_shared_feed_forward_length",
  ]

  private static func widest(_ metadata: GGUFMetadata, _ prefix: String) throws -> Int {
    let key = prefix + "feed_forward_length"
    return try metadata[key]?.integer ?? metadata.integers(key)?.max() ?? 0
  }

  private static func widen(_ metadata: inout GGUFMetadata, _ prefix: String) throws {
    let heads = metadata[prefix + "attention.head_count"]?.integer ?? 0
    for key in widthKeys {
      guard let value = metadata[prefix + key]?.integer else { continue }
      metadata[prefix + key] = .uint32(UInt32(value * factor))
    }
    // Said, where it follows from others, so that the fixture's own tensors do not seem to say otherwise.
    if metadata[prefix + "attention.key_length"] == nil, heads > 0 {
      let width = try #require(metadata[prefix + "embedding_length"]?.integer)
      metadata[prefix + "attention.key_length"] = .uint32(UInt32(width / heads))
    }
    if metadata[prefix + "expert_count"] != nil { metadata[prefix + "expert_feed_forward_length"] = .uint32(1) }
    for key in hiddenKeys.map({ prefix + $0 }) where metadata[key] != nil {
      if let value = metadata[key]?.integer {
        metadata[key] = .uint32(value == 0 ? 0 : UInt32(hidden))
      } else {
        let values = try metadata.integers(key) ?? []
        let least = values.filter { $0 > 0 }.min() ?? 0
        metadata[key] = .array(.uint32(values.map { $0 == 0 ? 0 : UInt32($0 == least ? hidden : 2 * hidden) }))
      }
    }
    // Scores of longer heads would be larger where the file says what they are multiplied with, or nothing does.
    let scale = try metadata.float(prefix + "attention.scale")
    if scale != nil || ["gemma3n.", "gemma4."].contains(prefix) {
      metadata[prefix + "attention.scale"] = .float32(Float((scale ?? 1) / Double(factor).squareRoot()))
    }
  }

  /// Gives the extents of the new model to those of the fixture's tensors that descriptions look at.
  private mutating func stretchWhatDescriptionsRead(_ prefix: String, _ oldHidden: Int) throws {
    let width = try #require(variant.metadata[prefix + "embedding_length"]?.integer)
    let names = Set(variant.tensors.map(\.name))
    for index in variant.tensors.indices {
      var tensor = variant.tensors[index]
      if tensor.name.hasPrefix("rope_") {
        let values = tensor.floats.flatMap { Array(repeating: $0, count: Self.factor) }
        (tensor.dimensions, tensor.bytes) = ([values.count], F32.quantized(values))
      } else if tensor.name == "token_embd.weight" {
        tensor.dimensions[0] = width
      } else if tensor.name.hasSuffix(".ffn_up.weight"), oldHidden > 0,
        !names.contains(tensor.name.replacing("ffn_up", with: "ffn_gate"))
      {
        // Gates and linear parts may be one.
        tensor.dimensions = [width, tensor.dimensions[1] / oldHidden * Self.hidden]
      } else {
        continue
      }
      if !tensor.name.hasPrefix("rope_") {
        (tensor.type, tensor.bytes) = (.f16, Array(repeating: 0, count: 2 * tensor.dimensions.reduce(1, *)))
      }
      variant.tensors[index] = tensor
    }
  }

  // MARK: Weights

  private mutating func tensor(
    _ source: ModelVariant.Tensor, _ dimensions: [Int], _ wanted: TensorType
  ) -> ModelVariant.Tensor {
    var tensor = source
    tensor.dimensions = dimensions
    let isMatrix = ["ffn_gate_inp.weight", "altup_router.weight"].contains { source.name.hasSuffix($0) }
    if source.type == .f32, !isMatrix {
      let (values, count) = (source.floats, dimensions.reduce(1, *))
      let gain: Float = source.name.hasSuffix("norm.weight") && source.name.contains("post_") ? share : 1
      tensor.bytes = F32.quantized((0..<count).map { gain * values[$0 % values.count] })
      return tensor
    }
    if source.type != .f32 {
      let isQuantized = TensorRole.isQuantized(source.name, dimensions: dimensions)
      let types = isQuantized ? [wanted, .q8_0] : []
      tensor.type = types.first { dimensions[0] % $0.elementsPerBlock == 0 } ?? .f16
    }
    tensor.bytes = rows(
      dimensions.dropFirst().reduce(1, *), columns: dimensions[0], tensor.type, gain(source.name))
    return tensor
  }

  private static let tableGain: Float = 1.5

  /// The ratio of a matrix product's magnitude to its input's.
  private func gain(_ name: String) -> Float {
    if name.contains("embd") || name == "output.weight" { return Self.tableGain }
    let ends = ["attn_output", "ffn_down", "ssm_out", "shortconv.out_proj", "laurel_r", ".proj.weight"]
    guard ends.contains(where: name.contains) else { return 1.2 }
    return name.contains("_exps") ? share / (2 * weightScale) : share
  }

  private mutating func rows(_ count: Int, columns: Int, _ type: TensorType, _ gain: Float) -> [UInt8] {
    let pool = Self.pool(type, scale: gain / Float(columns).squareRoot())
    let bytesPerRow = columns / type.elementsPerBlock * type.bytesPerBlock
    let starts = UInt64((pool.count - bytesPerRow) / type.bytesPerBlock + 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * bytesPerRow)
    for _ in 0..<count {
      let start = Int(random.next() % starts) * type.bytesPerBlock
      bytes += pool[start..<start + bytesPerRow]
    }
    return bytes
  }

  private struct Pool: Hashable {
    var type: TensorType
    var scale: Float
  }
  private static let pools = Mutex<[Pool: [UInt8]]>([:])

  /// Nearly Gaussian numbers.
  private static let numbers: [Float] = {
    var random = SplitMix64(seed: 5)
    return (0..<1 << 16).map { _ in
      var sum = -3.0
      for _ in 0..<6 { sum += random.nextUnit() }
      return Float(sum * 2.0.squareRoot())
    }
  }()

  /// The numbers in a format.
  private static func pool(_ type: TensorType, scale: Float) -> [UInt8] {
    pools.withLock { pools in
      let key = Pool(type: type, scale: scale)
      if let pool = pools[key] { return pool }
      let pool = type.writableFormat?.quantized(numbers.map { $0 * scale }) ?? []
      pools[key] = pool
      return pool
    }
  }
}

extension ModelVariant.Tensor {
  /// All elements.
  var floats: [Float] {
    bytes.withUnsafeBytes { type.blockFormat?.dequantized($0, count: dimensions.reduce(1, *)) ?? [] }
  }
}

extension ModelVariant {
  /// Leaves the same weights as 32-bit floats.
  mutating func dequantize() {
    for index in tensors.indices where tensors[index].type != .f32 {
      let values = tensors[index].floats
      (tensors[index].type, tensors[index].bytes) = (.f32, F32.quantized(values))
    }
  }
}
