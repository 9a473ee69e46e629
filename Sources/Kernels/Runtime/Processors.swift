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
  ///
  /// The hardware threads of a core share its vector units, so a second worker per core does not improve throughput.
  public static let physicalCount: Int = max(1, countPhysical())

  #if os(Linux) || os(Android)
    private static func countPhysical() -> Int {
      guard let allowed = line(of: "/proc/self/status", after: "Cpus_allowed_list:") else { return online }
      // Hardware threads of one core have the same list of siblings.
      let cores = processors(inList: allowed).map { processor in
        line(of: "/sys/devices/system/cpu/cpu\(processor)/topology/thread_siblings_list", after: "") ?? "\(processor)"
      }
      return Set(cores).count
    }

    /// Parses a processor list such as `0-3,8`.
    private static func processors(inList list: String) -> [Int] {
      list.split(separator: ",").flatMap { part -> [Int] in
        let bounds = part.split(separator: "-").compactMap { Int($0) }
        guard let first = bounds.first, let last = bounds.last, first <= last, last < 1 << 16 else { return [] }
        return Array(first...last)
      }
    }

    /// Returns the text after `prefix` in the first line of a file that begins with it, without leading blanks.
    private static func line(of path: String, after prefix: String) -> String? {
      guard let file = unsafe fopen(path, "re") else { return nil }
      defer { unsafe fclose(file) }
      var buffer = [CChar](repeating: 0, count: 1024)
      while unsafe fgets(&buffer, Int32(buffer.count), file) != nil {
        let line = String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count).drop { $0 == "\t" || $0 == " " }) }
      }
      return nil
    }
  #else
    /// The number of performance cores if there are efficiency cores too, as loops would wait for the latter.
    private static func countPhysical() -> Int {
      SystemControl.number("hw.perflevel0.physicalcpu") ?? SystemControl.number("hw.physicalcpu") ?? online
    }
  #endif

  private static var online: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
