#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The processors of the machine.
public enum Processors {
  /// The number of physical cores that this process may run on, at least 1.
  public static let physicalCount: Int = max(1, countPhysical())

  /// The default number of threads of a pool: the fast physical cores, within the limit of processor time, at least 1.
  ///
  /// The hardware threads of a core share its vector units, so a second worker per core does not improve throughput;
  /// for slow cores, the others would wait. The limit is that of control groups, such as a container's.
  public static let threadCount: Int = max(1, countThreads())

  #if os(Linux) || os(Android)
    private static func countPhysical() -> Int {
      let count = Machine.current.topology.cores.count
      return count > 0 ? count : online
    }

    private static func countThreads() -> Int {
      Machine.current.topology.cores.isEmpty ? Machine.current.threadCount(cores: online) : Machine.current.threadCount
    }
  #else
    private static func countPhysical() -> Int { SystemControl.number("hw.physicalcpu") ?? online }

    /// The number of performance cores if there are efficiency cores too.
    private static func countThreads() -> Int {
      SystemControl.number("hw.perflevel0.physicalcpu") ?? physicalCount
    }
  #endif

  private static var online: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
