import Foundation
import SwiftletGuides
import Synchronization
import Testing

/// Schemas and grammars made to do harm stay within the stack of the threads that run tasks on Apple's platforms.
struct StackTests {
  @Test func halfAMegabyteIsEnough() throws {
    let index = try SmallIndex.index.get()
    let beginnings = ["{\"not\":", "{\"anyOf\":[", "{\"allOf\":[", "{\"items\":", "{\"properties\":{\"a\":"]
    let nested = beginnings.flatMap { open in
      [50, 64, 65, 100, 250].map { count in
        let close = String(open.reversed().compactMap { ["{": "}", "[": "]"][$0] })
        return String(repeating: open, count: count) + "true" + String(repeating: close, count: count)
      }
    }
    let patterns = [100, 250, 251].map { count in
      "{\"pattern\":\"^" + String(repeating: "(", count: count) + String(repeating: "a)?", count: count) + "$\"}"
    }
    let sources =
      (HostileTests.schemas.map(\.text) + nested + patterns).map { GuideSource.schema($0) }
      + HostileTests.grammars.map { GuideSource.grammar($0) }
    let outcomes = Outcomes()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for source in sources {
        let isMade = (try? Guide(source, index: index)) != nil
        outcomes.counts.withLock { $0[isMade, default: 0] += 1 }
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    let counts = outcomes.counts.withLock { $0 }
    #expect(counts.values.reduce(0, +) == sources.count)
    #expect(counts.count == 2, "some are held, and some are refused")
  }

  /// Counts the sources that are held and those that are not.
  private final class Outcomes: Sendable {
    let counts = Mutex<[Bool: Int]>([:])
  }
}
