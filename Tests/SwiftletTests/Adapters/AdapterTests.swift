import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletWeights
import Testing

@testable import Swiftlet

/// Adapters of the system's model, written here with random numbers.
///
/// One test after the other, for the folder of adapters is found through the environment.
@Suite(.serialized, .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
final class AdapterTests {
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "adapters-\(UUID().uuidString)")
  private let base: GGUFFile

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    base = try GGUFFile(path: try #require(DefaultModel.url).path(percentEncoded: false))
    setenv("SWIFTLET_ADAPTERS", folder.path(percentEncoded: false), 1)
  }

  deinit {
    unsetenv("SWIFTLET_ADAPTERS")
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes an adapter of all layers' values and returns its file; `rows` makes it fit another model.
  private func write(_ name: String, strength: Float = 1, rows: Int = 0) throws -> URL {
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("adapter")
    writer.metadata["general.architecture"] = .text(try #require(try base.metadata.string("general.architecture")))
    writer.metadata["adapter.type"] = .text("lora")
    writer.metadata["adapter.lora.alpha"] = .float32(4)
    writer.metadata["test.topic"] = .text("ships")
    writer.metadata["test.counts"] = .array(.int32([1, 2]))
    writer.metadata["test.good"] = .bool(true)
    // The same numbers each time: with others a model may have nothing to say.
    var random = SplitMix64(seed: 1)
    func numbers(_ count: Int) -> [UInt8] {
      F32.quantized((0..<count).map { _ in Float.random(in: -strength...strength, using: &random) })
    }
    for tensor in base.tensors where tensor.name.hasSuffix("attn_v.weight") {
      let (columns, rows) = (tensor.columns, tensor.rows + rows)
      writer.addTensor(tensor.name + ".lora_a", .f32, dimensions: [columns, 4], bytes: numbers(4 * columns))
      writer.addTensor(tensor.name + ".lora_b", .f32, dimensions: [4, rows], bytes: numbers(4 * rows))
    }
    let url = folder.appending(path: name + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
    return url
  }

  private func answer(_ model: SystemLanguageModel) async throws -> String {
    try await LanguageModelSession(model: model).respond(to: "Once upon a time", options: greedy).content
  }

  @Test func anAdapterChangesTheAnswerAndItsAbsenceRestoresIt() async throws {
    let plain = try await answer(.default)
    let adapter = try SystemLanguageModel.Adapter(fileURL: write("ships"))
    try await adapter.compile()
    let adapted = try await answer(SystemLanguageModel(adapter: adapter))
    #expect(adapted != plain)
    #expect(try await answer(SystemLanguageModel(adapter: adapter)) == adapted)
    #expect(try await answer(.default) == plain)
  }

  @Test func anAdapterOfZerosChangesNothing() async throws {
    let adapter = try SystemLanguageModel.Adapter(fileURL: write("nothing", strength: 0))
    #expect(try await answer(SystemLanguageModel(adapter: adapter)) == answer(.default))
  }

  @Test func modelsOfFilesTakeAdapters() async throws {
    let url = try #require(DefaultModel.url)
    let model = try GGUFLanguageModel(contentsOf: url, adapter: write("ships"))
    try await model.load()
    let adapted = try await LanguageModelSession(model: model).respond(to: "Once upon a time", options: greedy)
    #expect(try await adapted.content != answer(.default))
    let broken = try GGUFLanguageModel(contentsOf: url, adapter: write("wide", rows: 2))
    let error = await #expect(throws: GGUFLanguageModelError.self) { try await broken.load() }
    guard case .unusable(let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("/wide.gguf"))
  }

  @Test func metadataIsTheFiles() throws {
    let metadata = try SystemLanguageModel.Adapter(fileURL: write("ships")).creatorDefinedMetadata
    #expect(metadata["test.topic"] as? String == "ships" && metadata["test.counts"] as? [Int] == [1, 2])
    #expect(metadata["test.good"] as? Bool == true && metadata["adapter.lora.alpha"] as? Double == 4)
  }

  @Test func adaptersAreFoundByName() async throws {
    for name in ["ships", "ships-2", "shipshape"] { _ = try write(name) }
    _ = try write("ships-wide", rows: 8)
    #expect(SystemLanguageModel.Adapter.compatibleAdapterIdentifiers(name: "ships") == ["ships", "ships-2"])
    #expect(SystemLanguageModel.Adapter.compatibleAdapterIdentifiers(name: "boats") == [])
    let adapter = try SystemLanguageModel.Adapter(name: "ships")
    let named = try await answer(SystemLanguageModel(adapter: adapter))
    let same = try SystemLanguageModel.Adapter(fileURL: folder.appending(path: "ships.gguf"))
    #expect(try await named == answer(SystemLanguageModel(adapter: same)))
    #expect(try await named != answer(.default))
    let missing = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(name: "boats")
    }
    guard case .compatibleAdapterNotFound = missing else { Issue.record("\(String(describing: missing))"); return }
    for name in ["", "../ships", ".ships", "a/b"] {
      let error = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
        try SystemLanguageModel.Adapter(name: name)
      }
      guard case .invalidAdapterName = error else { Issue.record("\(name): \(String(describing: error))"); continue }
    }
  }

  @Test func obsoleteAdaptersAreRemovedAndNothingElse() throws {
    let (good, wide) = (try write("good"), try write("wide", rows: 8))
    let other = folder.appending(path: "notes.gguf")
    try Data("GGUF? no".utf8).write(to: other)
    try SystemLanguageModel.Adapter.removeObsoleteAdapters()
    func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }
    #expect(exists(good) && exists(other) && !exists(wide))
  }

  @Test func otherFilesAreRefused() throws {
    let wide = try write("wide", rows: 8)
    let notes = folder.appending(path: "notes.gguf")
    try Data("GGUF? no".utf8).write(to: notes)
    for url in [notes, folder.appending(path: "absent.gguf"), try #require(DefaultModel.url)] {
      let error = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
        try SystemLanguageModel.Adapter(fileURL: url)
      }
      guard case .invalidAsset(let context) = error else {
        Issue.record("\(url): \(String(describing: error))"); continue
      }
      #expect(context.debugDescription.contains(url.lastPathComponent))
      #expect(error?.errorDescription != nil && error?.recoverySuggestion != nil)
    }
    let error = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(fileURL: wide)
    }
    guard case .compatibleAdapterNotFound = error else { Issue.record("\(String(describing: error))"); return }
  }
}
