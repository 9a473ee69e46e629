import SwiftletServer
import Synchronization
import Testing

/// The queue of requests.
@Suite struct GenerationQueueTests {
  private func makeQueue(_ clock: ManualClock, capacity: Int = 1, waiting: Int = 2) -> GenerationQueue {
    GenerationQueue(capacity: capacity, maximumWaiting: waiting, timeout: .seconds(10), clock: clock)
  }

  /// Starts a request that runs until its gate is opened, and waits until it runs or waits.
  private func start(
    _ queue: GenerationQueue, _ gate: AnswerQueue, places: Int = 1, _ order: Order? = nil, number: Int = 0
  ) async throws -> Task<Void, any Error> {
    let before = queue.counts
    let task = Task {
      try await queue.run(places: places) {
        order?.append(number)
        _ = try await gate.next()
      }
    }
    while queue.counts == before { try await Task.sleep(for: .milliseconds(1)) }
    return task
  }

  @Test func requestsRunInTheirOrder() async throws {
    let (queue, gate, order) = (makeQueue(ManualClock(), waiting: 3), AnswerQueue(), Order())
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<4 { tasks.append(try await start(queue, gate, order, number: number)) }
    #expect(queue.counts == .init(running: 1, waiting: 3))
    gate.finish(.success(()))
    for task in tasks { try await task.value }
    #expect(order.numbers == [0, 1, 2, 3] && queue.counts == .init())
  }

  @Test func aFullQueueRefusesWithTheTimeToTryAgain() async throws {
    let (queue, gate) = (makeQueue(ManualClock(), waiting: 1), AnswerQueue())
    let tasks = [try await start(queue, gate), try await start(queue, gate)]
    await #expect { try await queue.run {} } throws: { error in
      let failure = error as? RequestFailure
      return failure?.status == 429 && failure?.code == "queue_full" && failure?.retryAfter != nil
    }
    gate.finish(.success(()))
    for task in tasks { try await task.value }
  }

  @Test func aRequestThatWaitsTooLongFails() async throws {
    let (clock, gate) = (ManualClock(), AnswerQueue())
    let queue = makeQueue(clock)
    let running = try await start(queue, gate)
    let waiting = try await start(queue, gate)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await #expect { try await waiting.value } throws: { error in
      let failure = error as? RequestFailure
      return failure?.status == 503 && failure?.code == "queue_timeout" && failure?.retryAfter != nil
    }
    #expect(queue.counts == .init(running: 1, waiting: 0))
    gate.finish(.success(()))
    try await running.value
  }

  @Test func aClientThatLeavesTheQueueLeavesTheRunningOneAlone() async throws {
    let (queue, gate, order) = (makeQueue(ManualClock()), AnswerQueue(), Order())
    let running = try await start(queue, gate, order, number: 1)
    let leaving = try await start(queue, gate, order, number: 2)
    let staying = try await start(queue, gate, order, number: 3)
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    #expect(queue.counts == .init(running: 1, waiting: 1))
    gate.finish(.success(()))
    try await running.value
    try await staying.value
    #expect(order.numbers == [1, 3] && queue.counts == .init())
  }

  @Test func aRequestOfSeveralPlacesWaitsForAllOfThemAndIsNotOvertaken() async throws {
    let (queue, gate, order) = (makeQueue(ManualClock(), capacity: 2, waiting: 4), AnswerQueue(), Order())
    let first = try await start(queue, gate, order, number: 1)
    let double = try await start(queue, gate, places: 2, order, number: 2)
    let last = try await start(queue, gate, order, number: 3)
    #expect(queue.counts == .init(running: 1, waiting: 2))
    gate.finish(.success(()))
    for task in [first, double, last] { try await task.value }
    #expect(order.numbers == [1, 2, 3])
  }
}

/// Numbers in the order in which tasks append them.
private final class Order: Sendable {
  private let state = Mutex<[Int]>([])

  var numbers: [Int] { state.withLock { $0 } }

  func append(_ number: Int) { state.withLock { $0.append(number) } }
}
