import Foundation

/// Processor information of the system.
enum Machine {
  /// The name of the processor.
  static var processor: String { value(of: "model name") ?? "unknown processor" }

  /// The size of the last-level cache in bytes; 0 if unknown.
  static var lastLevelCacheBytes: Int {
    let path = "/sys/devices/system/cpu/cpu0/cache/index3/size"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return 0 }
    let digits = text.prefix { $0.isNumber }
    return (Int(digits) ?? 0) << (text.dropFirst(digits.count).first == "M" ? 20 : 10)
  }

  private static let processorLines: [Substring] = {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return [] }
    return text.split(separator: "\n")
  }()

  private static func value(of key: String) -> String? {
    guard let line = processorLines.first(where: { $0.hasPrefix(key) }) else { return nil }
    return line.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
