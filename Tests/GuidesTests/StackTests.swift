import Foundation
import SwiftletGuides
import Synchronization
import Testing

/// Adversarial schemas and grammars compile within the stack size of task threads on Apple's platforms.
struct StackTests {
  @Test func compilationFitsInHalfAMegabyteOfStack() throws {
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
    let schemas = HostileTests.schemas.map(\.text) + nested + patterns
    let outcomes = Outcomes()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for schema in schemas { outcomes.note { try Guide(schema: schema, index: index) } }
      for grammar in HostileTests.grammars { outcomes.note { try Guide(.grammar(grammar), index: index) } }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    let counts = outcomes.counts.withLock { $0 }
    #expect(counts.values.reduce(0, +) == schemas.count + HostileTests.grammars.count)
    #expect(counts.count == 2, "some are held, and some are refused")
  }

  /// Counts the sources that compile and those that do not.
  private final class Outcomes: Sendable {
    let counts = Mutex<[Bool: Int]>([:])

    func note(_ make: () throws -> Guide) {
      let isMade = (try? make()) != nil
      counts.withLock { $0[isMade, default: 0] += 1 }
    }
  }
}
