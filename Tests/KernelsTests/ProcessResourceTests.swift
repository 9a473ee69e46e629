import Testing

@testable import SwiftletKernels

/// The limits of a process, in folders with the files of containers.
@Suite struct ProcessResourceTests {
  @Test(arguments: [ProcessResource.threads, .descriptors, .memory]) func aLittleIsAvailable(
    _ resource: ProcessResource
  ) {
    #expect(resource.isAvailable(0) && resource.isAvailable(3))
  }

  @Test func moreMemoryThanThereAreAddressesIsNot() {
    #expect(!ProcessResource.memory.isAvailable(1 << 62))
  }

  @Test func limitsOfMemoryAndFilesAreNamed() throws {
    let machine = try FakeSystem([
      "/proc/self/limits":
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        + "Max data size             unlimited            unlimited            bytes     \n"
        + "Max processes             40                   50                   processes \n"
        + "Max open files            1024                 524288               files     \n"
        + "Max address space         102400000            unlimited            bytes     \n"
    ]).machine()
    #expect(machine.limits(of: .memory) == ["RLIMIT_AS (ulimit -v), 102400000 bytes"])
    #expect(machine.limits(of: .descriptors) == ["RLIMIT_NOFILE (ulimit -n), 1024"])
    #expect(machine.limits(of: .threads) == ["RLIMIT_NPROC (ulimit -u), 40", "RLIMIT_AS (ulimit -v), 102400000 bytes"])
  }

  @Test func theLimitOfVersionOneAndOfTheUserAreNamed() throws {
    let machine = try FakeSystem([
      "/proc/self/mountinfo": "36 25 0:32 / /sys/fs/cgroup/pids rw shared:1 - cgroup cgroup rw,pids\n",
      "/proc/self/cgroup": "4:pids:/x\n", "/sys/fs/cgroup/pids/pids.max": "max\n",
      "/sys/fs/cgroup/pids/x/pids.max": "3\n",
      "/proc/self/limits":
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        + "Max processes             40                   50                   processes \n",
    ]).machine()
    #expect(machine.limits(of: .threads) == ["pids.max of the control group, 3", "RLIMIT_NPROC (ulimit -u), 40"])
  }

  @Test func theSmallestLimitOfVersionTwoIsNamed() throws {
    let machine = try FakeSystem([
      "/proc/self/mountinfo": "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/pids.max": "7\n", "/sys/fs/cgroup/a/b/pids.max": "9\n",
      "/proc/self/limits": "Max processes             unlimited            unlimited            processes \n",
    ]).machine()
    #expect(machine.limits(of: .threads) == ["pids.max of the control group, 7"])
    #expect(try FakeSystem([:]).machine().limits(of: .threads).isEmpty)
  }
}
