import Foundation
import Synchronization
import Testing

@testable import SwiftletKernels

/// The counter that threads sleep on.
@Suite struct GateTests {
  @Test func waitingForAnOldValueReturnsAtOnce() {
    let gate = Gate()
    #expect(gate.current == 0)
    gate.advance()
    gate.advance()
    #expect(gate.current == 2)
    for old: UInt32 in [0, 1, 3, .max] { gate.wait(while: old) }
    gate.wait(while: 0, spinning: .microseconds(10))
  }

  /// Threads that hand a turn to one another, asleep or in the midst of spinning: a lost wake-up would hang.
  @Test(arguments: [0, 1, 50, 200])
  func noWakeUpIsLost(_ microseconds: Int) {
    let (ping, pong, time) = (Gate(), Gate(), Duration.microseconds(microseconds))
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

  /// Nothing ever comes: the looks have to end, after the time and not at once.
  @Test func spinningEnds() {
    var none = Spin(for: .zero)
    let pausedForNothing = none.pause()
    #expect(!pausedForNothing)
    var spin = Spin(for: .milliseconds(2))
    let start = ContinuousClock.now
    while spin.pause() {}
    #expect(ContinuousClock.now - start >= .milliseconds(2))
  }

  @Test func advancingWakesEverySleeper() {
    let (gate, woken) = (Gate(), Gate())
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

/// What the machine says of itself.
@Suite struct ProcessorsTests {
  @Test func thereIsACoreForAtLeastOneThread() {
    #expect(Processors.physicalCount >= 1)
    #expect(Processors.physicalCount <= ProcessInfo.processInfo.processorCount)
    #expect(WorkerPool().count == Processors.physicalCount)
  }
}
