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
  /// The containers around the place that is being read.
  private var open: [Container] = []
  /// The whole value, once it is read.
  private(set) var document = JinjaValue.none

  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  /// Takes in what stands next.
  mutating func take(_ event: JSONEvent) {
    switch event {
    case .objectStart: open.append(Container(isDictionary: true))
    case .arrayStart: open.append(Container(isDictionary: false))
    case .key(let name): open[open.count - 1].name = name
    case .objectEnd: attach(.dictionary(open.removeLast().members))
    case .arrayEnd: attach(.list(open.removeLast().elements))
    case .string(let text): attach(.string(text, isTrusted: isTrusted))
    case .number(let text): attach(Self.number(text))
    case .bool(let value): attach(.boolean(value))
    case .null: attach(.none)
    // Not without leave, which the scanner does not have.
    case .cut: break
    }
  }

  private mutating func attach(_ value: JinjaValue) {
    let top = open.count - 1
    if top < 0 {
      document = value
    } else if open[top].isDictionary {
      open[top].members[open[top].name] = value
    } else {
      open[top].elements.append(value)
    }
  }

  private static func number(_ text: String) -> JinjaValue {
    let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    if isWhole, let integer = Int(text) { return .integer(integer) }
    return .double(Double(text) ?? .nan)
  }
}
