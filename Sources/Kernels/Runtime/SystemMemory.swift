#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The memory that is available to this process.
public enum SystemMemory {
  /// The number of bytes that can be allocated without evicting other memory, within the limit of the control group.
  public static var availableByteCount: Int {
    let installed = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    var available = max(installed, 0)
    #if canImport(Darwin)
      if let unclaimed = unclaimedByteCount { available = min(available, unclaimed) }
    #endif
    if let kibibytes = kibibytes("MemAvailable:") { available = min(available, kibibytes << 10) }
    if let limit = number("/sys/fs/cgroup/memory.max"), let used = number("/sys/fs/cgroup/memory.current") {
      available = min(available, max(0, limit - used))
    }
    return available
  }

  /// Indicates that the system, or the control group, is about to run out of memory.
  ///
  /// That is the case if less than 1/32 of the memory is available without swapping: of the machine, by the estimate of
  /// the kernel, or of the control group's limit, where inactive file pages count as available.
  public static var isLow: Bool {
    if let available = kibibytes("MemAvailable:"), let total = kibibytes("MemTotal:"), available < total / 32 {
      return true
    }
    guard let limit = number("/sys/fs/cgroup/memory.max"), let used = number("/sys/fs/cgroup/memory.current") else {
      return false
    }
    let lines = text("/sys/fs/cgroup/memory.stat")?.split(separator: "\n")
    let droppable = lines?.first { $0.starts(with: "inactive_file ") }?.split(separator: " ").last.flatMap { Int($0) }
    return limit - max(0, used - (droppable ?? 0)) < limit / 32
  }

  /// Reads an entry of `/proc/meminfo` in KiB.
  private static func kibibytes(_ key: String) -> Int? {
    let line = text("/proc/meminfo")?.split(separator: "\n").first { $0.starts(with: key) }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  private static func number(_ path: String) -> Int? {
    text(path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// Reads the first 4096 bytes of a system file.
  static func text(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? unsafe String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
}
