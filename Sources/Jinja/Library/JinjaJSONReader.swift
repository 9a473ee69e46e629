import SwiftletJSON

/// A reader of JSON text for `from_json`, which spends steps and memory for each value as it is read.
struct JinjaJSONReader {
  private let budget: JinjaBudget
  /// True if the text is trusted, and so are the strings in it.
  private let isTrusted: Bool
  private var scanner: JSONScanner
  /// The open lists and dictionaries, innermost last, with the name of the member that is being read.
  private var open: [(value: JinjaRuntimeValue, name: String)] = []

  /// Reads a text.
  static func value(of text: JinjaText, _ budget: JinjaBudget) throws(JinjaFault) -> JinjaRuntimeValue {
    try budget.spend(bytes: text.byteCount * 8)
    try budget.check(bytes: text.byteCount, times: 4)
    var reader = JinjaJSONReader(text, budget)
    return try reader.root()
  }

  private init(_ text: JinjaText, _ budget: JinjaBudget) {
    self.budget = budget
    isTrusted = text.isTrusted && text.runs.isEmpty
    let options = JSONScanner.Options(maximumDepth: budget.limits.nesting, replacesLoneSurrogates: true)
    scanner = JSONScanner(text.bytes, options: options)
  }

  private mutating func root() throws(JinjaFault) -> JinjaRuntimeValue {
    var root = JinjaRuntimeValue.none
    while let event = try next() {
      try budget.spend()
      let value: JinjaRuntimeValue
      switch event {
      case .objectStart:
        open.append((.dictionary(JinjaDict(budget)), ""))
        continue
      case .arrayStart:
        open.append((.sequence(try JinjaSequence([], .list, budget)), ""))
        continue
      case .key(let name):
        open[open.count - 1].name = name
        continue
      case .objectEnd, .arrayEnd: value = open.removeLast().value
      case .string(let text): value = .text(try budget.text(text, isTrusted: isTrusted))
      case .number(let text): value = try JinjaRuntimeValue(JinjaValue(number: text), budget)
      case .bool(let flag): value = .boolean(flag)
      case .null: value = .none
      }
      switch open.last?.value {
      case .sequence(let list)?: try list.insert(value, at: list.elements.count)
      case .dictionary(let dict)?: try dict.set(.string(open[open.count - 1].name, isTrusted: isTrusted), to: value)
      default: root = value
      }
    }
    return root
  }

  private mutating func next() throws(JinjaFault) -> JSONEvent? {
    do throws(JSONError) {
      return try scanner.next()
    } catch {
      let error = JinjaJSONError(error)
      throw .value("from_json", found: "a string that is not JSON at byte \(error.offset)", expected: error.expected)
    }
  }
}
