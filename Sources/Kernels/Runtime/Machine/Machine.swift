internal import SwiftletGGUF

/// The part of the machine that this process may use: cores, processor time and memory.
///
/// It is what the system's files say below a root folder; tests have folders of their own. ``Processors`` and
/// ``SystemMemory`` describe the machine that runs this process.
struct Machine: Sendable {
  /// The files that describe it.
  let files: SystemFiles
  /// The cores that this process may run on.
  let topology: MachineTopology
  /// The control groups with limits.
  let groups: ControlGroups

  /// The machine that runs this process, with the cores of the thread that asks first.
  static let current = Machine(.current, affinity: ProcessorAffinity.current)

  /// Reads what does not change while a process runs.
  ///
  /// - Parameters:
  ///   - files: The files of the system.
  ///   - affinity: The processors that the process may run on; nil to read them from `/proc`.
  init(_ files: SystemFiles, affinity: [Int]? = nil) {
    self.files = files
    topology = MachineTopology(files, affinity: affinity)
    groups = ControlGroups(files)
  }

  /// The number of threads that compute fastest: one for each fast core, and no more than there is processor time for.
  ///
  /// A part of a processor is rounded up. With time for 1.5 processors, two threads use all of it, and one would leave a
  /// third; three would wait for each other while the system stops one of them.
  var threadCount: Int { threadCount(cores: topology.fastCores.count) }

  /// The number of threads for a number of cores, at least 1.
  func threadCount(cores: Int) -> Int {
    let cores = max(1, cores)
    guard let limit = groups.processorLimit else { return cores }
    return max(1, min(cores, Int(clamping: limit.rounded(.up))))
  }
}
