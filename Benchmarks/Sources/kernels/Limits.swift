import SwiftletKernels

/// The limits of the machine, measured in the same run as the kernels.
struct Limits {
  private var peaks: [(peak: Peak, one: Double, all: Double)] = []
  private var bandwidth: (one: Double, all: Double)
  private let sweep: MemorySweep
  private let pool: WorkerPool
  private let stopwatch: Stopwatch

  private static let sweptBytes = 1 << 30

  /// Measures only the memory bandwidth of all threads of a pool, in bytes per second.
  static func bytesPerSecond(pool: WorkerPool, _ stopwatch: Stopwatch) throws(BenchmarkError) -> Double {
    try MemorySweep(byteCount: sweptBytes, pool: pool).measure(on: pool, stopwatch)
  }

  /// Measures the limits with one thread and with all threads of a pool.
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

  /// Measures the current memory bandwidth of all threads, in bytes per second.
  ///
  /// The bandwidth depends on other load on the machine, so it is measured next to the value it is compared with.
  func bytesPerSecondNow() -> Double { sweep.measure(on: pool, stopwatch) }

  /// Returns the peak operations per second of all threads with an instruction set; `nil` if unknown.
  func peakOperationsPerSecond(_ set: InstructionSet, _ kind: Peak.Kind) -> Double? {
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
