import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import TestSupport
import Testing

/// Trained models, where they lie beside the package with the logits of the reference implementation.
@Suite struct TrainedModelTests {
  /// A model file with its reference.
  struct Case: Sendable, CustomTestStringConvertible {
    let modelPath: String
    let referencePath: String
    /// The model, whatever its weights are kept in.
    var model: String { URL(fileURLWithPath: modelPath).deletingLastPathComponent().lastPathComponent }
    var testDescription: String { URL(fileURLWithPath: modelPath).lastPathComponent }

    func reference() throws -> Reference {
      try JSONDecoder().decode(Reference.self, from: Data(contentsOf: URL(fileURLWithPath: referencePath + ".json")))
    }
  }

  struct Reference: Decodable {
    let prompt: String
    let ids: [Int]
    let greedy_ids: [Int]
  }

  private static let cases: [Case] = {
    let models = TestData.models.paths(suffix: ".gguf").map { TestData.models.file($0).path }
    let references = TestData.models.paths(below: "reference", suffix: ".json").map { TestData.models.file($0).path }
    return references.compactMap { path in
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let model = models.first { $0.hasSuffix("/\(name).gguf") }
      return model.map { Case(modelPath: $0, referencePath: String(path.dropLast(5))) }
    }
  }()

  @Test(.enabled(if: TestData.models.isPresent, "\(TestData.models.absence)")) func allModelsAreThere() {
    #expect(Self.cases.count == 12)
  }

  @Test(.enabled(if: !cases.isEmpty, "\(TestData.models.absence)"), arguments: cases)
  func logitsAgree(_ model: Case) throws {
    let file = try GGUFFile(path: model.modelPath)
    let expected = try NumpyArray(path: model.referencePath + ".logits.npy").rows
    let found = try logits(DecoderModel(file, pool: WorkerPool(threads: 2)), model.reference().ids, threads: 2)
    let deviation = Deviation(found, from: expected)
    let types = Set(file.tensors.filter { $0.dimensions.count > 1 }.map(\.type))
    if types == [.f32] {
      #expect(deviation.maximum <= LogitsTests.exactTolerance, "\(deviation)")
    } else if types.isSubset(of: [.f32, .f16, .bf16]) {
      #expect(deviation.maximum <= LogitsTests.halfTolerance, "\(deviation)")
    } else {
      #expect(deviation.mean <= 0.06, "\(deviation)")
      #expect(deviation.maximum <= 0.4, "\(deviation)")
      #expect(deviation.divergence <= 3e-3, "\(deviation)")
    }
  }

  /// Weights of 16 bits cost less than what llama.cpp's way with them does, which rounds activations to 16-bit floats.
  @Test(.enabled(if: !cases.isEmpty, "\(TestData.models.absence)"), arguments: cases)
  func narrowWeightsAreNearerThanLlamas(_ model: Case) throws {
    let file = try GGUFFile(path: model.modelPath)
    let types = Set(file.tensors.filter { $0.dimensions.count > 1 }.map(\.type))
    guard types.isSubset(of: [.f32, .f16, .bf16]), types != [.f32] else { return }
    let expected = try NumpyArray(path: model.referencePath + ".logits.npy").rows
    let theirs = Deviation(try NumpyArray(path: model.referencePath + ".llamacpp.logits.npy").rows, from: expected)
    let found = try logits(DecoderModel(file, pool: WorkerPool(threads: 2)), model.reference().ids, threads: 2)
    let ours = Deviation(found, from: expected)
    #expect(ours.maximum < theirs.maximum && ours.divergence < theirs.divergence, "\(ours), llama.cpp's \(theirs)")
  }

  /// The error of rounding activations to 8 bits: the mean over a model's quantised files, ours and llama.cpp's.
  ///
  /// Both are held against the same weights computed in float64. A single file has so few positions that either of two
  /// equally good roundings may come out ahead.
  @Test(.enabled(if: !cases.isEmpty, "\(TestData.models.absence)"), arguments: Set(cases.map(\.model)).sorted())
  func roundingCostsNoMoreThanThatOfLlama(_ model: String) throws {
    var (ours, theirs, count) = (0.0, 0.0, 0.0)
    for file in Self.cases where file.model == model {
      let contents = try GGUFFile(path: file.modelPath)
      let types = Set(contents.tensors.filter { $0.dimensions.count > 1 }.map(\.type))
      if types.isSubset(of: [.f32, .f16, .bf16]) { continue }
      let expected = try NumpyArray(path: file.referencePath + ".logits.npy").rows
      let found = try logits(DecoderModel(contents, pool: WorkerPool(threads: 2)), file.reference().ids, threads: 2)
      ours += Deviation(found, from: expected).divergence
      theirs +=
        Deviation(try NumpyArray(path: file.referencePath + ".llamacpp.logits.npy").rows, from: expected).divergence
      count += 1
    }
    #expect(count >= 2)
    #expect(ours <= theirs, "mean divergence: \(ours / count), llama.cpp's \(theirs / count)")
  }

  @Test(.enabled(if: !cases.isEmpty, "\(TestData.models.absence)"), arguments: cases)
  func greedyContinuationIsTheReferences(_ model: Case) async throws {
    // The others choose between tokens that are nearly equally likely somewhere on the way.
    guard model.modelPath.hasSuffix("-f32.gguf") else { return }
    let reference = try model.reference()
    let options = EngineOptions(threads: 2, keyValueType: .f32)
    let engine = try InferenceEngine(contentsOf: model.modelPath, options: options)
    #expect(engine.tokenizer.encode(reference.prompt) == reference.ids)
    let outcome = try await engine.greedy(reference.ids, reference.greedy_ids.count - reference.ids.count)
    #expect(reference.ids + outcome.tokens == reference.greedy_ids)
  }
}
