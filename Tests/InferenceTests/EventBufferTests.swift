import Foundation
import Synchronization
import Testing

@testable import SwiftletInference

/// Events on their way from the engine's thread to the reader of a stream.
@Suite(.timeLimit(.minutes(60))) struct EventBufferTests {
  /// A stream of a buffer, with the number of times that it was cancelled.
  private func stream(of buffer: EventBuffer, _ cancellations: Counter = Counter()) -> GenerationStream {
    GenerationStream(reader: EventBuffer.Reader(buffer) { cancellations.count.add(1, ordering: .relaxed) })
  }

  private final class Counter: Sendable {
    let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }
  }

  /// Wakes at random, and for all at the end, as the engine's thread does.
  @Test func eachEventComesOnceAndInOrder() async throws {
    let buffer = EventBuffer()
    let stream = stream(of: buffer)
    let count = 20_000
    Thread.detachNewThread {
      for token in 0..<count {
        buffer.append(.token(token))
        if Int.random(in: 0..<7) == 0 { buffer.wake() }
      }
      buffer.finish()
    }
    var tokens: [Int] = []
    for try await event in stream {
      if case .token(let token) = event { tokens.append(token) }
    }
    #expect(tokens == Array(0..<count))
  }

  @Test func aSlowReaderMissesNothing() async throws {
    let buffer = EventBuffer()
    var events = stream(of: buffer).makeAsyncIterator()
    for round in 0..<10 {
      for token in 0..<round { buffer.append(.token(token)) }
      buffer.wake()
      await Task.yield()
      for token in 0..<round { #expect(try await events.next() == .token(token)) }
    }
    buffer.append(.finished(.endOfGeneration))
    buffer.finish()
    buffer.append(.token(1))
    #expect(try await events.next() == .finished(.endOfGeneration))
    for _ in 0..<3 { #expect(try await events.next() == nil) }
  }

  @Test func theErrorComesOnceAfterTheEvents() async throws {
    let buffer = EventBuffer()
    var events = stream(of: buffer).makeAsyncIterator()
    buffer.append(.token(1))
    buffer.finish(.stopped)
    buffer.finish(.emptyPrompt)
    #expect(try await events.next() == .token(1))
    await #expect(throws: InferenceError.stopped) { _ = try await events.next() }
    #expect(try await events.next() == nil)
  }

  @Test(arguments: [false, true]) func aReaderThatWaitsIsWokenByTheEnd(_ fails: Bool) async throws {
    let buffer = EventBuffer()
    let stream = stream(of: buffer)
    let reader = Task { try await stream.outcome().tokens }
    while !buffer.hasWaitingReader { await Task.yield() }
    buffer.append(.token(3))
    buffer.finish(fails ? .stopped : nil)
    let result = await reader.result
    if fails {
      #expect(throws: InferenceError.stopped) { try result.get() }
    } else {
      let tokens = try result.get()
      #expect(tokens == [3])
    }
  }

  @Test func cancellingAReaderThatWaitsEndsItsStreamOnce() async throws {
    let (buffer, cancellations) = (EventBuffer(), Counter())
    let stream = stream(of: buffer, cancellations)
    let reader = Task { try await stream.outcome() }
    while !buffer.hasWaitingReader { await Task.yield() }
    reader.cancel()
    let outcome = try await reader.value
    #expect(outcome == Outcome() && cancellations.value == 1)
    buffer.append(.token(1))
    buffer.finish(.stopped)
    let second = try await stream.outcome()
    #expect(second == Outcome() && cancellations.value == 1)
  }

  /// The events before are delivered all the same.
  @Test func aReaderThatIsBusyWhenItIsCancelledStopsTheRequestAtItsNextEvent() async throws {
    let (buffer, cancellations, started) = (EventBuffer(), Counter(), Counter())
    let stream = stream(of: buffer, cancellations)
    for token in 0..<3 { buffer.append(.token(token)) }
    let reader = Task {
      var counts: [Int] = []
      for try await _ in stream {
        counts.append(cancellations.value)
        started.count.add(1, ordering: .relaxed)
        while !Task.isCancelled { await Task.yield() }
      }
      return counts
    }
    while started.value == 0 { await Task.yield() }
    reader.cancel()
    let counts = try await reader.value
    #expect(counts == [0, 1, 1])
  }

  @Test func leavingTheStreamCancelsUnlessItHasEnded() async throws {
    for hasEnded in [false, true] {
      let (buffer, cancellations) = (EventBuffer(), Counter())
      do {
        let stream = stream(of: buffer, cancellations)
        buffer.append(.token(1))
        if hasEnded { buffer.finish() }
        for try await _ in stream { break }
      }
      #expect(cancellations.value == (hasEnded ? 0 : 1))
    }
  }
}

/// The times at which a reader is woken.
@Suite struct WakeScheduleTests {
  private let start = ContinuousClock.now

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func theFirstEventWakesAtOnceAndOthersAtMostEachFourMilliseconds() {
    var schedule = WakeSchedule()
    let isDueBefore = schedule.isDue(at: time(0), canWait: true)
    #expect(!isDueBefore)
    var wakes: [Int] = []
    for milliseconds in 0..<20 {
      schedule.addEvent()
      guard schedule.isDue(at: time(milliseconds), canWait: true) else { continue }
      schedule.recordWake(at: time(milliseconds))
      wakes.append(milliseconds)
    }
    #expect(wakes == [0, 4, 8, 12, 16])
  }

  @Test func eachTokenOfASlowModelWakes() {
    var schedule = WakeSchedule()
    for step in 0..<10 {
      schedule.addEvent()
      let isDue = schedule.isDue(at: time(5 * step), canWait: true)
      #expect(isDue)
      schedule.recordWake(at: time(5 * step))
      let isDueAgain = schedule.isDue(at: time(5 * step + 4), canWait: true)
      #expect(!isDueAgain)
    }
  }

  @Test func eventsDoNotWaitForALongerStep() {
    var schedule = WakeSchedule()
    schedule.addEvent()
    let isDue = schedule.isDue(at: time(0), canWait: true)
    #expect(isDue)
    schedule.recordWake(at: time(0))
    schedule.addEvent()
    let isDueDuringTheStep = schedule.isDue(at: time(1), canWait: true)
    #expect(!isDueDuringTheStep)
    let isDueAfterIt = schedule.isDue(at: time(1), canWait: false)
    #expect(isDueAfterIt)
    let isDueLater = schedule.isDue(at: time(2), canWait: false)
    #expect(!isDueLater)
  }

  /// A reader that was busy has not been woken, so it has not had its turn.
  @Test func aReaderThatWasNotWokenIsWokenForTheNextEvent() {
    var schedule = WakeSchedule()
    for milliseconds in 0..<3 {
      schedule.addEvent()
      let isDueLast = schedule.isDue(at: time(milliseconds), canWait: true)
      #expect(isDueLast)
    }
  }
}
