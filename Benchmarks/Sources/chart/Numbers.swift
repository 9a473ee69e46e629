extension Double {
  /// The number with about three significant digits.
  var short: String { fixed(magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0) }

  /// Formats the number with a fixed number of decimals.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "–" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let digits = String(Int((magnitude * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let text = decimals == 0 ? padded : padded.dropLast(decimals) + "." + padded.suffix(decimals)
    return (self < 0 ? "-" : "") + text
  }
}

extension Results.Model {
  /// The file name without its extension.
  var name: String { file.hasSuffix(".gguf") ? String(file.dropLast(5)) : file }
}

extension Results.Measurement {
  /// Formats a value in the unit of the measurement.
  func formatted(_ value: Double) -> String { unit == "MB" ? value.fixed(0) : value.short }
}
