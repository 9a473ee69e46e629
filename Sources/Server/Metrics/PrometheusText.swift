/// A text of metrics in the format of Prometheus, version 0.0.4.
package struct PrometheusText {
  /// The text so far.
  package private(set) var text = ""
  private let prefix: String

  /// Creates an empty text.
  ///
  /// - Parameter prefix: The beginning of all names.
  package init(prefix: String = "swiftlet_") { self.prefix = prefix }

  /// Adds a metric without labels.
  ///
  /// - Parameters:
  ///   - name: The name without the prefix.
  ///   - type: `counter` or `gauge`.
  ///   - help: The meaning.
  ///   - value: The value.
  package mutating func add(_ name: String, _ type: String, _ help: String, _ value: Double) {
    add(name, type, help, [([], value)])
  }

  /// Adds a metric with a value for each set of labels.
  package mutating func add(
    _ name: String, _ type: String, _ help: String, _ values: [(labels: [(String, String)], value: Double)]
  ) {
    begin(name, type, help)
    for value in values { line(name, value.labels, value.value) }
  }

  /// Adds a histogram.
  package mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
    begin(name, "histogram", help)
    var count = 0
    for (index, limit) in Histogram.limits.enumerated() {
      count += histogram.counts[index]
      line(name + "_bucket", [("le", Self.number(limit))], Double(count))
    }
    line(name + "_bucket", [("le", "+Inf")], Double(histogram.count))
    line(name + "_sum", [], histogram.sum)
    line(name + "_count", [], Double(histogram.count))
  }

  private mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(prefix)\(name) \(help)\n# TYPE \(prefix)\(name) \(type)\n"
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += prefix + name + (list.isEmpty ? "" : "{\(list)}") + " \(Self.number(value))\n"
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
