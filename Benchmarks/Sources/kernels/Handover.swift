import Foundation
import Synchronization

/// A cache line that two threads hand to each other.
///
/// What it takes tells whether the processors that they run on share a cache: some 50 nanoseconds there, some 200 from
/// one group of cores to another. A virtual machine is told neither that nor when its host moves a processor.
final class Handover: Sendable {
  private let turn = Atomic<Int>(0)

  /// Nanoseconds from a thread's store to the other's load, the median of some batches.
  static func nanoseconds() -> Double {
    let line = Handover()
    Thread { line.answer() }.start()
    line.handOver(1)  // The other thread has to be there.
    let clock = ContinuousClock()
    let samples = (1...batches).map { batch in
      clock.measure { for round in 0..<batchSize { line.handOver(batch * batchSize + round) } }.seconds
    }
    line.turn.store(-1, ordering: .releasing)
    return samples.sorted()[batches / 2] / Double(2 * batchSize) * 1e9
  }

  private static let batches = 21
  private static let batchSize = 500

  /// Says a number and waits for its answer.
  private func handOver(_ number: Int) {
    turn.store(2 * number, ordering: .releasing)
    while turn.load(ordering: .acquiring) == 2 * number {}
  }

  /// Answers each even number with the odd one after it, until there is a negative one.
  private func answer() {
    while true {
      let number = turn.load(ordering: .acquiring)
      if number < 0 { return }
      if number > 0, number.isMultiple(of: 2) { turn.store(number + 1, ordering: .releasing) }
    }
  }
}
