import SwiftletJSON

/// Makes a value of the events of a JSON text.
struct JinjaJSONReader {
  /// A list or a dictionary whose end is still to come.
  private struct Container {
    var isDictionary: Bool
    var elements: [JinjaValue] = []
    var members = JinjaDictionary()
    /// The name of the member that is being read.
    var name = ""
  }

  /// Whether control tokens written out in strings count.
  private let isTrusted: Bool
  /// The innermost container; around all of the text, a list of one element.
  private var innermost = Container(isDictionary: false)
  /// The containers around it.
  private var outer: [Container] = []

  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  /// The whole value, once it is read.
  var document: JinjaValue { innermost.elements.first ?? .none }

  /// Takes in what stands next.
  mutating func take(_ event: JSONEvent) {
    switch event {
    case .objectStart: begin(isDictionary: true)
    case .arrayStart: begin(isDictionary: false)
    case .key(let name): innermost.name = name
    case .objectEnd, .arrayEnd: end()
    case .string(let text): attach(.string(text, isTrusted: isTrusted))
    case .number(let text): attach(Self.number(text))
    case .bool(let value): attach(.boolean(value))
    case .null: attach(.none)
    // Not without leave, which the scanner does not have.
    case .cut: break
    }
  }

  private mutating func begin(isDictionary: Bool) {
    outer.append(innermost)
    innermost = Container(isDictionary: isDictionary)
  }

  private mutating func end() {
    let value: JinjaValue = innermost.isDictionary ? .dictionary(innermost.members) : .list(innermost.elements)
    innermost = outer.removeLast()
    attach(value)
  }

  private mutating func attach(_ value: JinjaValue) {
    if innermost.isDictionary {
      innermost.members[innermost.name] = value
    } else {
      innermost.elements.append(value)
    }
  }

  private static func number(_ text: String) -> JinjaValue {
    let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    if isWhole, let integer = Int(text) { return .integer(integer) }
    return .double(Double(text) ?? .nan)
  }
}
