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
  }

  /// The innermost container; around all of the text, an array of one element.
  private var innermost = Container(isObject: false)
  /// The containers around it.
  private var outer: [Container] = []

  /// The document that the bytes are, which may begin with a byte order mark.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    var scanner = JSONScanner(
      bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, options: .init(maximumDepth: maximumDepth))
    var reader = JSONReader()
    do throws(JSONError) {
      while let event = try scanner.next() { reader.take(event) }
    } catch {
      throw .malformedJSON(offset: error.offset, reason: error.reason)
    }
    return reader.innermost.elements.first ?? .null
  }

  private mutating func take(_ event: JSONEvent) {
    switch event {
    case .objectStart: begin(isObject: true)
    case .arrayStart: begin(isObject: false)
    case .key(let name): innermost.name = name
    case .objectEnd, .arrayEnd: end()
    case .string(let text): attach(.string(text))
    case .number(let text): attach(.number(text))
    case .bool(let value): attach(.bool(value))
    case .null: attach(.null)
    // Not without leave, which the scanner does not have.
    case .cut: break
    }
  }

  private mutating func begin(isObject: Bool) {
    outer.append(innermost)
    innermost = Container(isObject: isObject)
  }

  private mutating func end() {
    let value: JSONValue = innermost.isObject ? .object(innermost.members) : .array(innermost.elements)
    innermost = outer.removeLast()
    attach(value)
  }

  private mutating func attach(_ value: JSONValue) {
    if innermost.isObject {
      innermost.members.append(.init(name: innermost.name, value: value))
    } else {
      innermost.elements.append(value)
    }
  }
}
