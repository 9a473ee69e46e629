import SwiftletKernels

/// The limits of the machine, measured in the same run as what is compared with them.
struct Limits {
  private var peaks: [(peak: Peak, one: Double, all: Double)] = []
  private var bandwidth: (one: Double, all: Double)
  private let sweep: MemorySweep
  private let pool: WorkerPool
  private let stopwatch: Stopwatch

  private static let sweptBytes = 1 << 30

  /// Bytes a second that all threads of a pool read together, measured alone.
  static func bytesPerSecond(pool: WorkerPool, _ stopwatch: Stopwatch) throws(BenchmarkError) -> Double {
    try MemorySweep(byteCount: sweptBytes, pool: pool).measure(on: pool, stopwatch)
  }

  /// Measures on one thread and on all threads of a pool.
  init(pool: WorkerPool, _ stopwatch: Stopwatch) throws(BenchmarkError) {
    let single = pool.count == 1 ? pool : WorkerPool(threads: 1)
    (self.pool, self.stopwatch) = (pool, stopwatch)
    for peak in Peak.available {
      Report.progress(peak.name)
      let one = peak.measure(on: single, stopwatch)
      peaks.append((peak, one, pool.count == 1 ? one : peak.measure(on: pool, stopwatch)))
    }
    Report.progress("memory")
    sweep = try MemorySweep(byteCount: Self.sweptBytes, pool: pool)
    let one = sweep.measure(on: single, stopwatch)
    bandwidth = (one, pool.count == 1 ? one : sweep.measure(on: pool, stopwatch))
  }

  /// Bytes a second that all threads read together at this moment.
  ///
  /// Memory is shared with whatever else runs on the machine, so a ratio needs both of its sides measured in turn.
  func bytesPerSecondNow() -> Double { sweep.measure(on: pool, stopwatch) }

  /// Operations a second that all threads can do with an instruction set at most, nil if that is not known.
  func operationsPerSecond(_ set: InstructionSet, _ kind: Peak.Kind) -> Double? {
    peaks.first { $0.peak.bounds.contains(set) && $0.peak.kind == kind }?.all
  }

  /// The limits as a table.
  var table: Table {
    let heads = ["limit", "unit", "1 thread"] + (pool.count > 1 ? ["\(pool.count) threads"] : [])
    var table = Table("Limits of this machine", heads)
    func add(_ name: String, _ unit: String, _ one: Double, _ all: Double) {
      table.add([name, unit, (one * 1e-9).short] + (pool.count > 1 ? [(all * 1e-9).short] : []))
    }
    for (peak, one, all) in peaks { add(peak.name, peak.kind == .floats ? "GFLOPS" : "GOPS", one, all) }
    add("memory, reading 1 GiB", "GB/s", bandwidth.one, bandwidth.all)
    return table
  }
}
