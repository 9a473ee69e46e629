import Foundation
import SwiftletWeights
import Synchronization
import Testing

@testable import Swiftlet

/// Unloaded weights are loaded again transparently.
@Suite(.timeLimit(.minutes(60)), .enabled(if: DefaultModel.url != nil, "needs the default model"))
struct UnloadingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "unloading-\(UUID().uuidString)")
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)

  /// A model of a separate file that no other test uses.
  private func model(unloading: GGUFLanguageModel.Unloading = .never) throws -> GGUFLanguageModel {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "model.gguf")
    if !FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.copyItem(at: #require(DefaultModel.url), to: url)
    }
    return try GGUFLanguageModel(contentsOf: url, contextSize: 512, threads: 1, unloading: unloading)
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  @Test func sessionsGoOnAfterUnloading() async throws {
    defer { removeFolder() }
    let model = try self.model()
    #expect(!model.isLoaded && model.statistics.weightByteCount == 0)
    func talk(unloads: Bool) async throws -> [String] {
      let session = LanguageModelSession(model: model, instructions: "You tell stories.")
      var answers: [String] = []
      for prompt in ["Tell one of a cat.", "And of a bird.", "And of both."] {
        answers.append(try await session.respond(to: prompt, options: greedy).content)
        #expect(model.isLoaded)
        guard unloads else { continue }
        model.unload()
        #expect(!model.isLoaded)
      }
      return answers
    }
    let kept = try await talk(unloads: false)
    let before = model.statistics
    #expect(before.finishedRequests == 3 && before.weightByteCount > 1_000_000 && before.usedPages > 0)
    #expect(try await talk(unloads: true) == kept)
    let after = model.statistics
    #expect(after.finishedRequests == 6 && after.generatedTokens == 2 * before.generatedTokens)
    #expect(after.weightByteCount == 0 && after.usedPages == 0 && after.freePages == 0)
    // What is known of the file is known without it.
    #expect(model.contextSize == 512 && !model.name.isEmpty && !model.isLoaded)
  }

  @Test func requestsThatAreBeingAnsweredAreAnswered() async throws {
    defer { removeFolder() }
    let model = try self.model()
    let expected = try await LanguageModelSession(model: model).respond(to: "Once upon a time", options: greedy).content
    let stream = LanguageModelSession(model: model).streamResponse(to: "Once upon a time", options: greedy)
    var (last, count) = ("", 0)
    for try await snapshot in stream {
      if count == 0 { model.unload() }
      (last, count) = (snapshot.content, count + 1)
    }
    #expect(last == expected)
    while model.isLoaded { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func requestsAndUnloadsAtTheSameTimeGetAlong() async throws {
    defer { removeFolder() }
    let model = try self.model()
    let expected = try await LanguageModelSession(model: model).respond(to: "Once upon a time", options: greedy).content
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          if index % 4 == 3 {
            model.unload()
          } else {
            let session = LanguageModelSession(model: model)
            let answer = try await session.respond(to: "Once upon a time", options: greedy).content
            #expect(answer == expected)
          }
        }
        if index % 8 == 7 { try await group.next() }
      }
      try await group.waitForAll()
    }
    #expect(model.statistics.activeRequests == 0 && model.statistics.finishedRequests == 31)
  }

  @Test func anIdleModelLeaves() async throws {
    defer { removeFolder() }
    let model = try self.model(unloading: .afterIdle(.milliseconds(50)))
    func answer() async throws -> String {
      try await LanguageModelSession(model: model).respond(to: "Once upon a time", options: greedy).content
    }
    let first = try await answer()
    while model.isLoaded { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await answer() == first)
    try await model.load()
    while model.isLoaded { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Simulates the reaction to memory pressure.
  @Test func onlyModelsThatMayLeaveUnderPressure() async throws {
    defer { removeFolder() }
    let models = [try model(unloading: .never), try model(), try model(unloading: .underMemoryPressure)]
    #expect(models[0].slot === models[1].slot && models[0].slot !== models[2].slot)
    for model in models { try await model.load() }
    // Used a moment ago.
    MemoryPressureMonitor.shared.unloadModels(idleFor: .seconds(3600), only: models.map(\.slot))
    #expect(models.map(\.isLoaded) == [true, true, true])
    MemoryPressureMonitor.shared.unloadModels(idleFor: .zero, only: models.map(\.slot))
    #expect(models[0].isLoaded && !models[2].isLoaded)
  }

  @Test func loadingReportsHowFarItIs() async throws {
    defer { removeFolder() }
    let model = try self.model()
    let steps = Mutex<[Double]>([])
    try await model.load { step in steps.withLock { $0.append(step) } }
    let seen = steps.withLock { $0 }
    #expect(seen.count > 10 && seen == seen.sorted() && seen.last == 1)
    try await model.load { step in steps.withLock { $0 = [step] } }
    #expect(steps.withLock { $0 } == [1])
  }

  @Test func aFileThatChangedMeanwhileIsReadAnew() async throws {
    defer { removeFolder() }
    let model = try self.model()
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "Once upon a time", options: greedy)
    model.unload()
    let url = folder.appending(path: "model.gguf")
    try Data("GGUF, but not really".utf8).write(to: url, options: .atomic)
    let error = await #expect(throws: GGUFLanguageModelError.self) {
      try await session.respond(to: "And then", options: greedy)
    }
    guard case .unusable(let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("/model.gguf") && !model.isLoaded)
    try FileManager.default.removeItem(at: url)
    try FileManager.default.copyItem(at: #require(DefaultModel.url), to: url)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: url.path)
    #expect(try await !session.respond(to: "And then", options: greedy).content.isEmpty)
  }
}
