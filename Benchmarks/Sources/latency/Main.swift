import Options
import SwiftletInference

/// Measures the pauses of a stream during concurrent prefill, or the time to first token of a second session.
@main
struct Main {
  static func main() async {
    await Program.run(LatencyOptions.help) { words in
      let options = try LatencyOptions(&words)
      let engine = try InferenceEngine(
        contentsOf: options.model,
        options: EngineOptions(threads: options.threads, contextSize: options.prompt + 2048))
      if options.measuresSessions {
        print(try await SessionReport(engine: engine, options: options).text(rounds: options.rounds))
      } else {
        print(try await PauseReport(engine: engine, options: options).text())
      }
      return true
    }
  }
}
