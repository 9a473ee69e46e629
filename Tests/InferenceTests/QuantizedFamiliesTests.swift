import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import Testing

/// Quantised models of every family against the same weights as 32-bit floats.
///
/// The models are wider than the fixtures, so that their rows are blocks of any format, and otherwise like them. What
/// stands for exact mathematics is our own computation in single precision on the dequantised weights, which
/// ``ArchitectureTests`` holds to 1e-4 of `transformers` in double precision. Each family takes one format; with
/// `SWIFTLET_ALL_FORMATS` in the environment it takes all of them, as `Tests/Reference/check-quantized.sh` does.
@Suite struct QuantizedFamiliesTests {
  /// The mean divergence that a quantised model may have from its own weights.
  static let limit = 3e-3

  /// A fixture in a format.
  struct Case: Sendable, CustomTestStringConvertible {
    let fixture: ArchitectureFixture
    let type: TensorType
    var testDescription: String { "\(fixture.name) as \(type.name)" }

    /// Each fixture in one of the formats with blocks, in turns, or in all.
    static let all: [Case] = {
      let types = TensorType.writable.filter { $0.elementsPerBlock > 1 }
      let isWhole = ProcessInfo.processInfo.environment["SWIFTLET_ALL_FORMATS"] != nil
      return ArchitectureFixture.all.enumerated().flatMap { index, fixture in
        (isWhole ? types : [types[index % types.count]]).map { Case(fixture: fixture, type: $0) }
      }
    }()
  }

  @Test(arguments: Case.all)
  func modelsStayClose(_ quantized: Case) throws {
    let variant = try WideModel(quantized.fixture, quantized.type).variant
    #expect(variant.tensors.contains { $0.type == quantized.type })
    let tokens = try quantized.fixture.expected().tokens
    let folder = try TemporaryFolder()
    func logits(_ variant: ModelVariant) throws -> [[Float]] {
      let file = try GGUFFile(path: variant.write(to: folder))
      return try InferenceTests.logits(DecoderModel(file, pool: WorkerPool(threads: 1)), tokens)
    }
    let found = try logits(variant)
    var floats = variant
    floats.dequantize()
    let deviation = Deviation(found, from: try logits(floats))
    #expect(deviation.divergence <= Self.limit, "\(deviation)")
    #expect(deviation.maximum > 0)
    if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
      print("divergence of \(quantized.testDescription): \(deviation.divergence)")
    }
  }
}
