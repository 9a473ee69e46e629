import SwiftletKernels

/// The memory bandwidth while two processors share a cache, and while they do not.
///
/// Each group of cores of a large processor has its own link to memory. The bandwidth of a virtual machine with
/// few processors changes by a factor of two with their placement by the host, every few seconds. This affects
/// comparisons of memory-bound programs.
struct PlacementReport {
  let limits: Limits
  let pool: WorkerPool
  let options: KernelsOptions

  /// A sample of the handover latency and of the bandwidth of all threads.
  private struct Moment {
    var nanoseconds: Double
    var bytesPerSecond: Double
  }

  /// Measures and prints the table.
  func print() {
    guard Processors.physicalCount > 1, pool.count > 1 else {
      return Report.print("Processor placement: requires two processors.\n")
    }
    Report.progress("memory, sample by sample")
    let moments = measured()
    let groups = Self.split(moments)
    var table = Table(
      "Memory, reading 1 GiB on \(pool.count) threads, by processor placement",
      ["processors", "moments", "handover, ns", "GB/s", "lowest", "highest"])
    for (name, group) in zip(groups.count == 1 ? ["all"] : ["shared cache", "no shared cache"], groups) {
      let speeds = group.map { $0.bytesPerSecond * 1e-9 }.sorted()
      table.add(
        [name, "\(group.count)", group[group.count / 2].nanoseconds.fixed(0)]
          + [speeds[speeds.count / 2], speeds[0], speeds[speeds.count - 1]].map(\.short))
    }
    Report.print(table.text)
  }

  /// Returns the samples without migration, sorted by handover latency.
  private func measured() -> [Moment] {
    var moments: [Moment] = []
    for _ in 0..<(options.isQuick ? 10 : 60) {
      let before = Handover.nanoseconds()
      let speed = limits.bytesPerSecondNow()
      let after = Handover.nanoseconds()
      // Discards samples with a migration, but keeps at least one.
      if max(before, after) > 1.5 * min(before, after), !moments.isEmpty { continue }
      moments.append(Moment(nanoseconds: after, bytesPerSecond: speed))
    }
    return moments.sorted { $0.nanoseconds < $1.nanoseconds }
  }

  /// Splits the sorted samples into two groups at a latency gap larger than a factor of 2, else returns one group.
  private static func split(_ moments: [Moment]) -> [[Moment]] {
    let gaps = zip(moments, moments.dropFirst()).map { $1.nanoseconds / $0.nanoseconds }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 2 else { return [moments] }
    return [Array(moments[...widest]), Array(moments[(widest + 1)...])]
  }
}
