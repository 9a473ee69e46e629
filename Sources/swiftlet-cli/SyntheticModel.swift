import Foundation
import SwiftletGGUF
import SwiftletInference

/// A synthetic model of a given shape with random weights.
///
/// The weights are small Gaussian numbers, scaled by the row's length so that activations stay of the order of one. A
/// row is a slice at a random offset of a pool of such blocks, because generating all of them would take minutes.
struct SyntheticModel {
  var shape: ModelShape
  /// The number of layers, which may be less than the shape's.
  var layerCount: Int
  /// The types of the matrices.
  var mix: QuantizationMix
  var seed: UInt64

  private static let poolSize = 1 << 18

  /// The name in the file.
  private var name: String {
    let part = layerCount < shape.layerCount ? ", \(layerCount) of \(shape.layerCount) layers" : ""
    return "\(shape.name)\(part) (random weights)"
  }

  /// Creates the writer of the file.
  func writer(vocabulary: GGUFMetadata?) throws -> GGUFWriter {
    var writer = GGUFWriter()
    let contents = shape.contents(layerCount)
    writer.describe(architecture: shape.architecture, name: name, contents.keys)
    let types = try self.types(of: contents.tensors, writer.metadata)
    if let vocabulary {
      try SyntheticVocabulary.copy(vocabulary, count: shape.vocabularyCount, to: &writer.metadata)
    } else {
      SyntheticVocabulary.make(count: shape.vocabularyCount, to: &writer.metadata)
    }
    Self.add(zip(contents.tensors, types), seed: seed, to: &writer)
    return writer
  }

  /// Adds tensors with their types to a file.
  static func add(
    _ tensors: some Sequence<(ShapeTensor, TensorType)>, seed: UInt64, to writer: inout GGUFWriter
  ) {
    var pools = BlockPools(numbers: gaussianPool(seed: seed))
    for (index, (tensor, type)) in tensors.enumerated() {
      switch tensor.values {
      case .weights, .floats:
        addRows(tensor, type, &pools, seed: seed &+ UInt64(index) &* 0x1_0001, to: &writer)
      case .constant(let value):
        addFloats(tensor, Array(repeating: value, count: tensor.elementCount), to: &writer)
      case .ramp(let start, let end):
        let last = Float(max(1, tensor.elementCount - 1))
        let numbers = (0..<tensor.elementCount).map { start + (end - start) * Float($0) / last }
        addFloats(tensor, numbers, to: &writer)
      case .numbers(let numbers):
        addFloats(tensor, numbers, to: &writer)
      }
    }
  }

  /// Returns the types of tensors, as if a file in F16, or in a wider type of the mix, had been quantised.
  private func types(of tensors: [ShapeTensor], _ metadata: GGUFMetadata) throws -> [TensorType] {
    var mix = self.mix
    // MXFP4 is the type of experts; as the only type it is for models without.
    if mix.base == .mxfp4, tensors.contains(where: { $0.name.contains("_exps.") }) { mix.isPure = false }
    let source = mix.base.elementsPerBlock == 1 ? mix.base : .f16
    let sources = tensors.map { tensor in
      let isMatrix = if case .weights = tensor.values { true } else { false }
      return QuantizationMix.Tensor(
        name: tensor.name, dimensions: tensor.dimensions, type: isMatrix ? source : .f32)
    }
    return try mix.types(of: sources, metadata: metadata)
  }

  private static func addFloats(_ tensor: ShapeTensor, _ values: [Float], to writer: inout GGUFWriter) {
    writer.addFloats(tensor.name, dimensions: tensor.dimensions, values)
  }

  private static func addRows(
    _ tensor: ShapeTensor, _ type: TensorType, _ pools: inout BlockPools, seed: UInt64, to writer: inout GGUFWriter
  ) {
    let columns = tensor.dimensions[0]
    guard let pool = pools.pool(type, columns: columns) else { return }
    let bytesPerRow = columns / type.elementsPerBlock * type.bytesPerBlock
    writer.addRows(tensor.name, type, dimensions: tensor.dimensions, seed: seed) { _, random in
      let start = Int.random(in: 0...(pool.count - bytesPerRow) / type.bytesPerBlock, using: &random)
      return Array(pool[start * type.bytesPerBlock..<start * type.bytesPerBlock + bytesPerRow])
    }
  }

  /// Generates Gaussian numbers with the Box-Muller transform.
  private static func gaussianPool(seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<poolSize).map { _ in
      let radius = (-2 * log(1 - random.nextUnit())).squareRoot()
      return Float(radius * cos(2 * .pi * random.nextUnit()))
    }
  }
}
