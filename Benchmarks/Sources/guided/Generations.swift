import Foundation
import SwiftletGuides
import SwiftletInference

/// Concurrent generations for random schemas at a high temperature.
///
/// Each output must end by itself and be valid JSON that satisfies its schema, for any token limit that allows the
/// shortest output.
struct Generations {
  let engine: InferenceEngine
  let seed: UInt64

  /// The summary of all outputs.
  struct Report {
    var outputs = 0
    var tokens = 0
    var forced = 0
    /// The number of outputs with a limit of less than 16 tokens above the shortest output.
    var tight = 0
    var seconds = 0.0
    var failures: [String] = []

    var hasFailures: Bool { !failures.isEmpty }

    var text: String {
      """
      \(outputs) outputs, \(tokens) tokens (\(forced) of them forced), \(tight) with a tight limit, \
      \(Int(seconds)) s, \(failures.count) failures
      """ + failures.prefix(20).map { "\n" + $0 }.joined()
    }
  }

  fileprivate struct Output: Sendable {
    var schema: String
    var bytes: [UInt8] = []
    var tokens = 0
    var forced = 0
    var isTight = false
    var failure: String?
  }

  func report(_ count: Int, dump: String?) async throws -> Report {
    var report = Report()
    var pairs: [UInt8] = []
    let start = ContinuousClock.now
    let index = TokenIndex(engine.tokenizer.vocabulary)
    var schemas = RandomSchema(SplitMix64(seed: seed))
    try await withThrowingTaskGroup(of: Output.self) { group in
      for number in 0..<count {
        let schema = schemas.next()
        if number >= 48, let output = try await group.next() { report.add(output, to: &pairs) }
        group.addTask { try await output(number, schema, index) }
      }
      for try await output in group { report.add(output, to: &pairs) }
    }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    if let dump { try Data(pairs).write(to: URL(filePath: dump)) }
    return report
  }

  private func output(_ number: Int, _ schema: String, _ index: TokenIndex) async throws -> Output {
    var output = Output(schema: schema)
    do {
      var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
      let guide = try engine.guide(.schema(parsing: schema))
      let prompt = engine.tokenizer.encode("Form \(number):")
      let shortest = max(1, guide.minimumTokenCount - 1)
      let room = Int.random(in: 0...100, using: &random) < 40 ? Int.random(in: 0..<16, using: &random) : 200
      output.isTight = room < 16
      let sampling = SamplingParameters(temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: random.next())
      let request = GenerationRequest(
        prompt: prompt, sampling: sampling, maximumTokens: shortest + room, guide: guide)
      var tokens: [Int] = []
      var reason: FinishReason?
      for try await event in engine.generate(request) {
        switch event {
        case .token(let token): tokens.append(token)
        case .statistics(let statistics): output.forced = statistics.forcedTokens
        case .finished(let finishReason): reason = finishReason
        case .prefilling, .prefilled, .promptLogProbability, .logProbability: break
        }
      }
      output.bytes = try engine.tokenizer.decode(tokens)
      output.tokens = tokens.count
      output.failure = failure(output.bytes, schema, index, reason, tokens.count <= shortest + room)
    } catch {
      output.failure = "\(error)"
    }
    return output
  }

  /// Returns the error in an output; `nil` if it is valid.
  private func failure(
    _ bytes: [UInt8], _ schema: String, _ index: TokenIndex, _ reason: FinishReason?, _ isWithinLimit: Bool
  ) -> String? {
    if reason != .endOfGeneration { return "ended with \(reason.map { "\($0)" } ?? "nothing")" }
    if !isWithinLimit { return "too many tokens" }
    guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil else {
      return "not JSON"
    }
    do {
      var matcher = try Guide(schema: schema, options: .validating, index: index).makeMatcher()
      return matcher.accept(bytes: bytes) && matcher.isAccepting ? nil : "not valid"
    } catch {
      return "\(error)"
    }
  }
}

extension Generations.Report {
  fileprivate mutating func add(_ output: Generations.Output, to pairs: inout [UInt8]) {
    outputs += 1
    tokens += output.tokens
    forced += output.forced
    tight += output.isTight ? 1 : 0
    if let failure = output.failure {
      failures.append("\(failure): \(output.schema) → \(String(decoding: output.bytes, as: UTF8.self))")
    }
    pairs += "[".utf8 + Array(output.schema.utf8) + ",".utf8 + output.bytes + "]\n".utf8
  }
}
