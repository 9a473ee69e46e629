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
    if let line = text("/proc/meminfo")?.split(separator: "\n").first(where: { $0.starts(with: "MemAvailable:") }),
      let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    {
      available = min(available, kibibytes << 10)
    }
    if let limit = number("/sys/fs/cgroup/memory.max"), let used = number("/sys/fs/cgroup/memory.current") {
      available = min(available, max(0, limit - used))
    }
    return available
  }

  private static func number(_ path: String) -> Int? {
    text(path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// The beginning of a small file of the system.
  private static func text(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? unsafe String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
}
