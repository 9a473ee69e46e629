import Foundation

extension Expression {
  /// The unary functions.
  static let functions: [String: @Sendable (Double) -> Double] = [
    "sqrt": { $0.squareRoot() }, "abs": { abs($0) }, "round": { $0.rounded() }, "floor": { floor($0) },
    "ceil": { ceil($0) }, "sin": { sin($0) }, "cos": { cos($0) }, "tan": { tan($0) }, "ln": { log($0) },
    "log": { log10($0) }, "exp": { exp($0) },
  ]

  /// Parses a constant, or a function and its operand.
  mutating func namedOperand() throws(Failure) -> Double {
    let name = word()
    switch name {
    case "pi": return .pi
    case "e": return exp(1)
    default:
      guard let function = Self.functions[name] else {
        let known = Self.functions.keys.sorted().joined(separator: ", ")
        throw Failure(description: "found '\(name)', expected a number, pi, e or one of: \(known)")
      }
      return function(try operand())
    }
  }

  /// Returns `base` raised to `exponent`.
  func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
