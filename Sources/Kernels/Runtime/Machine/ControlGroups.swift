/// The limits of the control groups that this process is in, of version 1 and 2 (cgroups(7)).
///
/// A group is limited by those that contain it, too. Containers mostly see their own group as the root of a mount.
struct ControlGroups: Sendable {
  /// A group's memory in bytes.
  struct Memory: Sendable, Equatable {
    /// The limit.
    var limit: Int
    /// The memory in use, with pages of files.
    var used: Int
    /// The pages of files that were not used recently.
    var inactiveFile: Int
    /// The pages of files that were used recently.
    var activeFile: Int

    /// The rest of the limit after the system has dropped pages of files that were not used recently.
    var unused: Int { max(0, limit - used + min(used, inactiveFile)) }

    /// The rest of the limit after the system has dropped all pages of files.
    var available: Int {
      let inactive = min(used, inactiveFile)
      return max(0, limit - used + inactive + min(used - inactive, activeFile))
    }
  }

  /// A controller, by its name in version 1.
  private enum Controller: String { case cpu, memory, pids }

  /// The folders of a group and of the groups around it.
  private struct Hierarchy {
    var folders: [String] = []
    var isUnified: Bool
  }

  private let files: SystemFiles
  private let memoryGroups: [Hierarchy]
  private let processorGroups: [Hierarchy]
  private let taskGroups: [Hierarchy]

  /// Finds the groups of this process.
  init(_ files: SystemFiles) {
    self.files = files
    let mounts = Self.mounts(files)
    let paths = Self.paths(files)
    func hierarchies(_ controller: Controller) -> [Hierarchy] {
      mounts.compactMap { mount in
        guard mount.isUnified || mount.controllers.contains(controller.rawValue) else { return nil }
        let path = mount.isUnified ? paths[""] : paths[controller.rawValue]
        return Hierarchy(folders: mount.folders(of: path ?? "/"), isUnified: mount.isUnified)
      }
    }
    (memoryGroups, processorGroups, taskGroups) = (hierarchies(.memory), hierarchies(.cpu), hierarchies(.pids))
  }

  /// The number of processors whose time this process may use, such as 1.5; nil if it is not limited.
  var processorLimit: Double? {
    processorGroups.flatMap { group in
      group.folders.compactMap { group.isUnified ? quota($0 + "/cpu.max") : legacyQuota($0) }
    }.min()
  }

  /// The number of threads that all processes of the group may have; nil if it is not limited.
  var threadLimit: Int? {
    taskGroups.flatMap { group in group.folders.compactMap { files.integer($0 + "/pids.max") } }.min()
  }

  /// The groups with a limit of memory.
  var memory: [Memory] {
    memoryGroups.flatMap { group in group.folders.compactMap { memory($0, isUnified: group.isUnified) } }
  }

  /// Reads a quota and its period in microseconds from one line; the quota `max` means none.
  private func quota(_ path: String) -> Double? {
    let words = files.words(path)
    guard let first = words.first, let quota = Int(first) else { return nil }
    return Self.ratio(quota, words.dropFirst().first.flatMap { Int($0) } ?? 100_000)
  }

  private func legacyQuota(_ folder: String) -> Double? {
    guard let quota = files.integer(folder + "/cpu.cfs_quota_us"),
      let period = files.integer(folder + "/cpu.cfs_period_us")
    else { return nil }
    return Self.ratio(quota, period)
  }

  /// The quota −1 means none.
  private static func ratio(_ quota: Int, _ period: Int) -> Double? {
    quota > 0 && period > 0 ? Double(quota) / Double(period) : nil
  }

  /// Reads the memory of a group; nil without a limit.
  private func memory(_ folder: String, isUnified: Bool) -> Memory? {
    let names = isUnified ? ["memory.max", "memory.high"] : ["memory.limit_in_bytes"]
    guard let limit = names.compactMap({ files.integer("\(folder)/\($0)") }).min(), limit > 0,
      let used = files.integer(folder + (isUnified ? "/memory.current" : "/memory.usage_in_bytes"))
    else { return nil }
    // Version 1 has totals with the groups inside.
    let (lines, prefix) = (files.lines(folder + "/memory.stat"), isUnified ? "" : "total_")
    func statistic(_ key: String) -> Int {
      let line = lines.first { $0.hasPrefix("\(prefix)\(key) ") }
      let value: Int? = line.flatMap { Int($0.dropFirst(prefix.count + key.count + 1)) }
      return max(0, value ?? 0)
    }
    return Memory(
      limit: limit, used: max(0, used), inactiveFile: statistic("inactive_file"), activeFile: statistic("active_file"))
  }
}

extension ControlGroups {
  /// A mounted hierarchy of groups.
  private struct Mount {
    /// The folder in which it is mounted.
    var point: String
    /// The path of the group that is mounted there; `/` unless only a part of the hierarchy is visible.
    var root: String
    /// True for version 2.
    var isUnified: Bool
    /// The controllers, of version 1.
    var controllers: [String]

    /// The folders of a group and of the visible ones around it.
    func folders(of path: String) -> [String] {
      var relative = path
      if root != "/" {
        // In a namespace of mounts alone, groups are named from the root of the machine.
        let isInside = path == root || path.hasPrefix(root + "/")
        relative = isInside ? String(path.dropFirst(root.count)) : ""
      }
      // A group outside the namespace has dots; what is mounted is all there is to see.
      let names = relative.split(separator: "/").contains("..") ? [] : relative.split(separator: "/")
      return (0...names.count).reversed().map { ([point] + names.prefix($0).map(String.init)).joined(separator: "/") }
    }
  }

  /// The paths of the groups of this process, by controller; by the empty name in version 2.
  private static func paths(_ files: SystemFiles) -> [String: String] {
    var paths: [String: String] = [:]
    // Lines such as `4:cpu,cpuacct:/service`.
    for line in files.lines("/proc/self/cgroup") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      for controller in fields[1].split(separator: ",", omittingEmptySubsequences: false) {
        paths[String(controller)] = String(fields[2])
      }
    }
    return paths
  }

  /// The mounted hierarchies; the usual places, if there is no list of mounts.
  private static func mounts(_ files: SystemFiles) -> [Mount] {
    let mounts = files.lines("/proc/self/mountinfo").compactMap { line -> Mount? in
      // Fields such as `36 35 0:28 / /sys/fs/cgroup/memory rw shared:1 - cgroup cgroup rw,memory` (proc(5)).
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 3, dash > 5,
        ["cgroup", "cgroup2"].contains(fields[dash + 1])
      else { return nil }
      return Mount(
        point: unescaped(fields[4]), root: unescaped(fields[3]), isUnified: fields[dash + 1] == "cgroup2",
        controllers: fields[dash + 3].split(separator: ",").map(String.init))
    }
    guard mounts.isEmpty else { return mounts }
    let folder = "/sys/fs/cgroup"
    return [
      Mount(point: folder, root: "/", isUnified: true, controllers: []),
      Mount(point: folder + "/memory", root: "/", isUnified: false, controllers: ["memory"]),
      Mount(point: folder + "/cpu", root: "/", isUnified: false, controllers: ["cpu"]),
      Mount(point: folder + "/pids", root: "/", isUnified: false, controllers: ["pids"]),
    ]
  }

  /// Replaces the escape sequences of blanks in paths.
  private static func unescaped(_ path: Substring) -> String {
    String(path).replacing("\\040", with: " ").replacing("\\011", with: "\t").replacing("\\134", with: "\\")
  }
}
