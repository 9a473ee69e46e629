import Foundation

@testable import SwiftletKernels

/// A folder with files such as `/proc/meminfo`, which is removed when the tests end.
struct FakeSystem {
  private let folder: URL

  /// The folder of all systems.
  ///
  /// Machines read files after their system was described, so that none is removed earlier.
  private static let systems: URL = {
    let url = FileManager.default.temporaryDirectory.appending(path: "swiftlet-systems-\(getpid())")
    atexit { try? FileManager.default.removeItem(at: FakeSystem.systems) }
    return url
  }()

  /// Creates the files: the texts by their paths, which begin with a slash.
  init(_ files: [String: String]) throws {
    folder = Self.systems.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files {
      let url = folder.appending(path: String(path.dropFirst()))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  var files: SystemFiles { SystemFiles(root: folder.path(percentEncoded: false)) }

  /// The machine that the files describe.
  func machine(affinity: [Int]? = nil) -> Machine { Machine(files, affinity: affinity) }
}

/// The files of a machine's processors, as Linux writes them.
struct FakeProcessors {
  private(set) var files: [String: String] = [:]
  private var count = 0
  private var nodes: [Int: [Int]] = [:]

  /// Adds cores whose hardware threads have consecutive numbers.
  ///
  /// - Parameters:
  ///   - cores: The number of cores.
  ///   - threads: The number of hardware threads of each.
  ///   - node: Their memory node.
  ///   - capacity: The text of `cpu_capacity`; nil for no such file.
  ///   - frequency: The highest frequency in kHz; nil for no such file.
  mutating func add(cores: Int, threads: Int = 1, node: Int = 0, capacity: Int? = nil, frequency: Int? = nil) {
    for _ in 0..<cores {
      let siblings = threads == 1 ? "\(count)" : "\(count)-\(count + threads - 1)"
      for _ in 0..<threads {
        let folder = "/sys/devices/system/cpu/cpu\(count)"
        files[folder + "/topology/thread_siblings_list"] = siblings + "\n"
        files[folder + "/cpu_capacity"] = capacity.map { "\($0)\n" }
        files[folder + "/cpufreq/cpuinfo_max_freq"] = frequency.map { "\($0)\n" }
        nodes[node, default: []].append(count)
        count += 1
      }
    }
  }

  /// All files, with the lists of processors and nodes.
  var all: [String: String] {
    var all = files
    all["/sys/devices/system/cpu/online"] = "0-\(count - 1)\n"
    all["/proc/self/status"] = "Cpus_allowed:\tff\nCpus_allowed_list:\t0-\(count - 1)\nMems_allowed:\t1\n"
    let folder = "/sys/devices/system/node"
    all[folder + "/online"] = nodes.keys.sorted().map(String.init).joined(separator: ",") + "\n"
    for (node, processors) in nodes {
      all[folder + "/node\(node)/cpulist"] = processors.map(String.init).joined(separator: ",") + "\n"
    }
    return all
  }
}
