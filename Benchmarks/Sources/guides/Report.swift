/// The summary of all files.
struct Report {
  private var files = 0
  private var compiled = 0
  private var passed = 0
  private var rejectsValid: [String] = []
  private var acceptsInvalid: [String] = []
  private var wrongMasks: [String] = []
  private var refusals: [String] = []
  private var compiles: [Double] = []
  private var masks: [Double] = []
  private var accepts: [Double] = []
  private var slowest: [(Double, String)] = []

  mutating func add(_ name: String, _ outcome: MaskBenchFile.Outcome) {
    files += 1
    if let refusal = outcome.refusal {
      refusals.append("\(name): \(refusal)")
      return
    }
    compiled += 1
    compiles.append(outcome.compile.microseconds)
    let times = outcome.masks.map(\.microseconds)
    masks += times
    accepts += outcome.accepts.map(\.microseconds)
    slowest.append((times.max() ?? 0, name))
    if let location = outcome.rejectsValid { rejectsValid.append("\(name): \(location)") }
    if let text = outcome.acceptsInvalid { acceptsInvalid.append("\(name): \(text.prefix(300))") }
    if let text = outcome.wrongMask { wrongMasks.append("\(name): \(text)") }
    if outcome.rejectsValid == nil && outcome.acceptsInvalid == nil && outcome.wrongMask == nil { passed += 1 }
  }

  func show(preparation: Duration, lists: Bool) {
    func share(_ count: Int) -> String { "\(count) (\(rounded(100 * Double(count) / Double(max(files, 1)))) %)" }
    print("| | |")
    print("|---|---|")
    print("| files | \(files) |")
    print("| passing | \(share(passed)) |")
    print("| refused | \(share(refusals.count)) |")
    print("| files that reject a valid instance | \(rejectsValid.count) |")
    print("| files that accept an invalid instance | \(acceptsInvalid.count) |")
    print("| files where a mask and a single token check differ | \(wrongMasks.count) |")
    print("| vocabulary preparation | \(rounded(preparation.microseconds / 1000)) ms |")
    show("compile", compiles)
    show("mask", masks)
    show("accept a token", accepts)
    guard lists else { return }
    for (title, list) in [
      ("rejects valid", rejectsValid), ("accepts invalid", acceptsInvalid), ("wrong mask", wrongMasks),
      ("refused", refusals),
    ] {
      for line in list { print("\(title): \(line)") }
    }
    for (time, name) in slowest.sorted(by: { $0.0 > $1.0 }).prefix(20) {
      print("slowest mask: \(name): \(rounded(time)) µs")
    }
  }

  private func show(_ title: String, _ times: [Double]) {
    guard !times.isEmpty else { return }
    let sorted = times.sorted()
    func quantile(_ share: Double) -> String {
      rounded(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
    let average = rounded(times.reduce(0, +) / Double(times.count))
    print(
      "| \(title), µs: average / median / p90 / p99 / p99.9 / max (\(times.count)) | \(average) / \(quantile(0.5)) / \(quantile(0.9)) / \(quantile(0.99)) / \(quantile(0.999)) / \(quantile(1)) |"
    )
  }
}

private func rounded(_ value: Double) -> String {
  let tenths = (value * 10).rounded() / 10
  return tenths >= 100 ? "\(Int(tenths.rounded()))" : "\(tenths)"
}

extension Duration {
  /// The time in microseconds.
  var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }
}
