import SwiftletGGUF
import SwiftletJSON

extension JSONFields {
  /// The idle time of `keep_alive` or `ttl`: seconds, or a text such as `5m`; negative for ever.
  package var keepAlive: KeepAlive? {
    get throws(FieldError) {
      guard let name = ["keep_alive", "ttl"].first(where: { member($0) != nil }), let value = member(name) else {
        return nil
      }
      let seconds: Double? =
        switch value {
        case .number(let text): Double(text)
        case .string(let text): Duration.seconds(ofText: text)
        default: nil
        }
      guard let seconds, seconds.isFinite else {
        throw FieldError(path(of: name), "found \(value.excerpt), expected seconds, or a time such as 5m")
      }
      // A century is for ever.
      return seconds < 0 || seconds > 3e9 ? .forever : .after(.milliseconds(Int(clamping: seconds * 1000)))
    }
  }
}

extension Duration {
  /// Returns the seconds of a text such as `90`, `1h30m` or `250ms`; `nil` for another text.
  package static func seconds(ofText text: String) -> Double? {
    if let number = Double(text) { return number }
    let units = ["h": 3600.0, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9]
    var rest = text[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative { rest = rest.dropFirst() }
    var total = 0.0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[digits.endIndex...]
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[unit.endIndex...]
      guard let number = Double(digits), let factor = units[String(unit)] else { return nil }
      total += number * factor
    }
    return isNegative ? -total : total
  }
}
