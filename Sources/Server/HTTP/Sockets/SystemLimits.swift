#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The limits of the system for this process.
enum SystemLimits {
  /// The number of file descriptors (`ulimit -n`).
  static var descriptorCount: Int {
    let count = Int(sysconf(Int32(_SC_OPEN_MAX)))
    return count > 0 ? count : .max
  }
}
