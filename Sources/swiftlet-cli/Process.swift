#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import SwiftletJSON

/// Resource usage of this process.
enum ProcessStatistics {
  /// The peak resident set size in bytes.
  static var peakResidentBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      return unsafe getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
    #else
      // 0 is RUSAGE_SELF, an enumeration in one C library and a macro in another; the unit is a kilobyte.
      return unsafe getrusage(0, &usage) == 0 ? usage.ru_maxrss * 1024 : 0
    #endif
  }
}

/// A JSON object on one line, with its keys in the given order.
struct JSONLine {
  private var members: [(String, JSONValue?)] = []

  mutating func add(_ key: String, _ text: String) { members.append((key, .string(text))) }

  mutating func add(_ key: String, _ number: Int) { members.append((key, .number("\(number)"))) }

  /// Adds a number with a fixed number of decimals; null if it is not finite.
  mutating func add(_ key: String, _ number: Double, decimals: Int = 3) {
    members.append((key, number.isFinite ? .number(number.formatted(decimals: decimals)) : .null))
  }

  var text: String { JSONWriter.text(.members(members), layout: .line) }
}

extension Double {
  /// Formats the number with a fixed number of decimals.
  func formatted(decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    // Of numbers that are not finite, or too large for their decimals to be known, it is the shortest description.
    guard magnitude < 1e15, let scaled = Int(exactly: (magnitude * scale).rounded()) else { return "\(self)" }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 ? "-" : ""
    return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
