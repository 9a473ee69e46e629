import SwiftletGGUF
import SwiftletGuides
import Testing

@testable import SwiftletInference

/// Models with finite weights whose hidden states are not.
struct NonFiniteStateTests {
  @Test("49.14 hidden states that overflow are an error, and not logits of zero", arguments: [true, false])
  func overflowIsAnError(ofAllNorms: Bool) async throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    let norms = variant.tensors.map(\.name).filter { $0 == "output_norm.weight" || ofAllNorms && $0.contains("_norm.") }
    #expect((norms.count > 1) == ofAllNorms)
    for name in norms {
      variant.change(name) { tensor in
        tensor.bytes = F32.quantized([Float](repeating: 3e38, count: tensor.dimensions[0]))
      }
    }
    let engine = try InferenceEngine(contentsOf: try variant.write(to: folder), options: EngineOptions(threads: 1))
    for isGuided in [false, true] {
      var request = GenerationRequest(prompt: [3, 4, 5], sampling: .greedy, maximumTokens: 4)
      if isGuided { request.guide = try engine.guide(.choice(["red", "green"])) }
      let error = await #expect(throws: InferenceError.self) { for try await _ in engine.generate(request) {} }
      guard case .notFinite? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
