#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What is known about the processors of the machine.
public enum Processors {
  /// The number of physical cores that this process may run on, at least 1.
  ///
  /// Two hardware threads of a core share its vector units, so a second worker on it gains nothing.
  public static let physicalCount: Int = max(1, countPhysical())

  #if os(Linux) || os(Android)
    private static func countPhysical() -> Int {
      guard let allowed = line(of: "/proc/self/status", after: "Cpus_allowed_list:") else { return online }
      // Hardware threads of one core name the same list of siblings.
      let cores = processors(inList: allowed).map { processor in
        line(of: "/sys/devices/system/cpu/cpu\(processor)/topology/thread_siblings_list", after: "") ?? "\(processor)"
      }
      return Set(cores).count
    }

    /// The numbers of a list such as `0-3,8`.
    private static func processors(inList list: String) -> [Int] {
      list.split(separator: ",").flatMap { part -> [Int] in
        let bounds = part.split(separator: "-").compactMap { Int($0) }
        guard let first = bounds.first, let last = bounds.last, first <= last, last < 1 << 16 else { return [] }
        return Array(first...last)
      }
    }

    /// What follows `prefix` in the first line of a file that begins with it, without blanks around it.
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
    /// The fast cores, where there are slow ones too: a loop would wait for those.
    private static func countPhysical() -> Int {
      SystemControl.number("hw.perflevel0.physicalcpu") ?? SystemControl.number("hw.physicalcpu") ?? online
    }
  #endif

  private static var online: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
