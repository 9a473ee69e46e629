import Testing

@testable import SwiftletKernels

/// The memory that is available, in folders with the files of machines and containers.
@Suite struct MachineMemoryTests {
  private static let unified = [
    "/proc/self/mountinfo": "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "/proc/self/cgroup": "0::/\n",
  ]
  private static let information = """
    MemTotal:       65536000 kB
    MemFree:         1000000 kB
    MemAvailable:   32768000 kB
    CommitLimit:     8388608 kB
    Committed_AS:    6291456 kB

    """

  private func machine(_ files: [String: String]) throws -> Machine {
    try FakeSystem(Self.unified.merging(["/proc/meminfo": Self.information]) { $1 }.merging(files) { $1 }).machine()
  }

  @Test func withoutLimitsTheSystemsEstimateCounts() throws {
    #expect(try machine([:]).availableByteCount(installed: 64 << 30) == 32_768_000 << 10)
    #expect(try machine([:]).isMemoryLow == false)
  }

  /// A container with four gigabytes; pages of the model's file count as available, as they do for the system.
  @Test func aContainerOfVersionTwo() throws {
    let machine = try machine([
      "/sys/fs/cgroup/memory.max": "4000000000\n", "/sys/fs/cgroup/memory.current": "3500000000\n",
      "/sys/fs/cgroup/memory.stat":
        "anon 500000000\nfile 3000000000\ninactive_file 1000000000\nactive_file 2000000000\n",
    ])
    #expect(machine.availableByteCount(installed: 64 << 30) == 3_500_000_000)
    #expect(machine.isMemoryLow == false)
  }

  /// A group without room has none, however much the machine can swap.
  @Test func swapSpaceCountsForTheMachineAlone() throws {
    let text = "MemAvailable: 1000 kB\nSwapFree: 500 kB\n"
    let machine = try machine(["/proc/meminfo": text])
    #expect(machine.allocatableByteCount(installed: 64 << 30) == 1500 << 10)
    #expect(machine.availableByteCount(installed: 64 << 30) == 1000 << 10)
    let group = try self.machine([
      "/proc/meminfo": text, "/sys/fs/cgroup/memory.max": "70000\n", "/sys/fs/cgroup/memory.current": "20000\n",
    ])
    #expect(group.allocatableByteCount(installed: 64 << 30) == 50_000)
  }

  @Test func theThrottlingLimitCountsToo() throws {
    let machine = try machine([
      "/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/memory.high": "2000000000\n",
      "/sys/fs/cgroup/memory.current": "500000000\n",
    ])
    #expect(machine.availableByteCount(installed: 64 << 30) == 1_500_000_000)
  }

  @Test func aContainerOfVersionOne() throws {
    let folder = "/sys/fs/cgroup/memory"
    let files = [
      "/proc/self/mountinfo": "36 25 0:32 / \(folder) rw shared:1 - cgroup cgroup rw,memory\n",
      "/proc/self/cgroup": "4:memory:/pod/one\n0::/\n",
      folder + "/memory.limit_in_bytes": "9223372036854771712\n", folder + "/memory.usage_in_bytes": "9000000000\n",
      folder + "/pod/one/memory.limit_in_bytes": "4000000000\n",
      folder + "/pod/one/memory.usage_in_bytes": "3950000000\n",
      // Without `total_`, the groups inside are missing.
      folder + "/pod/one/memory.stat":
        "inactive_file 1\nactive_file 1\ntotal_inactive_file 50000000\ntotal_active_file 900000000\n",
    ]
    let machine = try machine(files)
    #expect(machine.availableByteCount(installed: 64 << 30) == 1_000_000_000)
    // Pages that were used recently are not dropped without a loss.
    #expect(machine.isMemoryLow)
  }

  @Test func aFullContainerHasNothingLeft() throws {
    let machine = try machine([
      "/sys/fs/cgroup/memory.max": "1000\n", "/sys/fs/cgroup/memory.current": "9223372036854775807\n",
      "/sys/fs/cgroup/memory.stat": "inactive_file 9223372036854775807\nactive_file 9223372036854775807\n",
    ])
    #expect(machine.availableByteCount(installed: 64 << 30) == 1000)
    let other = try self.machine([
      "/sys/fs/cgroup/memory.max": "1000\n", "/sys/fs/cgroup/memory.current": "2000\n",
      "/sys/fs/cgroup/memory.stat": "inactive_file -5\n",
    ])
    #expect(other.availableByteCount(installed: 64 << 30) == 0)
    #expect(other.isMemoryLow)
  }

  /// Memory that the system has promised to others is not available where it promises no more than it has.
  @Test(arguments: [("0\n", 32_768_000), ("1\n", 32_768_000), ("2\n", 2_097_152)])
  func strictAccountingLimitsWhatIsAvailable(_ mode: String, _ kibibytes: Int) throws {
    let machine = try machine(["/proc/sys/vm/overcommit_memory": mode])
    #expect(machine.availableByteCount(installed: 64 << 30) == kibibytes << 10)
  }

  @Test func moreIsPromisedThanThereIs() throws {
    let machine = try machine([
      "/proc/sys/vm/overcommit_memory": "2\n",
      "/proc/meminfo": "MemAvailable: 1000 kB\nCommitLimit: 10 kB\nCommitted_AS: 20 kB\n",
    ])
    #expect(machine.availableByteCount(installed: 64 << 30) == 0)
  }

  @Test func withoutProcTheInstalledMemoryCounts() throws {
    let machine = try FakeSystem([:]).machine()
    #expect(machine.availableByteCount(installed: 8 << 30) == 8 << 30)
    #expect(machine.availableByteCount(installed: -1) == 0)
    #expect(machine.isMemoryLow == false)
  }

  @Test func aMachineRunsLow() throws {
    let text = "MemTotal: 3200 kB\nMemAvailable: 99 kB\n"
    #expect(try machine(["/proc/meminfo": text]).isMemoryLow)
    #expect(try machine(["/proc/meminfo": text.replacing("99", with: "100")]).isMemoryLow == false)
  }

  @Test(arguments: ["MemAvailable: 9223372036854775807 kB\n", "MemAvailable: -1 kB\n", "MemAvailable:\n", "\u{0}\n"])
  func absurdNumbersCountAsMissing(_ text: String) throws {
    #expect(try machine(["/proc/meminfo": text]).availableByteCount(installed: 1 << 30) == 1 << 30)
  }

  @Test(arguments: [
    ("always [madvise] never\n", true), ("[always] madvise never\n", true), ("always madvise [never]\n", false),
  ])
  func hugePagesMayBeOff(_ text: String, _ expected: Bool) throws {
    let path = "/sys/kernel/mm/transparent_hugepage/enabled"
    #expect(try FakeSystem([path: text]).machine().hasHugePages == expected)
    #expect(try FakeSystem([:]).machine().hasHugePages == nil)
  }
}
