import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

/// Far positions of models that stretch their context, in the three ways there are.
@Suite struct LongContextTests {
  @Test(arguments: ["far-llama3", "far-yarn", "far-longrope"])
  func farPositionsAgree(_ name: String) throws {
    let fixture = ArchitectureFixture(name: name)
    let model = try fixture.floatModel(threads: 2)
    let reference = TestFiles.fixture("architectures/\(name).expected.gguf")
    let expected = try GGUFFile(path: reference).tensor("logits").floats()
    // The formula of the reference.
    let tokens = (0...30_000).map { (7 * $0 + $0 / 13) % 88 }
    let decoder = try Decoder(model, pool: WorkerPool(threads: 2))
    let cache = try model.makeCache(capacity: tokens.count, type: .f32)
    for start in stride(from: 0, to: tokens.count, by: decoder.maximumRows) {
      var batch = DecoderBatch()
      for position in start..<min(start + decoder.maximumRows, tokens.count) {
        batch.append(tokens[position], at: position, of: cache, needsLogits: position == tokens.count - 1)
      }
      decoder.forward(&batch)
    }
    let deviation = Deviation([decoder.logits[row: 0]], from: [expected])
    #expect(deviation.maximum <= 1e-3, "\(deviation)")
    if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
      print("deviation of \(name): \(deviation.maximum)")
    }
  }
}
