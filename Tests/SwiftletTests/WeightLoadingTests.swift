import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

@testable import Swiftlet

/// The times at which weights are packed and checked.
@Suite struct WeightLoadingTests {
  /// Writes a model with a weight that is NaN.
  private func damagedModel() throws -> URL {
    let base = try GGUFFile(path: TestFiles.fixture("models/grouped-f32.gguf"))
    var writer = GGUFWriter()
    writer.metadata = base.metadata
    for tensor in base.tensors {
      var bytes = tensor.withBytes { Array($0) }
      if tensor.name == "blk.0.ffn_up.weight" { bytes.replaceSubrange(20..<24, with: F32.quantized([.nan])) }
      writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: bytes)
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
    return url
  }

  @Test func damagedWeightsFailTheLoadOrTheRequest() async throws {
    let url = try damagedModel()
    defer { try? FileManager.default.removeItem(at: url) }
    let eager = try GGUFLanguageModel(contentsOf: url, threads: 1, packedCache: .off, weightLoading: .eager)
    let expected = await #expect(throws: GGUFLanguageModelError.self) { try await eager.load() }
    #expect(expected?.description.contains("tensor blk.0.ffn_up.weight, block 5, byte ") == true)
    let lazy = try GGUFLanguageModel(contentsOf: url, threads: 1, packedCache: .off)
    try await lazy.load()
    for _ in 0..<2 {
      let error = await #expect(throws: GGUFLanguageModelError.self) {
        try await LanguageModelSession(model: lazy).respond(to: "Hello")
      }
      #expect(error == expected)
    }
  }

  @Test func answersDoNotDependOnTheTime() async throws {
    let source = TestFiles.defaultModel
    var answers: [String] = []
    for loading in GGUFLanguageModel.WeightLoading.allCases {
      // A copy, since models of one file share its weights.
      let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
      try FileManager.default.copyItem(atPath: source, toPath: url.path(percentEncoded: false))
      defer { try? FileManager.default.removeItem(at: url) }
      let model = try GGUFLanguageModel(contentsOf: url, threads: 2, packedCache: .off, weightLoading: loading)
      let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24)
      let response = try await LanguageModelSession(model: model).respond(to: "Tell me about a cat.", options: options)
      answers.append(response.content)
      #expect((model.slot.engine?.model.packing == nil) == (loading == .eager))
    }
    #expect(answers[0] == answers[1] && !answers[0].isEmpty)
  }
}
