import Foundation
import Options
import SwiftletInference

/// Measures the speed of guided generation, or checks thousands of guided outputs against their schemas.
@main
struct Main {
  static func main() async {
    await Program.run(GuidedOptions.help) { words in try await run(GuidedOptions(&words)) }
  }

  private static func run(_ options: GuidedOptions) async throws -> Bool {
    let engine = try InferenceEngine(
      contentsOf: options.model, options: EngineOptions(threads: options.threads, contextSize: 4096))
    if let count = options.generations {
      let run = Generations(engine: engine, seed: options.seed)
      let report = try await run.report(count, dump: options.dump)
      print(report.text)
      return !report.hasFailures
    } else {
      let schema = try options.schema.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ToolCall.schema
      print(try await SpeedReport(engine: engine, schema: schema, seed: options.seed).text(rounds: options.rounds))
      return true
    }
  }
}
