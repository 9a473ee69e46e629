#if os(Linux)
  import Foundation
  import Swiftlet
  import SwiftletWeights
  import Testing

  /// Requests that are given up leave nothing behind.
  @Suite(.enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
  struct CancellationMemoryTests {
    /// Runs in a separate process, as other tests use memory too.
    @Test func aThousandCancellationsLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        func residentBytes() -> Int {
          let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
          let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
          return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 64)
        let prompt = String(repeating: "The cat sat on the mat. ", count: 20)
        // What is kept of ended conversations is bounded, and full before anything is given up.
        guard let url = DefaultModel.url else { exit(2) }
        let model = try GGUFLanguageModel(contentsOf: url, cacheByteLimit: 4 << 20)
        for round in 0..<30 {
          _ = try await LanguageModelSession(model: model, instructions: "Number \(-round).")
            .respond(to: prompt, options: options)
        }
        let before = residentBytes()
        var finished = 0
        for round in 0..<1000 {
          let session = LanguageModelSession(model: model, instructions: "Number \(round).")
          let request = Task { try await session.respond(to: prompt, options: options).content }
          // Before, while and after the prompt is read, and sometimes after the answer.
          try await Task.sleep(for: .microseconds(round * 37 % 12_000))
          request.cancel()
          if (try? await request.value) != nil { finished += 1 }
          guard !session.isResponding, finished > 0 || session.transcript.count == 1 else { exit(3) }
        }
        // The engine still answers.
        let answer = try await LanguageModelSession(model: model)
          .respond(to: "Once upon a time", options: options).content
        let growth = residentBytes() - before
        print("\(finished) of 1000 requests finished, \(growth >> 10) KiB more memory")
        exit(!answer.isEmpty && finished < 1000 && growth < 24 << 20 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }
#endif
