import Foundation
import Synchronization

/// A cache line that two threads pass back and forth.
///
/// The latency shows whether their processors share a cache: about 50 ns if they do, about 200 ns between groups of
/// cores. A virtual machine has no other information about this, nor about migrations of its processors by the host.
final class Handover: Sendable {
  private let turn = Atomic<Int>(0)

  /// Measures the median latency from one thread's store to the other's load, in nanoseconds.
  static func nanoseconds() -> Double {
    let line = Handover()
    Thread { line.answer() }.start()
    line.handOver(1)  // Waits until the other thread runs.
    let clock = ContinuousClock()
    let samples = (1...batches).map { batch in
      clock.measure { for round in 0..<batchSize { line.handOver(batch * batchSize + round) } }.seconds
    }
    line.turn.store(-1, ordering: .releasing)
    return samples.sorted()[batches / 2] / Double(2 * batchSize) * 1e9
  }

  private static let batches = 21
  private static let batchSize = 500

  /// Stores a number and waits for the answer.
  private func handOver(_ number: Int) {
    turn.store(2 * number, ordering: .releasing)
    while turn.load(ordering: .acquiring) == 2 * number {}
  }

  /// Answers each even number with the next odd one, until a negative number.
  private func answer() {
    while true {
      let number = turn.load(ordering: .acquiring)
      if number < 0 { return }
      if number > 0, number.isMultiple(of: 2) { turn.store(number + 1, ordering: .releasing) }
    }
  }
}
