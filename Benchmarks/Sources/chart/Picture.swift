/// A bar chart of the results, with a bar per model, test and engine.
///
/// Tokens per second vary by a factor of a hundred between tests and models, so bars are relative to llama.cpp, whose
/// bars all have the same length. The labels in the bars are tokens per second.
struct Picture {
  /// The tests in the chart.
  static let tests = ["pp512", "tg64", "tg64@2048"]

  private static let legend =
    "pp N: prefill of N tokens. tg N: generation of N tokens, @2048 after 2,048 tokens of context."

  private let models: [(name: String, measurements: [Results.Measurement])]
  private let setting: String
  private let hasIk: Bool
  /// The length of a bar of ratio 1.
  private let unitLength: Double

  private let width = 720.0
  private let barsLeft = 104.0
  private let barsRight = 650.0
  private let barHeight = 15.0
  private let barDistance = 16.0
  private let rowDistance = 10.0
  private let modelHeight = 30.0
  private let headHeight = 72.0

  /// Creates a chart of all models with results of any of the tests.
  init(_ results: [Results]) {
    models = results.flatMap(\.models).map { model in
      (model.name, Self.tests.compactMap { test in model.results.first { $0.test == test } })
    }.filter { !$0.measurements.isEmpty }
    let settings = results.map { "\($0.machine.cpu), \($0.threads) threads" }
    setting = Set(settings).count == 1 ? settings[0] : ""
    let measurements = models.flatMap(\.measurements)
    hasIk = measurements.contains { $0.ikLlamaCpp != nil }
    let longest = measurements.flatMap { Self.bars($0).map(\.ratio) }.max() ?? 1
    unitLength = (barsRight - barsLeft) / longest
  }

  /// The chart in SVG.
  var svg: String {
    var body: [String] = []
    var y = headHeight
    for (name, measurements) in models {
      body.append(text(name, x: 0, y: y + 16, "model"))
      y += modelHeight
      for measurement in measurements {
        body += row(measurement, y: y)
        y += Double(Self.bars(measurement).count) * barDistance + rowDistance
      }
      y += 10
    }
    body.append(text(Self.legend, x: 0, y: y + 8, "legend"))
    y += 16
    let size = "width=\"\(at(width))\" height=\"\(at(y))\" viewBox=\"0 0 \(at(width)) \(at(y))\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img" aria-label="\(label)">
      \(Self.style)
      \((head + body).joined(separator: "\n"))
      </svg>

      """
  }

  /// The accessibility label.
  private var label: String {
    let parts = models.map { name, measurements in
      let ratios = measurements.map { "\($0.test) \($0.ratio(to: $0.llamaCpp).fixed(2)) times" }
      return name + ": " + ratios.joined(separator: ", ")
    }
    return escaped("Tokens per second, Swiftlet relative to llama.cpp. " + parts.joined(separator: "; "))
  }

  private var head: [String] {
    [
      text("Tokens per second", x: 0, y: 17, "title"),
      text("Longer is faster; bars are relative to llama.cpp on the same file.", x: 0, y: 37, "note"),
      // On a separate line, because processor names may be long.
      text(setting, x: 0, y: 53, "legend"),
    ] + key
  }

  /// The names of the engines, from the right edge to the left.
  private var key: [String] {
    var entries = [("llama.cpp", "other", 84.0), ("Swiftlet", "swiftlet", 98.0)]
    if hasIk { entries.insert((Peer.ikLlamaCpp.name, "ik", 100), at: 0) }
    var (x, lines) = (width, [String]())
    for (name, kind, length) in entries {
      x -= length
      lines = [rectangle(x: x, y: 4, length: barHeight, kind), text(name, x: x + 21, y: 16, "legend")] + lines
    }
    return lines
  }

  /// The bars of a test: their class, value, and length relative to llama.cpp.
  private static func bars(_ measurement: Results.Measurement) -> [(kind: String, value: Double, ratio: Double)] {
    let other = measurement.llamaCpp.median
    let bars = [("swiftlet", measurement.swiftlet.median), ("other", other)]
    let ik = measurement.ikLlamaCpp.map { [("ik", $0.median)] } ?? []
    return (bars + ik).map { ($0.0, $0.1, $0.1 / other) }
  }

  private func row(_ measurement: Results.Measurement, y: Double) -> [String] {
    let bars = Self.bars(measurement)
    let middle = y + Double(bars.count) * barDistance / 2
    var lines = [text(measurement.test, x: barsLeft - 10, y: middle + 4, "test")]
    for (index, bar) in bars.enumerated() {
      let (top, length) = (y + Double(index) * barDistance, unitLength * bar.ratio)
      // Inside the bar, or after it if the bar is too short.
      let isInside = length > 44
      lines.append(rectangle(x: barsLeft, y: top, length: length, bar.kind))
      lines.append(
        text(
          bar.value.short, x: barsLeft + (isInside ? 7 : length + 5), y: top + 11.5, isInside ? "inside" : "legend"))
    }
    let end = barsLeft + unitLength * (bars.map(\.ratio).max() ?? 1) + 10
    lines.append(text("\(measurement.ratio(to: measurement.llamaCpp).fixed(2)) ×", x: end, y: middle + 5, "ratio"))
    if let ik = measurement.ikLlamaCpp {
      lines.append(text("\(measurement.ratio(to: ik).fixed(2)) × of ik", x: end, y: middle + 20, "legend"))
    }
    return lines
  }

  /// Colours that are readable on white and black, with specific ones for light and dark mode.
  private static let style = """
    <style>
      text { font: 12px -apple-system, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; fill: #768390; }
      .title { font-size: 17px; font-weight: 600; }
      .model { font-size: 14px; font-weight: 600; }
      .test { text-anchor: end; }
      .legend { font-size: 11px; }
      .inside { font-size: 11px; font-weight: 600; fill: #ffffff; }
      .ratio { font-size: 14px; font-weight: 600; fill: #e8590c; }
      .swiftlet { fill: #e8590c; }
      .other { fill: #7d8894; }
      .ik { fill: #5a7fa8; }
      @media (prefers-color-scheme: light) {
        text { fill: #424a53; }
        .title, .model { fill: #1f2328; }
        .ratio { fill: #cf4a06; }
      }
      @media (prefers-color-scheme: dark) {
        text { fill: #b1bac4; }
        .title, .model { fill: #f0f6fc; }
        .ratio { fill: #ff8a50; }
        .other { fill: #656f7b; }
      }
    </style>
    """

  private func text(_ content: String, x: Double, y: Double, _ kind: String) -> String {
    "<text x=\"\(at(x))\" y=\"\(at(y))\" class=\"\(kind)\">\(escaped(content))</text>"
  }

  private func rectangle(x: Double, y: Double, length: Double, _ kind: String) -> String {
    let extent = "x=\"\(at(x))\" y=\"\(at(y))\" width=\"\(at(length))\" height=\"\(at(barHeight))\""
    return "<rect \(extent) rx=\"2\" class=\"\(kind)\"/>"
  }

  private func at(_ coordinate: Double) -> String { coordinate.fixed(1) }

  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
