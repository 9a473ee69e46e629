import Foundation
import Swiftlet
import SwiftletInference

/// A soak test: many clients of one model, and a monitor.
struct Soak {
  let options: SoakOptions
  let model: GGUFLanguageModel
  let ledger = Ledger()

  init(_ options: SoakOptions) throws {
    self.options = options
    model = try GGUFLanguageModel(
      contentsOf: URL(filePath: options.model), threads: options.threads,
      cacheByteLimit: options.cacheMegabytes << 20)
  }

  /// Runs the clients and returns true if there were no failures.
  func run() async throws -> Bool {
    let controls = try await Control.all(model)
    let (start, seconds) = (ContinuousClock.now, options.minutes * 60)
    let end = start + .seconds(seconds)
    for number in 0..<options.clients {
      var client = Client(
        number: number, model: model, activities: options.activities, controls: controls, ledger: ledger,
        random: SplitMix64(seed: options.seed &* 1_000_003 &+ UInt64(number)))
      ledger.begin(number, .control)
      // Detached and not awaited, because awaiting a task raises its priority.
      Task.detached(priority: [.background, .utility, .medium, .high][number % 4]) { await client.run(until: end) }
    }
    var memory = Memory()
    var nextLine = 10.0
    while !ledger.current.clients.isEmpty {
      try await Task.sleep(for: .milliseconds(250))
      let time = (ContinuousClock.now - start) / .seconds(1)
      if time < seconds { memory.sample(at: time) }
      if let usage = await model.cacheUsage() {
        check(usage)
        if time >= nextLine {
          nextLine += 10
          print(progress(time, memory, usage))
          // Flushed so that redirected output is up to date.
          fflush(nil)
        }
      }
      let stuck = ledger.stalledClients(timeout: .seconds(options.stallTimeout))
      guard stuck.isEmpty else {
        stuck.forEach { ledger.fail($0) }
        break
      }
    }
    try await settle()
    let medians = memory.medians(duration: seconds)
    if let medians, seconds >= Memory.shortest, medians.last > medians.first * (1 + Memory.tolerance) {
      ledger.fail("resident memory has grown from \(medians.first.tenths) to \(medians.last.tenths) MiB")
    }
    print(Report(ledger: ledger.current, seconds: seconds, medians: medians).text)
    return ledger.current.failures.isEmpty
  }

  private func check(_ usage: GGUFLanguageModel.CacheUsage) {
    if usage.usedPages != usage.runningPages + usage.cachedPages || usage.usedByteCount > usage.byteLimit ?? .max {
      ledger.fail("inconsistent page counts: \(usage)")
    }
  }

  /// Waits until no request is active, and checks that the whole KV cache can be freed.
  private func settle() async throws {
    let end = ContinuousClock.now + .seconds(options.stallTimeout)
    while let usage = await model.cacheUsage(), usage.runningPages > 0 {
      guard .now < end else { return ledger.fail("requests are still active after all clients finished: \(usage)") }
      try await Task.sleep(for: .milliseconds(20))
    }
    guard let usage = await model.cacheUsage() else { return ledger.fail("the model was unloaded") }
    check(usage)
    print("\(usage.evictions) pages evicted, \(usage.preemptions) requests preempted, \(usage.cachedPages) cached")
    if usage.evictions == 0 || usage.preemptions == 0 {
      ledger.fail("the cache limit was never reached; use a smaller --cache-megabytes")
    }
    await model.clearCache()
    let rest = await model.cacheUsage()?.usedPages
    if rest != 0 { ledger.fail("\(rest.map { "\($0)" } ?? "no") pages are in use after clearing the cache") }
  }

  private func progress(_ time: Double, _ memory: Memory, _ usage: GGUFLanguageModel.CacheUsage) -> String {
    let state = ledger.current
    let requests = state.counts.values.reduce(0) { $0 + $1.answered + $1.cancelled + $1.refused + $1.wrong }
    return """
      \(Int(time)) s: \(requests) requests, \(state.snapshots) snapshots, \(memory.current.tenths) MiB resident, \
      \(usage.usedPages) of \(usage.pageLimit ?? 0) pages, \(usage.evictions) evicted, \(usage.preemptions) preempted, \
      \(state.failures.count) failures
      """
  }
}

extension Double {
  /// The value rounded to one decimal.
  var tenths: Double { (self * 10).rounded() / 10 }
}
