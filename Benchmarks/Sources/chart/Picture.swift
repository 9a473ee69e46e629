/// A bar chart of the results, with a pair of bars per model and test.
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
  /// The length of a bar of ratio 1.
  private let unitLength: Double

  private let width = 720.0
  private let barsLeft = 104.0
  private let barsRight = 650.0
  private let barHeight = 15.0
  private let barDistance = 16.0
  private let rowHeight = 42.0
  private let modelHeight = 30.0
  private let headHeight = 72.0

  /// Creates a chart of all models with results of any of the tests.
  init(_ results: [Results]) {
    models = results.flatMap(\.models).map { model in
      (model.name, Self.tests.compactMap { test in model.results.first { $0.test == test } })
    }.filter { !$0.measurements.isEmpty }
    let settings = results.map { "\($0.machine.cpu), \($0.threads) threads" }
    setting = Set(settings).count == 1 ? settings[0] : ""
    let longest = models.flatMap(\.measurements).map { max(1, $0.ratio) }.max() ?? 1
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
        y += rowHeight
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
      name + ": " + measurements.map { "\($0.test) \($0.ratio.fixed(2)) times" }.joined(separator: ", ")
    }
    return escaped("Tokens per second, Swiftlet relative to llama.cpp. " + parts.joined(separator: "; "))
  }

  private var head: [String] {
    [
      text("Tokens per second", x: 0, y: 17, "title"),
      text("Longer is faster; bars are relative to llama.cpp on the same file.", x: 0, y: 37, "note"),
      // On a separate line, because processor names may be long.
      text(setting, x: 0, y: 53, "legend"),
      rectangle(x: width - 182, y: 4, length: barHeight, "swiftlet"), text("Swiftlet", x: width - 161, y: 16, "legend"),
      rectangle(x: width - 84, y: 4, length: barHeight, "other"), text("llama.cpp", x: width - 63, y: 16, "legend"),
    ]
  }

  private func row(_ measurement: Results.Measurement, y: Double) -> [String] {
    let length = unitLength * measurement.ratio
    // Inside the bar, or after it if the bar is too short.
    func value(_ spread: Results.Spread, _ length: Double, y: Double) -> String {
      let isInside = length > 44
      return text(
        spread.median.short, x: barsLeft + (isInside ? 7 : length + 5), y: y + 11.5, isInside ? "inside" : "legend")
    }
    return [
      text(measurement.test, x: barsLeft - 10, y: y + 20, "test"),
      rectangle(x: barsLeft, y: y, length: length, "swiftlet"), value(measurement.swiftlet, length, y: y),
      rectangle(x: barsLeft, y: y + barDistance, length: unitLength, "other"),
      value(measurement.llamaCpp, unitLength, y: y + barDistance),
      text("\(measurement.ratio.fixed(2)) ×", x: barsLeft + max(length, unitLength) + 10, y: y + 21, "ratio"),
    ]
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
