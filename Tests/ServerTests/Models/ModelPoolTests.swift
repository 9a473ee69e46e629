import Foundation
import Swiftlet
import SwiftletServer
import Testing

/// The models of a server: names, loads and idle times.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelPoolTests {
  private func withModel(_ body: (URL) async throws -> Void) async throws {
    try await ModelCopy.with { try await body($0.url) }
  }

  private func served(_ name: String, _ url: URL, _ count: Counter = Counter()) -> ServedModel {
    ModelCopy(url: url).served(name) { count.add() }
  }

  @Test func manyFirstRequestsLoadOnce() async throws {
    try await withModel { url in
      let count = Counter()
      let model = served("a", url, count)
      let pool = ModelPool([model], configuration: ServerConfiguration())
      #expect(pool.descriptions.map { $0.status } == [.unloaded] && count.value == 0)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 { group.addTask { try await pool.use(model) { $0.isLoaded } } }
        for try await isLoaded in group { #expect(isLoaded) }
      }
      #expect(count.value == 1 && pool.descriptions.map { $0.status } == [.loaded])
    }
  }

  @Test func anIdleModelIsUnloadedAndAUsedOneIsNot() async throws {
    try await withModel { url in
      let clock = ManualClock()
      var configuration = ServerConfiguration()
      (configuration.clock, configuration.keepAlive) = (clock, .seconds(60))
      let model = served("a", url)
      let pool = ModelPool([model], configuration: configuration)
      try await pool.use(model) { _ in }
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      #expect(pool.descriptions[0].status == .loaded)
      // A use begins the time again.
      try await pool.use(model) { _ in clock.advance(by: .seconds(300)) }
      #expect(pool.descriptions[0].status == .loaded)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
      while pool.descriptions[0].status != .unloaded { try await Task.sleep(for: .milliseconds(1)) }
      // A request may ask for another time.
      try await pool.use(model, keepAlive: .forever) { _ in }
      clock.advance(by: .seconds(10_000))
      #expect(pool.descriptions[0].status == .loaded)
    }
  }

  @Test func idleModelsMakeRoomForOthers() async throws {
    try await withModel { first in
      try await withModel { second in
        var configuration = ServerConfiguration()
        configuration.memoryLimit = 1
        let models = [served("a", first), served("b", second)]
        let pool = ModelPool(models, configuration: configuration)
        try await pool.use(models[0]) { _ in }
        try await pool.use(models[1]) { _ in }
        #expect(pool.descriptions.map { $0.status } == [.unloaded, .loaded])
      }
    }
  }

  @Test func aModelThatCannotBeLoadedIsAnErrorOfTheServerForAWhile() async throws {
    struct Broken: Error {}
    let (clock, count) = (ManualClock(), Counter())
    var configuration = ServerConfiguration()
    configuration.clock = clock
    let model = ServedModel(name: "a", path: nil) {
      count.add()
      throw Broken()
    }
    let pool = ModelPool([model], configuration: configuration)
    for expected in [1, 1, 2] {
      await #expect { try await pool.use(model) { _ in } } throws: { ($0 as? RequestFailure)?.status == 500 }
      #expect(count.value == expected)
      if expected == 1 { clock.advance(by: .seconds(3)) }
    }
  }
}

/// Times as clients write them.
@Test(arguments: [
  ("90", 90), ("5m", 300), ("1h30m", 5400), ("250ms", 0.25), ("-1", -1), ("-5m", -300), ("1.5s", 1.5),
]) func timesHaveUnits(text: String, seconds: Double) {
  #expect(Duration.seconds(ofText: text) == seconds)
}

@Test(arguments: ["", "m", "5x", "5m3", "-", "soon"]) func textsThatAreNoTimesAreNone(text: String) {
  #expect(Duration.seconds(ofText: text) == nil)
}
