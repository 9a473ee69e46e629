import Options
import SwiftletKernels

/// The entry point.
@main
enum Main {
  static func main() async {
    await Program.run(KernelsOptions.help) { words in
      try run(KernelsOptions(&words))
      return true
    }
  }

  private static func run(_ options: KernelsOptions) throws {
    let pool = WorkerPool(threads: options.threads)
    let stopwatch =
      options.isQuick
      ? Stopwatch(minimumRuns: 3, budget: .milliseconds(60)) : Stopwatch(minimumRuns: 5, budget: .milliseconds(300))
    if options.isBandwidthAlone {
      return Report.print((try Limits.bytesPerSecond(pool: pool, stopwatch) * 1e-9).fixed(3))
    }
    Report.print("\(Machine.processor), \(options.threads) threads\n")
    let limits = try Limits(pool: pool, stopwatch)
    Report.print(limits.table.text)
    for part in options.parts {
      switch part {
      case .limits: break
      case .placement: PlacementReport(limits: limits, pool: pool, options: options).print()
      case .matrices:
        try MatrixReport(limits: limits, pool: pool, stopwatch: stopwatch, options: options).print()
      case .attention:
        try AttentionReport(limits: limits, pool: pool, stopwatch: stopwatch, options: options).print()
      case .rows: try RowsReport(pool: pool, stopwatch: stopwatch, options: options).print()
      case .blas: try BLASReport(stopwatch: stopwatch, options: options).print()
      }
    }
  }
}
