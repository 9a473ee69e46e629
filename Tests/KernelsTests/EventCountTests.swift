import Foundation
import Synchronization
import Testing

@testable import SwiftletKernels

/// The event count that threads wait on.
@Suite struct EventCountTests {
  @Test func waitingForAnOldValueReturnsAtOnce() {
    let gate = EventCount()
    #expect(gate.current == 0)
    gate.advance()
    gate.advance()
    #expect(gate.current == 2)
    for old: UInt32 in [0, 1, 3, .max] { gate.wait(while: old) }
    gate.wait(while: 0, spinning: .microseconds(10))
  }

  /// Threads that alternate, sleeping or spinning: a lost wake-up would hang.
  @Test(arguments: [0, 1, 50, 200])
  func noWakeUpIsLost(_ microseconds: Int) {
    let (ping, pong, time) = (EventCount(), EventCount(), Duration.microseconds(microseconds))
    let turns: UInt32 = 5000
    startThread {
      for turn in 0..<turns {
        ping.wait(while: turn, spinning: time)
        pong.advance()
      }
    }
    for turn in 0..<turns {
      ping.advance()
      pong.wait(while: turn, spinning: time)
    }
    #expect(ping.current == turns && pong.current == turns)
  }

  /// Without an event, spinning ends after the given time.
  @Test func spinningEnds() {
    var none = SpinWait(for: .zero)
    let pausedForNothing = none.pause()
    #expect(!pausedForNothing)
    var spin = SpinWait(for: .milliseconds(2))
    let start = ContinuousClock.now
    while spin.pause() {}
    #expect(ContinuousClock.now - start >= .milliseconds(2))
  }

  @Test func advancingWakesEverySleeper() {
    let (gate, woken) = (EventCount(), EventCount())
    for _ in 0..<5 {
      startThread {
        gate.wait(while: 0)
        woken.advance()
      }
    }
    Thread.sleep(forTimeInterval: 0.02)
    #expect(woken.current == 0)
    gate.advance()
    let deadline = Date(timeIntervalSinceNow: 300)
    while woken.current < 5 && Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(woken.current == 5)
  }
}

/// The processors that the system reports.
@Suite struct ProcessorsTests {
  @Test func thereIsACoreForAtLeastOneThread() {
    #expect(Processors.physicalCount >= 1)
    #expect(Processors.physicalCount <= ProcessInfo.processInfo.processorCount)
    #expect(WorkerPool().count == Processors.physicalCount)
  }
}
