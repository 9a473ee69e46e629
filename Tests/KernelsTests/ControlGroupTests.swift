import Testing

@testable import SwiftletKernels

/// Limits of containers and services, in folders with the files of control groups.
@Suite struct ControlGroupTests {
  private static let unifiedMount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"

  private func eightCores(_ files: [String: String]) throws -> FakeSystem {
    var processors = FakeProcessors()
    processors.add(cores: 8)
    return try FakeSystem(processors.all.merging(files) { $1 })
  }

  @Test(
    arguments: [
      ("max 100000", nil, 8), ("150000 100000", 1.5, 2), ("50000 100000", 0.5, 1), ("100000 100000", 1, 1),
      ("25000 10000", 2.5, 3), ("1200000 100000", 12, 8), ("200000", 2, 2), ("0 100000", nil, 8), ("1 0", nil, 8),
      ("", nil, 8), ("many", nil, 8), ("99999999999999999999 1", nil, 8),
    ] as [(String, Double?, Int)])
  func quotasOfVersionTwo(_ quota: String, _ limit: Double?, _ threads: Int) throws {
    let machine = try eightCores([
      "/proc/self/mountinfo": Self.unifiedMount, "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": quota + "\n",
    ]).machine()
    #expect(machine.groups.processorLimit == limit)
    #expect(machine.threadCount == threads)
  }

  @Test(
    arguments: [("150000", "100000", 1.5), ("-1", "100000", nil), ("300000", "50000", 6)] as [(String, String, Double?)]
  )
  func quotasOfVersionOne(_ quota: String, _ period: String, _ limit: Double?) throws {
    let machine = try eightCores([
      "/proc/self/mountinfo": "41 40 0:31 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n",
      "/proc/self/cgroup": "5:cpu,cpuacct:/docker/1234\n",
      "/sys/fs/cgroup/cpu,cpuacct/docker/1234/cpu.cfs_quota_us": quota + "\n",
      "/sys/fs/cgroup/cpu,cpuacct/docker/1234/cpu.cfs_period_us": period + "\n",
    ]).machine()
    #expect(machine.groups.processorLimit == limit)
  }

  /// A service of systemd: its own group has no quota, its slice has one, and one of the machine is wider.
  @Test func theNarrowestOfNestedGroupsCounts() throws {
    let slice = "/sys/fs/cgroup/system.slice"
    let system = try eightCores([
      "/proc/self/mountinfo": Self.unifiedMount, "/proc/self/cgroup": "0::/system.slice/swiftlet.service\n",
      slice + "/swiftlet.service/cpu.max": "max 100000\n", slice + "/cpu.max": "300000 100000\n",
      "/sys/fs/cgroup/cpu.max": "400000 100000\n",
      slice + "/swiftlet.service/memory.max": "4294967296\n",
      slice + "/swiftlet.service/memory.current": "1073741824\n",
      slice + "/memory.max": "3221225472\n", slice + "/memory.current": "2147483648\n",
    ])
    let machine = system.machine()
    #expect(machine.threadCount == 3)
    // The slice has a gibibyte left, though the service has three.
    #expect(machine.availableByteCount(installed: 64 << 30) == 1 << 30)
  }

  /// A container without a namespace of groups: its path is the machine's, its mount a part of the hierarchy.
  @Test func aMountOfAPartOfTheHierarchy() throws {
    let machine = try eightCores([
      "/proc/self/mountinfo": "41 40 0:31 /docker/12 /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu\n",
      "/proc/self/cgroup": "5:cpu:/docker/12\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "400000\n", "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    ]).machine()
    #expect(machine.threadCount == 4)
  }

  /// A group outside of the namespace is named by dots.
  @Test func pathsOutsideOfTheNamespaceStayInTheMount() throws {
    let machine = try eightCores([
      "/proc/self/mountinfo": Self.unifiedMount, "/proc/self/cgroup": "0::/../other\n",
      "/sys/fs/cgroup/cpu.max": "200000 100000\n",
    ]).machine()
    #expect(machine.threadCount == 2)
  }

  /// Without `/proc`, the usual folders are looked into.
  @Test func limitsWithoutProc() throws {
    let second = try FakeSystem([
      "/sys/fs/cgroup/cpu.max": "100000 100000\n", "/sys/fs/cgroup/memory.max": "1073741824\n",
      "/sys/fs/cgroup/memory.current": "73741824\n",
    ]).machine(affinity: [0, 1, 2, 3])
    #expect(second.threadCount == 1)
    #expect(second.availableByteCount(installed: 8 << 30) == 1_000_000_000)
    let first = try FakeSystem([
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000\n", "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n",
      "/sys/fs/cgroup/memory/memory.usage_in_bytes": "73741824\n",
    ]).machine(affinity: [0, 1, 2, 3])
    #expect(first.threadCount == 2)
    #expect(first.availableByteCount(installed: 8 << 30) == 1_000_000_000)
  }

  @Test func aBlankInTheNameOfAMountIsEscaped() throws {
    let machine = try eightCores([
      "/proc/self/mountinfo": "30 23 0:26 / /mnt/control\\040groups rw - cgroup2 none rw\n",
      "/proc/self/cgroup": "0::/\n", "/mnt/control groups/cpu.max": "200000 100000\n",
    ]).machine()
    #expect(machine.threadCount == 2)
  }

  @Test(arguments: [
    "", "x\n", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2\n", "- cgroup2 a b\n", "1 2 3 4 - cgroup cgroup rw\n",
  ])
  func malformedListsOfMountsAreNoLimit(_ mounts: String) throws {
    let machine = try eightCores(["/proc/self/mountinfo": mounts, "/proc/self/cgroup": "::\nnonsense\n0:\n"]).machine()
    #expect(machine.threadCount == 8)
  }
}
