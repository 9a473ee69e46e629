import Synchronization
import Testing

@testable import SwiftletKernels

/// The processors that threads of pools are restricted to.
@Suite struct WorkerPlacementTests {
  private func placement(_ threads: Int, _ processors: FakeProcessors) throws -> [[Int]]? {
    WorkerPlacement(threads: threads, on: try FakeSystem(processors.all).machine().topology).processors
  }

  @Test(arguments: [1, 3, 4, 9]) func equalCoresOfOneNodeAreNotRestricted(_ threads: Int) throws {
    var processors = FakeProcessors()
    processors.add(cores: 4, threads: 2)
    #expect(try placement(threads, processors) == nil)
  }

  @Test func threadsStayOnFastCores() throws {
    var processors = FakeProcessors()
    processors.add(cores: 2, threads: 2, frequency: 5_000_000)
    processors.add(cores: 4, frequency: 3_000_000)
    #expect(try placement(1, processors) == [[0, 1, 2, 3]])
    #expect(try placement(2, processors) == [[0, 1, 2, 3], [0, 1, 2, 3]])
    // More threads than fast cores were asked for: they may run everywhere.
    #expect(try placement(3, processors) == nil)
  }

  @Test func threadsOfOneNodeAreNotRestricted() throws {
    var processors = FakeProcessors()
    processors.add(cores: 4, node: 0)
    processors.add(cores: 4, node: 1)
    #expect(try placement(4, processors) == nil)
  }

  @Test func threadsAreDistributedOverNodes() throws {
    var processors = FakeProcessors()
    processors.add(cores: 2, threads: 2, node: 0)
    processors.add(cores: 2, threads: 2, node: 1)
    #expect(try placement(4, processors) == [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5, 6, 7], [4, 5, 6, 7]])
    #expect(try placement(3, processors) == [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5, 6, 7]])
    // Two threads a core.
    let doubled = try #require(try placement(8, processors))
    #expect(doubled[..<4].allSatisfy { $0 == [0, 1, 2, 3] } && doubled[4...].allSatisfy { $0 == [4, 5, 6, 7] })
  }

  /// Two sockets of 48 cores, of which a process may use 16 of the second.
  @Test func nodesOfDifferentSizesHaveThreadsInProportion() throws {
    var processors = FakeProcessors()
    processors.add(cores: 48, node: 0)
    processors.add(cores: 48, node: 1)
    let topology = try FakeSystem(processors.all).machine(affinity: Array(0..<64)).topology
    let placed = try #require(WorkerPlacement(threads: 64, on: topology).processors)
    #expect(placed.count { $0 == Array(0..<48) } == 48)
    #expect(placed.count { $0 == Array(48..<64) } == 16)
  }

  #if os(Linux)
    /// A thread that is restricted to one of its processors says so itself.
    @Test func aThreadRunsWhereItIsPlaced() throws {
      let allowed = try #require(ProcessorAffinity.current)
      let last = try #require(allowed.last)
      let found = Mutex<[Int]?>(nil)
      let finished = EventCount()
      startThread {
        ProcessorAffinity.restrictThread(to: [last])
        let current = ProcessorAffinity.current
        found.withLock { $0 = current }
        finished.advance()
      }
      finished.wait(while: 0)
      #expect(found.withLock(\.self) == [last])
      #expect(ProcessorAffinity.current == allowed)
    }
  #endif
}
