import Foundation
import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Weights are in memory once, however many engines use them.
@Suite struct SharedWeightsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.filePath("model.gguf")
    try FileManager.default.copyItem(atPath: ModelFixture.grouped.path, toPath: path)
  }

  private func load(_ path: String, _ policy: PackedCachePolicy = .off) throws -> LoadedModel {
    try LoadedModel.shared(GGUFFile(path: path), threads: 1, packedCache: policy) { _ in }
  }

  @Test func loadsOfOneFileAreOne() throws {
    let first = try load(path)
    #expect(try load(path) === first)
    let link = folder.filePath("link.gguf")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try load(link) === first)
    #expect(try load(path, .besideModel) !== first)
    let copy = folder.filePath("copy.gguf")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try load(copy) !== first)
  }

  @Test func loadsAtTheSameTimeAreOne() async throws {
    let path = path
    let models = try await withThrowingTaskGroup(of: LoadedModel.self) { group in
      for _ in 0..<8 {
        group.addTask { try LoadedModel.shared(GGUFFile(path: path), threads: 1, packedCache: .off) { _ in } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(models.allSatisfy { $0 === models[0] })
  }

  /// Loads of other files tidy up meanwhile, which takes nothing from those who are on their way.
  @Test func loadsBesideOthersAreOne() async throws {
    for round in 0..<40 {
      let paths = try (0..<8).map { number in
        let path = folder.filePath("\(round)-\(number).gguf")
        try FileManager.default.copyItem(atPath: self.path, toPath: path)
        return path
      }
      let models = try await withThrowingTaskGroup(of: (String, LoadedModel).self) { group in
        for path in paths + paths {
          group.addTask { (path, try LoadedModel.shared(GGUFFile(path: path), threads: 1, packedCache: .off) { _ in }) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0, default: []].append($1.1) }
      }
      for (_, pair) in models { #expect(pair.count == 2 && pair[0] === pair[1]) }
    }
  }

  @Test func theyGoWithTheLastEngine() async throws {
    let options = [EngineOptions(threads: 1), EngineOptions(threads: 1, contextSize: 32)]
    var engines = try options.map { try InferenceEngine(contentsOf: path, options: $0) }
    weak let weights = try load(path)
    #expect(weights != nil)
    #expect(try await engines[0].greedy([257, 65], 5).tokens == engines[1].greedy([257, 65], 5).tokens)
    engines.removeFirst()
    #expect(weights != nil)
    engines.removeAll()
    // Its thread has them a moment longer.
    while weights != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try load(path).model.weightByteCount > 0)
  }

  @Test func aFileThatWasReplacedIsAnother() throws {
    let first = try load(path)
    var variant = try ModelVariant(path: path)
    variant.change("output_norm.weight") { $0.bytes[3] ^= 0x80 }
    let other = try variant.write(to: folder)
    #expect(try load(other) !== first)
    // A file that cannot be loaded leaves no trace.
    try Data("GGUF".utf8).write(to: URL(fileURLWithPath: folder.filePath("broken.gguf")))
    let error = #expect(throws: GGUFError.self) { try load(folder.filePath("broken.gguf")) }
    #expect(error?.code == .truncated)
  }

  @Test func poolsOfAsManyThreadsAreOne() {
    let pool = WorkerPool.shared(threads: 3)
    #expect(WorkerPool.shared(threads: 3) === pool && WorkerPool.shared(threads: 4) !== pool)
  }
}
