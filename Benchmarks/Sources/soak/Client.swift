import Foundation
import Swiftlet
import SwiftletInference

/// A client that performs random activities in new sessions.
struct Client {
  let number: Int
  let model: GGUFLanguageModel
  let activities: [Activity]
  let controls: [Control]
  let ledger: Ledger
  var random: SplitMix64

  /// Performs activities until `end`.
  mutating func run(until end: ContinuousClock.Instant) async {
    while .now < end {
      let activity = Activity.random(of: activities, using: &random)
      ledger.begin(number, activity)
      ledger.end(number, activity, await perform(activity))
    }
    ledger.leave(number)
  }

  private mutating func perform(_ activity: Activity) async -> Outcome {
    do {
      switch activity {
      case .control: return try await control()
      case .chat: return try await chat()
      case .cancel: return try await cancel()
      case .drop: return try await drop()
      case .slow: return try await slow()
      case .guided: return try await guided()
      case .tool: return try await tool()
      case .overlap: return try await overlap()
      case .prewarm: return try await prewarm()
      case .impossible: return try await impossible()
      case .short: return try await short()
      case .overflow: return try await overflow()
      case .guardrail: return try await guardrail()
      }
    } catch {
      return .wrong("\(error)")
    }
  }

  mutating func randomBool(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element>(_ array: [Element]) -> Element { array[Int.random(in: array.indices, using: &random)] }

  mutating func session() -> LanguageModelSession {
    LanguageModelSession(model: model, instructions: randomBool(70) ? pick(Texts.instructions) : nil)
  }

  mutating func options(_ tokens: ClosedRange<Int> = 1...80) -> GenerationOptions {
    let count = number(tokens)
    if randomBool(40) { return GenerationOptions(samplingMode: .greedy, maximumResponseTokens: count) }
    return GenerationOptions(temperature: 1.2, maximumResponseTokens: count)
  }

  /// Sleeps for a random time up to a number of milliseconds.
  mutating func wait(milliseconds: Int) async throws {
    try await Task.sleep(for: .microseconds(number(0...1000 * milliseconds)))
  }
}
