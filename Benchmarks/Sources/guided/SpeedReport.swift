import SwiftletGuides
import SwiftletInference

/// A comparison of the bytes per second with and without a guide, measured alternately.
struct SpeedReport {
  let engine: InferenceEngine
  let schema: String
  let seed: UInt64

  /// The result of one generation.
  private struct Run {
    var tokens: [Int] = []
    var statistics = RequestStatistics()
    var reason = FinishReason.maximumTokens

    var seconds: Double { statistics.generationTime / .seconds(1) }
  }

  private func run(_ request: GenerationRequest) async throws -> Run {
    var run = Run()
    for try await event in engine.generate(request) {
      switch event {
      case .token(let token): run.tokens.append(token)
      case .statistics(let statistics): run.statistics = statistics
      case .finished(let reason): run.reason = reason
      case .prefilling, .prefilled, .promptLogProbability, .logProbability: break
      }
    }
    return run
  }

  /// Measures and returns the table.
  ///
  /// Without a guide, as many tokens are generated as the guided text has. Times exclude the prefill.
  func text(rounds: Int) async throws -> String {
    let guide = try engine.guide(.schema(parsing: schema))
    let prompt = engine.tokenizer.encode("Write the call of the tool as JSON.")
    var lines = [
      "| round | bytes | tokens | forced | steps | guided bytes/s | unguided tokens | unguided bytes/s | ratio | masks % | guide % |",
      "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    var (ratios, maskShares, guideShares): ([Double], [Double], [Double]) = ([], [], [])
    // The first round fills the mask cache and is not counted.
    for round in 0...rounds {
      let sampling = SamplingParameters(temperature: 1, seed: seed + UInt64(round))
      let guided = try await run(GenerationRequest(prompt: prompt, sampling: sampling, guide: guide))
      let bytes = try engine.tokenizer.decode(guided.tokens)
      let count = engine.tokenizer.encode(bytes: bytes, parsingSpecialTokens: false, addingBOSAndEOS: false).count
      let free = try await run(GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: count))
      guard guided.reason == .endOfGeneration, free.tokens.count == count else {
        lines.append("| \(round) | ended early: guided \(guided.reason), unguided \(free.tokens.count) of \(count) |")
        continue
      }
      let speeds = (Double(bytes.count) / guided.seconds, Double(bytes.count) / free.seconds)
      let masks = 100 * (guided.statistics.maskTime / guided.statistics.generationTime)
      let share = 100 * (guided.statistics.guideTime / guided.statistics.generationTime)
      let cells = [
        round == 0 ? "warm-up" : "\(round)", "\(bytes.count)", "\(guided.tokens.count)",
        "\(guided.statistics.forcedTokens)", "\(guided.statistics.steps)", rounded(speeds.0), "\(count)",
        rounded(speeds.1), rounded(speeds.0 / speeds.1), rounded(masks), rounded(share),
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
      if round == 1 { lines.append("<!-- \(String(decoding: bytes, as: UTF8.self)) -->") }
      guard round > 0 else { continue }
      ratios.append(speeds.0 / speeds.1)
      maskShares.append(masks)
      guideShares.append(share)
    }
    lines.append(
      "\nmedians: guided / unguided \(rounded(median(ratios))), masks \(rounded(median(maskShares))) % of the time, "
        + "guide on the engine's thread \(rounded(median(guideShares))) %")
    return lines.joined(separator: "\n")
  }
}

private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

private func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
