/// The cores that this process may run on: their hardware threads, speeds and memory nodes.
///
/// Linux describes them in `/sys/devices`. Where it does not, each processor is a core of its own, all are equally fast,
/// and there is one node.
struct MachineTopology: Sendable {
  /// A physical core.
  struct Core: Sendable, Equatable {
    /// The numbers of its hardware threads that this process may run on, ascending.
    var processors: [Int]
    /// Its speed relative to other cores, in a unit of the machine; 1 if unknown.
    var speed: Int
    /// The number of its memory node.
    var node: Int
  }

  /// The cores, ordered by their first processor.
  let cores: [Core]

  /// The fraction of the fastest core's speed below which a core is slow.
  ///
  /// Loops end when the slowest thread has done its last chunk, and a thread on a slow core takes bandwidth from others.
  /// Efficient cores have a quarter to three fifths of the speed of fast ones; the fast cores of one processor differ by
  /// a fifth at most.
  private static let slowFraction = 0.66

  /// Reads the cores of the processors that this process may run on.
  ///
  /// - Parameters:
  ///   - files: The files of the system.
  ///   - affinity: The processors that the process may run on; nil to read them from `/proc`.
  init(_ files: SystemFiles, affinity: [Int]?) {
    let devices = "/sys/devices/system/cpu"
    let listed = files.value("Cpus_allowed_list", in: "/proc/self/status").flatMap { SystemFiles.numbers(inList: $0) }
    var allowed = affinity ?? listed ?? files.list(devices + "/online") ?? []
    // The set of a process may have processors that are off-line.
    if let online = files.list(devices + "/online").map(Set.init), !online.isDisjoint(with: allowed) {
      allowed = allowed.filter(online.contains)
    }
    let (nodes, kinds) = (Self.nodes(files), Self.fastKind(files))
    var cores: [[Int]: Core] = [:]
    for processor in Set(allowed).sorted() {
      let folder = devices + "/cpu\(processor)"
      // Hardware threads of one core have the same list of siblings.
      let siblings =
        files.list(folder + "/topology/thread_siblings_list") ?? files.list(folder + "/topology/core_cpus_list")
        ?? [processor]
      let speed = kinds.map { $0.contains(processor) ? 2 : 1 } ?? Self.speed(files, folder)
      var core = cores[siblings] ?? Core(processors: [], speed: speed, node: nodes[processor] ?? 0)
      core.processors.append(processor)
      cores[siblings] = core
    }
    self.cores = cores.values.sorted { ($0.processors.first ?? 0) < ($1.processors.first ?? 0) }
  }

  /// The cores whose speed is near that of the fastest one.
  var fastCores: [Core] {
    let best = Double(cores.map(\.speed).max() ?? 0)
    return cores.filter { Double($0.speed) >= best * Self.slowFraction }
  }

  /// The memory node of each processor.
  private static func nodes(_ files: SystemFiles) -> [Int: Int] {
    let folder = "/sys/devices/system/node"
    var nodes: [Int: Int] = [:]
    // Nodes of memory only have an empty list.
    for node in files.list(folder + "/online") ?? [] {
      for processor in files.list(folder + "/node\(node)/cpulist") ?? [] { nodes[processor] = node }
    }
    return nodes
  }

  /// The processors of the fast kind, of which Intel's hybrid processors have a list for performance counters.
  private static func fastKind(_ files: SystemFiles) -> Set<Int>? {
    files.list("/sys/devices/cpu_core/cpus").flatMap { $0.isEmpty ? nil : Set($0) }
  }

  /// The speed of a processor: its capacity, on a scale to 1024, else its highest frequency in kHz.
  private static func speed(_ files: SystemFiles, _ folder: String) -> Int {
    files.integer(folder + "/cpu_capacity") ?? files.integer(folder + "/cpufreq/cpuinfo_max_freq") ?? 1
  }
}
