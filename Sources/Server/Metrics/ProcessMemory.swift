import Foundation

/// The memory of this process.
enum ProcessMemory {
  /// The bytes in memory, those of mapped files among them; `nil` where the system has no `/proc`.
  static var residentBytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
