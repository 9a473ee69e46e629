import SwiftletJSON

/// What a schema says besides its type, in words, for ``SchemaOutline``.
struct SchemaNotes {
  /// The keywords that become words.
  static let keywords: Set = [
    "description", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "pattern", "format", "minItems", "maxItems", "uniqueItems",
  ]

  /// The notes, the description first.
  private(set) var texts: [String] = []

  /// The notes of a schema, nil if a keyword has a value that it cannot have.
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

  /// Adds what two bounds say, counted in units where they count something.
  ///
  /// - Returns: Whether the bounds are numbers, or are not there.
  private mutating func add(_ schema: JSONValue, _ least: String, _ most: String, _ unit: String? = nil) -> Bool {
    var bounds: [String?] = []
    for key in [least, most] {
      switch schema[key] {
      case nil: bounds.append(nil)
      case .number(let number): bounds.append(number)
      default: return false
      }
    }
    let text: String
    switch (bounds[0], bounds[1]) {
    case (nil, nil): return true
    case (let least?, nil): text = "at least \(least)"
    case (nil, let most?): text = "at most \(most)"
    case (let least?, let most?): text = least == most ? least : "\(least) to \(most)"
    }
    let units = unit.map { text == "1" || text.hasSuffix(" 1") ? " \($0)" : " \($0)s" } ?? ""
    texts.append(text + units)
    return true
  }
}
