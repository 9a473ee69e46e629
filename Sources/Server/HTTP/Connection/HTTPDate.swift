/// The form of times in header fields (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
struct HTTPDate: Sendable {
  private var second = Int.min
  private var text = ""

  /// Returns the text of a time in seconds since 1970, which is kept until it changes.
  mutating func text(at second: Int) -> String {
    if second != self.second { (self.second, text) = (second, Self.text(second)) }
    return text
  }

  private static func text(_ second: Int) -> String {
    let days = second / 86_400
    let time = second % 86_400
    let (year, month, day) = civil(days)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0) }.joined(separator: ":")
    return "\(dayNames[(days + 4) % 7]), \(padded(day)) \(monthNames[month - 1]) \(year) \(clock) GMT"
  }

  /// The date of the Gregorian calendar, from the number of days since 1970.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    var (year, rest) = (1970, days)
    let length = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
    while rest >= length(year) {
      rest -= length(year)
      year += 1
    }
    let february = length(year) - 337
    var month = 0
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      month += 1
      if rest < days { return (year, month, rest + 1) }
      rest -= days
    }
    return (year, month, 1)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
