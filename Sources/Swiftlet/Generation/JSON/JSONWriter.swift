import SwiftletJSON

/// Writes content as JSON.
struct JSONWriter {
  /// How values are set.
  enum Layout {
    /// On one line, in the content's order of keys, with a space after each comma and colon.
    case line
    /// A line for each key and element, with sorted keys.
    case indented
  }

  private let layout: Layout
  private var text = ""
  private var depth = 0

  /// Writes content.
  ///
  /// - Parameters:
  ///   - content: The content. Of an incomplete one, what there is.
  ///   - layout: How it is set.
  /// - Returns: A text that ``JSONReader`` reads as equal content. Numbers that JSON cannot write become `null`.
  static func write(_ content: GeneratedContent, layout: Layout = .line) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(content)
    return writer.text
  }

  private init(layout: Layout) {
    self.layout = layout
  }

  private mutating func write(_ content: GeneratedContent) {
    switch content.storage {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.isFinite ? number.text : "null"
    case .string(let string): text += JSONString.quoted(string)
    case .array(let elements):
      open("[")
      for (index, element) in elements.enumerated() {
        separate(isFirst: index == 0)
        write(element)
      }
      close("]", isEmpty: elements.isEmpty)
    case .structure(let properties, let keys):
      open("{")
      for (index, key) in (layout == .line ? keys : keys.sorted()).enumerated() {
        separate(isFirst: index == 0)
        text += JSONString.quoted(key)
        text += layout == .line ? ": " : " : "
        if let value = properties[key] { write(value) }
      }
      close("}", isEmpty: keys.isEmpty)
    }
  }

  private mutating func open(_ bracket: String) {
    text += bracket
    depth += 1
  }

  private mutating func close(_ bracket: String, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    text += bracket
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { text += layout == .line ? ", " : "," }
    breakLine()
  }

  private mutating func breakLine() {
    if layout == .indented { text += "\n" + String(repeating: "  ", count: depth) }
  }
}
