#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The memory that is available to this process.
public enum SystemMemory {
  /// The number of bytes that can be allocated without evicting other memory, within the limits of control groups.
  public static var availableByteCount: Int {
    let installed = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    #if canImport(Darwin)
      return min(max(installed, 0), unclaimedByteCount ?? .max)
    #else
      return Machine.current.availableByteCount(installed: installed)
    #endif
  }

  /// The number of bytes that can be allocated before the system ends processes: what is available, and swap space.
  public static var allocatableByteCount: Int {
    #if canImport(Darwin)
      .max  // Memory is compressed and swapped without a limit.
    #else
      Machine.current.allocatableByteCount(
        installed: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }

  /// Indicates that the system, or a control group, is about to run out of memory.
  public static var isLow: Bool {
    #if canImport(Darwin)
      false
    #else
      Machine.current.isMemoryLow
    #endif
  }
}
