import SwiftletKernels

/// How fast memory is while two processors share a cache, and while they do not.
///
/// Each group of cores of a large processor has a link of its own to the memory. A virtual machine of few processors
/// reads twice as fast, or half as fast, as its host places them, and the host moves them every few seconds. Who compares
/// two programs that are bound by memory has to know.
struct PlacementReport {
  let limits: Limits
  let pool: WorkerPool
  let options: KernelsOptions

  /// A moment: what a handover took, and the bytes a second that all threads read.
  private struct Moment {
    var nanoseconds: Double
    var bytesPerSecond: Double
  }

  /// Measures and prints the table.
  func print() {
    guard Processors.physicalCount > 1, pool.count > 1 else {
      return Report.print("Where the processors are: that takes two of them.\n")
    }
    Report.progress("memory, moment by moment")
    let moments = measured()
    let groups = Self.split(moments)
    var table = Table(
      "Memory, reading 1 GiB on \(pool.count) threads, by where the processors are at the moment",
      ["processors", "moments", "handover, ns", "GB/s", "lowest", "highest"])
    for (name, group) in zip(groups.count == 1 ? ["all"] : ["near each other", "far apart"], groups) {
      let speeds = group.map { $0.bytesPerSecond * 1e-9 }.sorted()
      table.add(
        [name, "\(group.count)", group[group.count / 2].nanoseconds.fixed(0)]
          + [speeds[speeds.count / 2], speeds[0], speeds[speeds.count - 1]].map(\.short))
    }
    Report.print(table.text)
  }

  /// The moments in which nothing moved, by what a handover took.
  private func measured() -> [Moment] {
    var moments: [Moment] = []
    for _ in 0..<(options.isQuick ? 10 : 60) {
      let before = Handover.nanoseconds()
      let speed = limits.bytesPerSecondNow()
      let after = Handover.nanoseconds()
      // A processor that was moved meanwhile would count for both; one moment there has to be.
      if max(before, after) > 1.5 * min(before, after), !moments.isEmpty { continue }
      moments.append(Moment(nanoseconds: after, bytesPerSecond: speed))
    }
    return moments.sorted { $0.nanoseconds < $1.nanoseconds }
  }

  /// Two groups where neighbours of the sorted moments are further apart than a factor of 2, else one.
  private static func split(_ moments: [Moment]) -> [[Moment]] {
    let gaps = zip(moments, moments.dropFirst()).map { $1.nanoseconds / $0.nanoseconds }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 2 else { return [moments] }
    return [Array(moments[...widest]), Array(moments[(widest + 1)...])]
  }
}
