import Foundation
import SwiftletStore
import TestSupport
import Testing

@testable import Swiftlet

/// The model that `swiftlet default` chose, for programs that name none.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: TestFiles.defaultModel) && DefaultModelChoice.variable == nil,
    "needs the default model, and no other in the environment"))
struct ChosenModelTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "chosen-" + UUID().uuidString)

  private var environment: ModelStoreEnvironment {
    let path = home.path(percentEncoded: false)
    return ModelStoreEnvironment(home: path, ollamaServiceFolder: path + "/none")
  }

  /// The system's model in that environment.
  private var chosen: SystemLanguageModel {
    SystemLanguageModel(using: .general, .default) { [environment] in try DefaultModelChoice.files(environment) }
  }

  /// Puts the bundled model into ollama's store, with parameters and adapters, and chooses it.
  private func choose(parameters: String, adapters: Int = 0) throws {
    let blobs = home.appending(path: ".ollama/models/blobs")
    let library = home.appending(path: ".ollama/models/manifests/registry.ollama.ai/library/tiny")
    for folder in [blobs, library] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    func layer(_ kind: String, _ digit: String, _ size: Int) -> String {
      let digest = String(repeating: digit, count: 64)
      return #"{"mediaType":"application/vnd.ollama.image.\#(kind)","digest":"sha256:\#(digest)","size":\#(size)}"#
    }
    func blob(_ digit: String) -> URL { blobs.appending(path: "sha256-" + String(repeating: digit, count: 64)) }
    let model = URL(filePath: TestFiles.defaultModel)
    try FileManager.default.createSymbolicLink(at: blob("a"), withDestinationURL: model)
    try Data(parameters.utf8).write(to: blob("b"))
    try Data("GGUF".utf8).write(to: blob("c"))
    let size = try #require(try model.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    let layers =
      [layer("model", "a", size), layer("params", "b", parameters.utf8.count)]
      + (0..<adapters).map { _ in layer("adapter", "c", 4) }
    let manifest = #"{"schemaVersion":2,"layers":[\#(layers.joined(separator: ","))]}"#
    try Data(manifest.utf8).write(to: library.appending(path: "latest"))
    try ModelPreferences(environment: environment).setDefaultModel(try ModelName("ollama:tiny"))
  }

  @Test func programsThatNameNoModelGetTheChosenOneWithItsSettings() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try choose(parameters: #"{"num_ctx":512,"num_predict":3,"temperature":0}"#)
    let model = chosen
    #expect(model.isAvailable && model.contextSize == 512)
    let answer = try await LanguageModelSession(model: model).respond(to: "Once upon a time")
    #expect((1...3).contains(answer.usage.output.totalTokenCount))
    // A change of the choice counts from the next request on.
    try ModelPreferences(environment: environment).setDefaultModel(nil)
    #expect(model.isAvailable && model.contextSize == SystemLanguageModel.default.contextSize)
    #expect(model.contextSize != 512)
  }

  @Test func severalAdaptersAreAnErrorThatSaysSo() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try choose(parameters: "{}", adapters: 2)
    #expect(!chosen.isAvailable)
    let error = await #expect(throws: SystemLanguageModel.Error.self) {
      try await LanguageModelSession(model: chosen).respond(to: "Hi")
    }
    #expect("\(String(describing: error))".contains("2 adapters"), "\(String(describing: error))")
  }

  @Test func aChoiceThatIsNotOnThisMachineIsNamed() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try ModelPreferences(environment: environment).setDefaultModel(try ModelName("hf:me/none"))
    #expect(!chosen.isAvailable)
    let error = await #expect(throws: SystemLanguageModel.Error.self) {
      try await LanguageModelSession(model: chosen).respond(to: "Hi")
    }
    #expect("\(String(describing: error))".contains("hf:me/none"), "\(String(describing: error))")
  }
}
