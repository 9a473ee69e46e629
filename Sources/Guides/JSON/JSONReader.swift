import SwiftletJSON

/// Makes documents of JSON text.
struct JSONReader {
  /// How deeply arrays and objects may nest.
  static let maximumDepth = 512

  /// An array or an object whose end is still to come.
  private struct Container {
    var isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    /// The name of the member that is being read.
    var name = ""

    mutating func append(_ value: JSONValue) {
      if isObject { members.append(.init(name: name, value: value)) } else { elements.append(value) }
    }
  }

  /// The containers around the place that is being read.
  private var open: [Container] = []

  /// The document that the bytes are, which may begin with a byte order mark.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    var scanner = JSONScanner(
      bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, options: .init(maximumDepth: maximumDepth))
    var reader = JSONReader()
    var document = JSONValue.null
    do throws(JSONError) {
      while let event = try scanner.next() {
        guard let value = reader.value(of: event) else { continue }
        if reader.open.isEmpty { document = value } else { reader.open[reader.open.count - 1].append(value) }
      }
    } catch {
      throw .malformedJSON(offset: error.offset, reason: error.reason)
    }
    return document
  }

  /// The value that an event completes; `nil` if it leads on to others.
  private mutating func value(of event: JSONEvent) -> JSONValue? {
    switch event {
    case .objectStart: open.append(Container(isObject: true))
    case .arrayStart: open.append(Container(isObject: false))
    case .key(let name): open[open.count - 1].name = name
    case .objectEnd: return .object(open.removeLast().members)
    case .arrayEnd: return .array(open.removeLast().elements)
    case .string(let text): return .string(text)
    case .number(let text): return .number(text)
    case .bool(let value): return .bool(value)
    case .null: return .null
    // Not without leave, which the scanner does not have.
    case .cut: break
    }
    return nil
  }
}
