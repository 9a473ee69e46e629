/// Why a template cannot be read, or stopped while it ran.
public struct JinjaError: Error, Sendable, Hashable {
  /// What is wrong.
  public let reason: Reason
  /// The line of the template, from 1.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int
  /// The text of that line.
  public let source: String

  /// The kinds of errors.
  public enum Reason: Sendable, Hashable {
    /// The source is not written as the language wants it.
    case syntax(found: String, expected: String)
    /// A filter, test, statement or function that the language does not have.
    case unknown(kind: String, name: String)
    /// A value is needed where there is none; the text says which one.
    case undefined(String)
    /// An operation got values that it cannot work with.
    case value(operation: String, found: String, expected: String)
    /// The template itself refused its input, with `raise_exception`.
    case raised(message: String)
    /// The template used more than it may.
    case limit(JinjaLimits.Kind, maximum: Int)
  }
}

extension JinjaError: CustomStringConvertible {
  /// The place, what was found, what was expected, and the line.
  public var description: String {
    "line \(line), column \(column) of the template: \(reason); in \"\(source)\""
  }
}

extension JinjaError.Reason: CustomStringConvertible {
  /// What was found and what was expected.
  public var description: String {
    switch self {
    case .syntax(let found, let expected): "found \(found), expected \(expected)"
    case .unknown(let kind, let name): "there is no \(kind) named '\(name)'"
    case .undefined(let what): what
    case .value(let operation, let found, let expected): "\(operation): found \(found), expected \(expected)"
    case .raised(let message): "the template refuses its input: \(message)"
    case .limit(let kind, let maximum): "more than \(maximum) \(kind.unit)"
    }
  }
}

extension JinjaLimits.Kind {
  /// What is counted.
  var unit: String {
    switch self {
    case .sourceBytes: "bytes of template"
    case .sourceDepth: "levels of brackets and blocks"
    case .steps: "steps"
    case .milliseconds: "milliseconds"
    case .depth: "levels of calls and blocks"
    case .nesting: "levels of values within values"
    case .outputBytes: "bytes of output"
    case .memoryBytes: "bytes of values"
    case .elements: "elements"
    }
  }
}

/// An error on its way to where the place of an offset can be worked out.
struct JinjaFault: Error {
  var reason: JinjaError.Reason
  /// Bytes from the source's beginning; nil if the running template knows it better.
  var offset: Int?

  init(_ reason: JinjaError.Reason, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }

  static func value(_ operation: String, found: String, expected: String) -> JinjaFault {
    JinjaFault(.value(operation: operation, found: found, expected: expected))
  }

  /// The error with the place in a source whose line breaks are single.
  func error(in source: [UInt8], otherwiseAt offset: Int) -> JinjaError {
    /// What is shown of a line.
    let shown = 120
    let offset = min(max(self.offset ?? offset, 0), source.count)
    let before = source[..<offset]
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = source[offset...].firstIndex(of: newline) ?? source.count
    let line = String(decoding: source[start..<end], as: UTF8.self)
    let column = String(decoding: source[start..<offset], as: UTF8.self).unicodeScalars.count + 1
    let first = max(column - 1 - shown / 2, 0)
    let excerpt = line.unicodeScalars.dropFirst(first).prefix(shown)
    return JinjaError(
      reason: reason, line: before.count { $0 == newline } + 1, column: column,
      source: String(String.UnicodeScalarView(excerpt)))
  }
}
