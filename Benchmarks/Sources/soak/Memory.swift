import Foundation

/// Samples of the resident memory of the process, to detect leaks.
///
/// The first two fifths of the run are a warm-up in which caches fill to their limits. Of the rest, the median of the
/// first third is compared with that of the last. Medians are robust against the random load.
struct Memory {
  private var samples: [(time: Double, bytes: Int)] = []

  /// The tolerated relative growth.
  static let tolerance = 0.02
  /// The shortest run for which growth is a failure, in seconds.
  static let shortest = 240.0
  private static let warmUp = 0.4

  /// Takes a sample at a time in seconds since the start; nothing if the system does not support it.
  mutating func sample(at time: Double) {
    guard let bytes = Self.residentByteCount else { return }
    samples.append((time, bytes))
  }

  /// The last sample in mebibytes.
  var current: Double { Double(samples.last?.bytes ?? 0) / 1_048_576 }

  /// The medians of the first and of the last third after the warm-up, in mebibytes.
  func medians(duration: Double) -> (first: Double, last: Double)? {
    let third = duration * (1 - Self.warmUp) / 3
    func median(from start: Double) -> Double? {
      let part = samples.filter { $0.time >= start && $0.time < start + third }.map(\.bytes).sorted()
      return part.isEmpty ? nil : Double(part[part.count / 2]) / 1_048_576
    }
    guard let first = median(from: duration * Self.warmUp), let last = median(from: duration - third) else {
      return nil
    }
    return (first, last)
  }

  /// `/proc/self/statm` has the number of pages and of resident pages.
  private static var residentByteCount: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }
}
