extension Machine {
  /// The number of bytes that can be allocated without evicting other memory, by the system and its control groups.
  ///
  /// - Parameter installed: The memory of the machine, for systems without `/proc`.
  /// - Returns: The number of bytes, at least 0.
  func availableByteCount(installed: Int) -> Int { limited(withoutSwap(installed)) }

  /// The number of bytes that can be allocated before the system ends processes: with swap space, if no control group
  /// leaves less.
  ///
  /// - Parameter installed: The memory of the machine, for systems without `/proc`.
  /// - Returns: The number of bytes, at least 0.
  func allocatableByteCount(installed: Int) -> Int {
    let (total, overflows) = withoutSwap(installed).addingReportingOverflow(memoryInformation("SwapFree") ?? 0)
    return limited(overflows ? .max : total)
  }

  /// The number of bytes of the machine that can be allocated without evicting other memory.
  private func withoutSwap(_ installed: Int) -> Int {
    min(max(installed, 0), memoryInformation("MemAvailable") ?? .max)
  }

  /// Limits a number of bytes to what the system still promises, and to what control groups leave.
  private func limited(_ byteCount: Int) -> Int {
    var available = byteCount
    if let bytes = uncommittedByteCount { available = min(available, max(0, bytes)) }
    for group in groups.memory {
      // The system counts pages of files as available, too: it drops them before it refuses memory.
      available = min(available, group.available)
    }
    return available
  }

  /// Indicates that the system, or a control group, is about to run out of memory.
  ///
  /// That is the case if less than 1/32 of the memory is available without swapping: of the machine, by the estimate of
  /// the kernel, or of a control group's limit, where inactive file pages count as available.
  var isMemoryLow: Bool {
    if let available = memoryInformation("MemAvailable"), let total = memoryInformation("MemTotal"),
      available < total / 32
    {
      return true
    }
    return groups.memory.contains { $0.unused < $0.limit / 32 }
  }

  /// The number of bytes that the system still promises, if it promises no more than it has.
  ///
  /// With 2 in `/proc/sys/vm/overcommit_memory`, memory counts when it is mapped, before it is used.
  private var uncommittedByteCount: Int? {
    guard files.integer("/proc/sys/vm/overcommit_memory") == 2, let limit = memoryInformation("CommitLimit"),
      let committed = memoryInformation("Committed_AS")
    else { return nil }
    return limit - committed
  }

  /// Indicates that memory can be moved to huge pages: nil if the system does not say.
  var hasHugePages: Bool? {
    files.text("/sys/kernel/mm/transparent_hugepage/enabled").map { !$0.contains("[never]") }
  }

  /// Returns an entry of `/proc/meminfo` in bytes.
  private func memoryInformation(_ key: String) -> Int? {
    files.integer(key + ":", in: "/proc/meminfo").flatMap { kibibytes in
      let (bytes, overflows) = kibibytes.multipliedReportingOverflow(by: 1024)
      return kibibytes < 0 || overflows ? nil : bytes
    }
  }
}
