import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import TestSupport
import Testing

/// Trained models in every format that can be written, against the same weights as 32-bit floats.
///
/// As in ``QuantizedFamiliesTests``, single precision on the dequantised weights stands for exact mathematics;
/// ``TrainedModelTests`` compares it with double precision, and what files of others have in some formats, too.
@Suite struct RequantizedModelsTests {
  /// A model file in a format.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let type: TensorType
    var testDescription: String { "\(URL(fileURLWithPath: path).lastPathComponent) as \(type.name)" }
  }

  private static let shipped = TestFiles.defaultModel
  /// The model that ships has rows of whole blocks of any format, those beside the package only of small blocks.
  ///
  /// It is the larger one: unless all formats are asked for, it takes those that only it can, and one other.
  private static let cases: [Case] = {
    let isWhole = ProcessInfo.processInfo.environment["SWIFTLET_ALL_FORMATS"] != nil
    let types = TensorType.writable.filter { $0.elementsPerBlock > 1 }
    let small = types.filter { $0.elementsPerBlock == 32 }
    let others = TestData.models.paths(suffix: "-f32.gguf").map { TestData.models.file($0).path }
    return types.filter { isWhole || !small.contains($0) || $0 == .q4_0 }.map { Case(path: shipped, type: $0) }
      + others.flatMap { path in
        small.map { Case(path: path, type: $0) }
      }
  }()
  private static let text =
    "Once upon a time there was a small bird who wanted to see the sea. \"It is far away,\" said her mother, but the "
    + "bird was brave, and one morning she flew over the hills."

  @Test(arguments: cases)
  func trainedModelsStayClose(_ model: Case) throws {
    let folder = try TemporaryFolder()
    let source = try GGUFFile(path: model.path)
    let tokens = Array(try Tokenizer(metadata: source.metadata).encode(Self.text).prefix(48))
    var mix = try #require(QuantizationMix.all.first { $0.base == model.type })
    mix.isPure = true
    let pool = WorkerPool(threads: 2)
    let path = folder.filePath("quantized.gguf")
    try GGUFQuantizer(source, mix: mix).write(
      to: path,
      parallel: { count, body in
        pool.forEach(count) { _, part in body(part) }
      })
    let found = try logits(DecoderModel(GGUFFile(path: path), pool: pool), tokens)
    var floats = try ModelVariant(path: path)
    #expect(floats.tensors.contains { $0.type == model.type })
    floats.dequantize()
    let expected = try logits(DecoderModel(GGUFFile(path: floats.write(to: folder)), pool: pool), tokens)
    let deviation = Deviation(found, from: expected)
    #expect(deviation.divergence <= QuantizedFamiliesTests.limit, "\(deviation)")
    if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
      print("divergence of \(model.testDescription): \(deviation.divergence)")
    }
  }
}
