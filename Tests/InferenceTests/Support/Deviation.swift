import Foundation

/// The deviation of logits from those of the reference.
struct Deviation: CustomStringConvertible {
  /// The greatest absolute difference.
  private(set) var maximum = 0.0
  /// The mean absolute difference.
  private(set) var mean = 0.0
  /// The mean over the positions of Σ p · ln(p / q) with the reference's p.
  private(set) var divergence = 0.0

  /// Compares rows of equal lengths; a number that is none makes the deviation infinite.
  init(_ found: [[Float]], from expected: [[Float]]) {
    guard found.map(\.count) == expected.map(\.count), found.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      (maximum, mean, divergence) = (.infinity, .infinity, .infinity)
      return
    }
    for (q, p) in zip(found, expected) {
      let differences = zip(q, p).map { abs(Double($0) - Double($1)) }
      maximum = max(maximum, differences.max() ?? 0)
      mean += differences.reduce(0, +) / Double(max(differences.count, 1) * expected.count)
      let (logP, logQ) = (Self.logarithms(p), Self.logarithms(q))
      divergence += zip(logP, logQ).reduce(0) { $0 + exp($1.0) * ($1.0 - $1.1) } / Double(expected.count)
    }
  }

  var description: String { "maximum \(maximum), mean \(mean), divergence \(divergence)" }

  /// The logarithms of the softmax.
  private static func logarithms(_ logits: [Float]) -> [Double] {
    let highest = Double(logits.max() ?? 0)
    let sum = logits.reduce(0) { $0 + exp(Double($1) - highest) }
    return logits.map { Double($0) - highest - log(sum) }
  }
}
