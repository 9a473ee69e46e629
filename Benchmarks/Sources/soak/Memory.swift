import Foundation

/// The resident memory of the process, sample by sample, and whether it grows.
///
/// The first two fifths of the time warm up: caches fill until each has reached its limit. Of the rest, the median of the
/// first third is compared with that of the last. A median, since requests come and go by chance.
struct Memory {
  private var samples: [(time: Double, bytes: Int)] = []

  /// The part by which it may grow.
  static let tolerance = 0.02
  /// A run of less says nothing about growth, in seconds.
  static let shortest = 240.0
  private static let warmUp = 0.4

  /// Takes a sample, at a time in seconds since the start; nothing where the system does not tell.
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

  /// `/proc/self/statm` counts pages: all, and then those that are resident.
  private static var residentByteCount: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }
}
