#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How much memory there is for this process.
public enum SystemMemory {
  /// The bytes that can be used without others being pushed out, as far as the system says: the memory that is
  /// available, but no more than what is left of the control group's share.
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

  /// Whether the system is about to run out of memory, as far as it says.
  ///
  /// That is where less than a thirty-second of it can be had without taking some from programs: of the machine's, by the
  /// kernel's own estimate, or of the control group's share, where what was not used lately of files can be dropped.
  public static var isShort: Bool {
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

  /// A line of the system's account of its memory.
  private static func kibibytes(_ key: String) -> Int? {
    let line = text("/proc/meminfo")?.split(separator: "\n").first { $0.starts(with: key) }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  private static func number(_ path: String) -> Int? {
    text(path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// The beginning of a small file of the system.
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
