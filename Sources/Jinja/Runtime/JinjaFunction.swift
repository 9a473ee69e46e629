/// A callable value.
final class JinjaFunction {
  typealias Body = @Sendable (JinjaRun, JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue

  enum Kind {
    /// A macro with its closure scope.
    case macro(JinjaMacro, JinjaScope)
    /// A bound method.
    case method(String, JinjaMethods.Method, of: JinjaRuntimeValue)
    /// A built-in function.
    case native(String, Body)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  func call(_ run: JinjaRun, _ arguments: JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue {
    switch kind {
    case .macro(let macro, let scope): return .text(try run.call(macro, in: scope, arguments))
    case .method(_, let method, let value): return try method(run, value, arguments)
    case .native(_, let body): return try body(run, arguments)
    }
  }

  /// The printed form.
  var description: String {
    switch kind {
    case .macro(let macro, _): "<Macro '\(macro.name)'>"
    case .method(let name, _, _): "<built-in method \(name)>"
    case .native(let name, _): "<function \(name)>"
    }
  }
}

/// The evaluated arguments of a call.
struct JinjaArguments {
  var positional: [JinjaRuntimeValue] = []
  var keywords: [(name: String, value: JinjaRuntimeValue)] = []

  var isEmpty: Bool { positional.isEmpty && keywords.isEmpty }

  mutating func removeKeyword(_ name: String) -> JinjaRuntimeValue? {
    guard let index = keywords.firstIndex(where: { CodePoints.equal($0.name, name) }) else { return nil }
    return keywords.remove(at: index).value
  }

  /// The arguments in the order of the parameters, the first `required` of which are mandatory.
  ///
  /// `operation` names the callee in errors.
  func bound(_ operation: String, _ names: [String], required: Int = 0) throws(JinjaFault) -> [JinjaRuntimeValue?] {
    var values: [JinjaRuntimeValue?] = Array(repeating: nil, count: names.count)
    guard positional.count <= names.count else {
      throw .value(operation, found: "\(positional.count) arguments", expected: Self.signature(names))
    }
    for (index, value) in positional.enumerated() { values[index] = value }
    for (name, value) in keywords {
      guard let index = names.firstIndex(where: { CodePoints.equal($0, name) }), isMissing(values[index]) else {
        throw .value(operation, found: "an argument '\(name)'", expected: Self.signature(names))
      }
      values[index] = value
    }
    for index in 0..<required where isMissing(values[index]) {
      throw .value(operation, found: "no argument '\(names[index])'", expected: "one")
    }
    return values
  }

  /// Checks that there are no arguments.
  func none(_ operation: String) throws(JinjaFault) { _ = try bound(operation, []) }

  private func isMissing(_ value: JinjaRuntimeValue?) -> Bool { if case nil = value { true } else { false } }

  private static func signature(_ names: [String]) -> String {
    names.isEmpty ? "no arguments" : "at most " + names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension JinjaRuntimeValue? {
  /// The argument, nil if it is missing or Python's `None`.
  var given: JinjaRuntimeValue? {
    if case .some(.none) = self { nil } else { self }
  }
}

extension JinjaRuntimeValue {
  /// The value as an integer; booleans count as integers.
  func integer(for operation: String) throws(JinjaFault) -> Int {
    switch self {
    case .integer(let value): return value
    case .boolean(let value): return value ? 1 : 0
    default: throw .value(operation, found: kind, expected: "an integer")
    }
  }

  /// The value as a string.
  func text(for operation: String) throws(JinjaFault) -> JinjaText {
    guard case .text(let text) = self else { throw .value(operation, found: kind, expected: "a string") }
    return text
  }
}
