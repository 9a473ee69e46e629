/// An error in compiling or rendering a template.
public struct JinjaError: Error, Sendable, Hashable {
  /// The reason.
  public let reason: Reason
  /// The line in the template, from 1.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int
  /// The text of that line, shortened if it is long.
  public let source: String

  /// The reason of an error.
  public enum Reason: Sendable, Hashable {
    /// A syntax error.
    case syntax(found: String, expected: String)
    /// An unknown filter, test, statement or function.
    case unknown(kind: String, name: String)
    /// An undefined value was used; the payload is a description.
    case undefined(String)
    /// An operation does not support its operands.
    case value(operation: String, found: String, expected: String)
    /// The template called `raise_exception`.
    case raised(message: String)
    /// The template exceeded a limit.
    case limit(JinjaLimits.Kind, maximum: Int)
  }
}

extension JinjaError: CustomStringConvertible {
  /// The position, the found and expected value, and the line.
  public var description: String {
    "line \(line), column \(column) of the template: \(reason); in \"\(source)\""
  }
}

extension JinjaError.Reason: CustomStringConvertible {
  /// The found and the expected value.
  public var description: String {
    switch self {
    case .syntax(let found, let expected): "found \(found), expected \(expected)"
    case .unknown(let kind, let name): "there is no \(kind) named '\(name)'"
    case .undefined(let what): what
    case .value(let operation, let found, let expected): "\(operation): found \(found), expected \(expected)"
    case .raised(let message): "the template raised an exception: \(message)"
    case .limit(let kind, let maximum): "more than \(maximum) \(kind.unit)"
    }
  }
}

extension JinjaLimits.Kind {
  /// The unit of the limit, in the plural.
  var unit: String {
    switch self {
    case .sourceBytes: "bytes of template"
    case .sourceDepth: "levels of brackets and blocks"
    case .steps: "steps"
    case .milliseconds: "milliseconds"
    case .depth: "levels of calls and blocks"
    case .nesting: "levels of nested values"
    case .outputBytes: "bytes of output"
    case .memoryBytes: "bytes of values"
    case .elements: "elements"
    }
  }
}

/// An error with a byte offset, which becomes a ``JinjaError`` where the source is available.
struct JinjaFault: Error {
  var reason: JinjaError.Reason
  /// The offset in bytes from the beginning of the source; nil for the current offset of the run.
  var offset: Int?

  init(_ reason: JinjaError.Reason, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }

  static func value(_ operation: String, found: String, expected: String) -> JinjaFault {
    JinjaFault(.value(operation: operation, found: found, expected: expected))
  }

  /// The error with its position in a source with normalised line breaks.
  func error(in source: [UInt8], otherwiseAt offset: Int) -> JinjaError {
    /// The maximum length of the excerpt in code points.
    let maximumExcerptLength = 120
    let offset = min(max(self.offset ?? offset, 0), source.count)
    let before = source[..<offset]
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = source[offset...].firstIndex(of: newline) ?? source.count
    let line = String(decoding: source[start..<end], as: UTF8.self)
    let column = String(decoding: source[start..<offset], as: UTF8.self).unicodeScalars.count + 1
    let first = max(column - 1 - maximumExcerptLength / 2, 0)
    let excerpt = line.unicodeScalars.dropFirst(first).prefix(maximumExcerptLength)
    return JinjaError(
      reason: reason, line: before.count { $0 == newline } + 1, column: column,
      source: String(String.UnicodeScalarView(excerpt)))
  }
}
