import SwiftletGGUF
import SwiftletImages
import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// Encoders with quantised matrices, against the same weights as 32-bit floats.
@Suite struct VisionQuantizationTests {
  /// Products with them take activations of 8 bits.
  @Test(arguments: VisionFixture.all)
  func eightBitEncodersAreClose(_ fixture: VisionFixture) throws {
    let (expected, model) = (try fixture.expected(), try fixture.floatModels().model)
    let encoder = try fixture.encoder(for: model) {
      $0.widen()
      #expect($0.quantize(to: Q8_0.self) >= 6)
    }
    let picture = expected.pictures[1]
    let found = try encoder.encode(picture).rows
    let deviation = Deviation((0..<found.count).map { found[row: $0] }, from: expected.rows[1])
    let largest = Double(expected.rows[1].joined().map(abs).max() ?? 0)
    #expect(deviation.maximum > 0 && deviation.maximum <= 0.1 * largest, "\(deviation), largest \(largest)")
    #expect(deviation.mean <= 0.02 * largest, "\(deviation)")
  }

  /// Weights of 8 bits after the point, and exact products with them to the rounding of activations.
  @Test(arguments: VisionFixture.all)
  func brainFloatEncodersAreClose(_ fixture: VisionFixture) throws {
    let (expected, model) = (try fixture.expected(), try fixture.floatModels().model)
    let picture = expected.pictures[1]
    let found = try fixture.encoder(for: model) {
      $0.widen()
      #expect($0.quantize(to: BF16.self) >= 6)
    }.encode(picture).rows
    let largest = Double(expected.rows[1].joined().map(abs).max() ?? 0)
    let deviation = Deviation((0..<found.count).map { found[row: $0] }, from: expected.rows[1])
    #expect(deviation.maximum > 0 && deviation.maximum <= 0.05 * largest, "\(deviation), largest \(largest)")
    // The same weights as 32-bit floats: what is left is the rounding of activations.
    let widened = try fixture.encoder(for: model) {
      $0.widen()
      _ = $0.quantize(to: BF16.self)
      $0.widen()
    }.encode(picture).rows
    let products = Deviation(
      (0..<found.count).map { found[row: $0] }, from: (0..<widened.count).map { widened[row: $0] })
    #expect(products.maximum <= 0.01 * largest, "\(products), largest \(largest)")
  }

  /// A wider encoder than the fixtures have, since rows of these blocks have 256 elements.
  @Test func fourBitEncodersAreClose() throws {
    let file = WideEncoder()
    let (exact, narrow) = (try file.rows { _ in }, try file.rows { #expect($0.quantize(to: Q4_K.self) == 7) })
    let deviation = Deviation(narrow, from: exact)
    let largest = Double(exact.joined().map(abs).max() ?? 0)
    #expect(deviation.maximum > 0 && deviation.maximum <= 0.25 * largest, "\(deviation), largest \(largest)")
    #expect(deviation.mean <= 0.05 * largest, "\(deviation)")
  }
}

extension ModelVariant {
  /// Quantises the matrices whose rows are whole blocks, but for those of patches and positions.
  ///
  /// - Returns: The number of matrices.
  mutating func quantize<Format: WritableBlockFormat>(to format: Format.Type) -> Int {
    var count = 0
    for index in tensors.indices where tensors[index].dimensions.count == 2 && tensors[index].type == .f32 {
      let tensor = tensors[index]
      guard tensor.dimensions[0] % Format.type.elementsPerBlock == 0, !tensor.name.contains("_embd"),
        tensor.name != "mm.input_projection.weight"
      else { continue }
      let values = tensor.bytes.withUnsafeBytes { F32.dequantized($0, count: tensor.dimensions.reduce(1, *)) }
      (tensors[index].type, tensors[index].bytes) = (Format.type, Format.quantized(values))
      count += 1
    }
    return count
  }
}

/// A random encoder of the family `idefics3` with rows of 256 elements.
private struct WideEncoder {
  /// The rows of a picture, after a change of the file.
  func rows(_ change: (inout ModelVariant) throws -> Void) throws -> [[Float]] {
    let folder = try TemporaryFolder()
    let fixture = VisionFixture.all[0]
    var variant = try ModelVariant(path: TestFiles.fixture("vision/\(fixture.name).mmproj.gguf"))
    variant.widen()
    variant.metadata["clip.vision.embedding_length"] = .uint32(256)
    variant.metadata["clip.vision.feed_forward_length"] = .uint32(256)
    variant.metadata["clip.vision.block_count"] = .uint32(1)
    variant.tensors.removeAll { $0.name.hasPrefix("v.blk.1.") }
    for index in variant.tensors.indices {
      let name = variant.tensors[index].name
      // Everything is as wide as a row, but for the grid, the pixels, and the width of the text model.
      let isProjector = name == "mm.model.fc.weight"
      variant.tensors[index].dimensions = variant.tensors[index].dimensions.map { side in
        if isProjector { return side == 128 ? 1024 : side }
        return side == 64 || side == 32 ? 256 : side
      }
      let dimensions = variant.tensors[index].dimensions
      var random = SplitMix64(seed: UInt64(index))
      let inputs = dimensions.count > 1 ? dimensions.dropLast().reduce(1, *) : 1
      let scale = name.hasSuffix(".bias") ? 0.1 : dimensions.count > 1 ? 2 / Float(inputs).squareRoot() : 0.3
      let values = (0..<dimensions.reduce(1, *)).map { _ in
        (Float(random.next() >> 40) / Float(1 << 23) - 1) * scale
          + (dimensions.count == 1 && name.hasSuffix(".weight") ? 1 : 0)
      }
      variant.tensors[index].bytes = F32.quantized(values)
    }
    try change(&variant)
    let model = try fixture.floatModels().model
    let encoder = try PictureEncoder(contentsOf: variant.write(to: folder), for: model, threads: 2)
    let found = try encoder.encode(VisionFixture.picture(width: 40, height: 30)).rows
    return (0..<found.count).map { found[row: $0] }
  }
}
