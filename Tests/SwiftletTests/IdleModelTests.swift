#if os(Linux)
  import Foundation
  import SwiftletGGUF
  import TestSupport
  import Testing

  @testable import Swiftlet

  /// The cost of an idle model, in separate processes since other tests use memory and time too.
  @Suite(.timeLimit(.minutes(60))) struct IdleModelTests {
    @Test func unloadingGivesMemoryBack() async {
      await #expect(processExitsWith: .success) {
        let file = try LargeModel(byteCount: 100 << 20)
        let model = try GGUFLanguageModel(contentsOf: file.url, threads: 1)
        func residentBytes() throws -> Int {
          let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
          let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
          return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
        }
        for round in 0..<3 {
          let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4)
          _ = try await LanguageModelSession(model: model).respond(to: "Hello", options: options)
          let (weights, loaded) = (model.statistics.weightByteCount, try residentBytes())
          guard weights >= 100 << 20, loaded >= weights else { file.exit(3) }
          model.unload()
          // The engine's thread ends when it has noticed.
          var left = try residentBytes()
          for _ in 0..<5_000 where loaded - left < weights {
            try await Task.sleep(for: .milliseconds(2))
            left = try residentBytes()
          }
          print("round \(round): \(weights >> 20) MiB of weights, \(loaded >> 20) MiB loaded, \(left >> 20) MiB left")
          guard loaded - left >= weights else { file.exit(4) }
        }
        file.exit(EXIT_SUCCESS)
      }
    }

    /// Processor time, which the speed of the machine and its other users change little: nothing runs.
    @Test func anIdleModelTakesNoTime() async {
      await #expect(processExitsWith: .success) {
        let file = try LargeModel(byteCount: 1 << 20)
        let model = try GGUFLanguageModel(contentsOf: file.url, threads: 2, unloading: .underMemoryPressure)
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 8)
        _ = try await LanguageModelSession(model: model).respond(to: "Hello", options: options)
        func processorTime() -> Duration {
          var time = timespec()
          clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
          return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        // What the request left to do is done.
        try await Task.sleep(for: .milliseconds(300))
        let before = processorTime()
        try await Task.sleep(for: .seconds(1))
        let used = processorTime() - before
        print("\(used) of processor time in a second")
        file.exit(model.isLoaded && used < .milliseconds(100) ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  /// A model whose feed-forward network is large and says nothing, for processes that end with it.
  private struct LargeModel {
    let url = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString).gguf")

    /// Creates a model from a fixture, with weights of at least the given size.
    init(byteCount: Int) throws {
      let base = try GGUFFile(path: TestFiles.fixture("models/grouped-f32.gguf"))
      var writer = GGUFWriter()
      writer.metadata = base.metadata
      // Three matrices of 64 columns or rows in each of two layers, 4 bytes an element.
      let width = (byteCount / (2 * 3 * 64 * 4) + 32) / 32 * 32
      writer.metadata["llama.feed_forward_length"] = .uint32(UInt32(width))
      let row = F32.quantized((0..<64).map { Float($0 - 32) / 1e5 })
      let large = [UInt8]((0..<width).map { _ in row }.joined())
      for tensor in base.tensors {
        if tensor.name.contains("ffn_") && !tensor.name.contains("norm") {
          let dimensions = tensor.name.contains("ffn_down") ? [width, 64] : [64, width]
          writer.addTensor(tensor.name, .f32, dimensions: dimensions, bytes: large)
        } else {
          writer.addTensor(
            tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
        }
      }
      try writer.write(to: url.path(percentEncoded: false))
    }

    /// Ends the process without leaving the file behind.
    func exit(_ status: Int32) -> Never {
      try? FileManager.default.removeItem(at: url)
      Foundation.exit(status)
    }
  }
#endif
