/// A formatter of dates, as C's `strftime` in the C locale.
enum JinjaStrftime {
  private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Formats a date; loops over long formats check the time limit.
  static func text(_ date: JinjaDate, _ format: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    var count = 0
    var text = ""
    var scalars = format.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      count += 1
      if count % 256 == 0 { try budget.checkTime() }
      guard scalar == "%", var letter = scalars.popFirst() else {
        text.unicodeScalars.append(scalar)
        continue
      }
      // `%-d` omits leading zeros.
      let isPlain = letter == "-"
      if isPlain { letter = scalars.popFirst() ?? "%" }
      text += try field(letter, date, isPlain, budget) ?? "%\(isPlain ? "-" : "")\(letter)"
    }
    return text
  }

  private static func field(
    _ letter: Unicode.Scalar, _ date: JinjaDate, _ isPlain: Bool, _ budget: JinjaBudget
  ) throws(JinjaFault) -> String? {
    func padded(_ number: Int, _ width: Int = 2, with filler: String = "0") -> String {
      let digits = String(number)
      return isPlain ? digits : String(repeating: filler, count: max(width - digits.utf8.count, 0)) + digits
    }
    let hour = (date.hour + 11) % 12 + 1
    let weekday = weekday(of: date)
    let day = dayOfYear(date)
    switch letter {
    case "a": return String(days[weekday].prefix(3))
    case "A": return days[weekday]
    case "b", "h": return String(months[date.month - 1].prefix(3))
    case "B": return months[date.month - 1]
    case "c": return try Self.text(date, "%a %b %e %H:%M:%S %Y", budget)
    case "C": return padded(date.year / 100)
    case "d": return padded(date.day)
    case "D", "x": return try Self.text(date, "%m/%d/%y", budget)
    case "e": return padded(date.day, with: " ")
    case "f": return padded(0, 6)
    case "F": return try Self.text(date, "%Y-%m-%d", budget)
    case "H": return padded(date.hour)
    case "I": return padded(hour)
    case "j": return padded(day, 3)
    case "k": return padded(date.hour, with: " ")
    case "l": return padded(hour, with: " ")
    case "m": return padded(date.month)
    case "M": return padded(date.minute)
    case "n": return "\n"
    case "p": return date.hour < 12 ? "AM" : "PM"
    case "P": return date.hour < 12 ? "am" : "pm"
    case "r": return try Self.text(date, "%I:%M:%S %p", budget)
    case "R": return try Self.text(date, "%H:%M", budget)
    case "S": return padded(date.second)
    case "t": return "\t"
    case "T", "X": return try Self.text(date, "%H:%M:%S", budget)
    case "u": return String(weekday == 0 ? 7 : weekday)
    case "U": return padded((day + 6 - weekday) / 7)
    case "w": return String(weekday)
    case "W": return padded((day + 6 - (weekday + 6) % 7) / 7)
    case "y": return padded(date.year % 100)
    case "Y": return String(date.year)
    // The date is without time zone.
    case "z", "Z": return ""
    case "%": return "%"
    default: return nil
    }
  }

  private static func dayOfYear(_ date: JinjaDate) -> Int {
    let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return lengths.prefix(date.month - 1).reduce(0, +) + date.day
  }

  /// The day of the week, 0 for Sunday.
  private static func weekday(of date: JinjaDate) -> Int {
    let years = date.year - 1
    return (years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear(date)) % 7
  }
}
