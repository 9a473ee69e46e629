import SwiftletJSON

/// The constraints and the description of a schema in words, for ``SchemaOutline``.
struct SchemaNotes {
  /// The keywords that are described in words.
  static let keywords: Set = [
    "description", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "pattern", "format", "minItems", "maxItems", "uniqueItems",
  ]

  /// The notes, the description first.
  private(set) var texts: [String] = []

  /// Creates the notes of a schema, nil if a keyword has an invalid value.
  init?(_ schema: JSONValue) {
    if let description = schema["description"] {
      guard let text = description.string else { return nil }
      if !text.isEmpty { texts.append(text) }
    }
    guard add(schema, "minimum", "maximum"), add(schema, "minLength", "maxLength", "character"),
      add(schema, "minItems", "maxItems", "element")
    else { return nil }
    for (key, words) in [
      ("exclusiveMinimum", "more than"), ("exclusiveMaximum", "less than"), ("multipleOf", "multiple of"),
    ] {
      guard let value = schema[key] else { continue }
      guard case .number(let number) = value else { return nil }
      texts.append("\(words) \(number)")
    }
    for (key, words) in [("format", ""), ("pattern", "matches ")] {
      guard let value = schema[key] else { continue }
      guard let text = value.string else { return nil }
      texts.append(words + text)
    }
    if let unique = schema["uniqueItems"] {
      guard let unique = unique.bool else { return nil }
      if unique { texts.append("all different") }
    }
  }

  /// Adds a note about two bounds, with a unit if they are counts.
  ///
  /// - Returns: True if each bound is absent or a number.
  private mutating func add(
    _ schema: JSONValue, _ lowerKey: String, _ upperKey: String, _ unit: String? = nil
  ) -> Bool {
    var bounds: [String?] = []
    for key in [lowerKey, upperKey] {
      switch schema[key] {
      case nil: bounds.append(nil)
      case .number(let number): bounds.append(number)
      default: return false
      }
    }
    let text: String
    switch (bounds[0], bounds[1]) {
    case (nil, nil): return true
    case (let lower?, nil): text = "at least \(lower)"
    case (nil, let upper?): text = "at most \(upper)"
    case (let lower?, let upper?): text = lower == upper ? lower : "\(lower) to \(upper)"
    }
    let units = unit.map { text == "1" || text.hasSuffix(" 1") ? " \($0)" : " \($0)s" } ?? ""
    texts.append(text + units)
    return true
  }
}
