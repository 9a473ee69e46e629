package import Foundation
import SwiftletGGUF

extension HTTPExchange.Head {
  /// The delay that the server requests before the next attempt, at most a year.
  ///
  /// The `Retry-After` field has a number of seconds or a date; some services also send one with milliseconds.
  /// A date is compared with that of the response, since the clocks of the two sides may differ.
  package func requestedDelay(now: Date = Date()) -> Duration? {
    let now = fields["date"].flatMap { Date(httpDate: $0) } ?? now
    let year = 31_536_000.0
    func bounded(_ seconds: Double) -> Duration? {
      seconds.isFinite ? .milliseconds(Int(clamping: min(max(0, seconds), year) * 1000)) : nil
    }
    if let milliseconds = fields["retry-after-ms"].flatMap({ Double($0) }) { return bounded(milliseconds / 1000) }
    guard let value = fields["retry-after"] else { return nil }
    if let seconds = Double(value) { return bounded(seconds) }
    return Date(httpDate: value).flatMap { bounded($0.timeIntervalSince(now)) }
  }

  /// The media type of the body, without parameters.
  package var contentType: String {
    let value = fields["content-type"] ?? ""
    return value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }
}

extension Date {
  /// Parses a date in the preferred format of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package init?(httpDate text: String) {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), 1...31 ~= day, let year = Int(parts[3]), 1970...9999 ~= year
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, 0..<24 ~= time[0], 0..<60 ~= time[1], 0...60 ~= time[2] else { return nil }
    // Years start in March, so that the leap day is the last day of a year.
    let marchYear = month < 2 ? year - 1 : year
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days = marchYear * 365 + leapDays + dayOfYear - 719_468
    self.init(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
  }
}
