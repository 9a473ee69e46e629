/// Case mapping as in Python's string methods; loops over long strings check the time limit.
enum JinjaCase {
  /// The first code point in title case, the others in lower case.
  static func capitalized(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    // The form of a sigma depends on the preceding letters, so the whole text is mapped.
    let rest = try lowered(text, budget).unicodeScalars.dropFirst(
      first.properties.lowercaseMapping.unicodeScalars.count)
    return first.properties.titlecaseMapping + String(rest)
  }

  /// The text in lower case, with the final form of sigma at the ends of words.
  static func lowered(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    // The first byte of capital sigma.
    guard text.utf8.contains(0xCE) else { return try folded(text, budget) }
    let scalars = text.unicodeScalars
    var lowered = ""
    for (iteration, index) in scalars.indices.enumerated() {
      try budget.checkTime(iteration: iteration)
      lowered += lower(index, in: scalars)
    }
    return lowered
  }

  /// The text in upper case.
  static func uppered(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    try inParts(text, budget) { $0.uppercased() }
  }

  /// The text in lower case, code point by code point.
  static func folded(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    try inParts(text, budget) { $0.lowercased() }
  }

  /// Maps a text in parts, with a mapping of single code points.
  private static func inParts(
    _ text: String, _ budget: JinjaBudget, _ map: (Substring) -> String
  ) throws(JinjaFault) -> String {
    let scalars = text.unicodeScalars
    var mapped = ""
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let end = scalars.index(start, offsetBy: 1 << 14, limitedBy: scalars.endIndex) ?? scalars.endIndex
      mapped += map(text[start..<end])
      try budget.checkTime()
      start = end
    }
    return mapped
  }

  /// The code point at an index in lower case, with the final form of sigma at the end of a word.
  private static func lower(_ index: String.Index, in scalars: String.UnicodeScalarView) -> String {
    let scalar = scalars[index]
    return scalar == "Σ" && isFinal(index, in: scalars) ? "ς" : scalar.properties.lowercaseMapping
  }

  /// Returns true if a cased letter precedes the index and none follows, ignoring case-ignorable characters.
  private static func isFinal(_ index: String.Index, in scalars: String.UnicodeScalarView) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool? {
      scalar.properties.isCaseIgnorable ? nil : scalar.properties.isCased
    }
    // The limit avoids quadratic time for long runs of case-ignorable characters.
    let before = scalars[..<index].suffix(32).reversed().lazy.compactMap(isLetter).first ?? false
    let after = scalars[scalars.index(after: index)...].prefix(32).lazy.compactMap(isLetter).first ?? false
    return before && !after
  }

  /// Each code point after a boundary in upper or title case, the others in lower case.
  static func titled(
    _ text: String, _ budget: JinjaBudget, isBoundary: (Unicode.Scalar) -> Bool,
    first: (Unicode.Scalar.Properties) -> String = \.uppercaseMapping
  ) throws(JinjaFault) -> String {
    let scalars = text.unicodeScalars
    var titled = ""
    var isStart = true
    for (iteration, index) in scalars.indices.enumerated() {
      try budget.checkTime(iteration: iteration)
      let scalar = scalars[index]
      if isBoundary(scalar) {
        titled.unicodeScalars.append(scalar)
        isStart = true
      } else {
        titled += isStart ? first(scalar.properties) : lower(index, in: scalars)
        isStart = false
      }
    }
    return titled
  }

  static func swapped(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    var swapped = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      try budget.checkTime(iteration: index)
      swapped += scalar.properties.isUppercase ? scalar.properties.lowercaseMapping : scalar.properties.uppercaseMapping
    }
    return swapped
  }

  /// Returns true if a scalar is a letter or a number of any kind.
  static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool { isAlphabetic(scalar) || isNumeric(scalar) }

  static func isAlphabetic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  static func isNumeric(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
  }

  /// Returns true if there are cased letters, and all are in upper case.
  static func isUpper(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> Bool {
    try hasOnly(text, budget) { $0.isUppercase }
  }

  static func isLower(_ text: String, _ budget: JinjaBudget) throws(JinjaFault) -> Bool {
    try hasOnly(text, budget) { $0.isLowercase }
  }

  /// Returns true if all code points of a text have a property.
  static func all(
    _ text: String, _ budget: JinjaBudget, _ holds: (Unicode.Scalar) -> Bool
  ) throws(JinjaFault) -> Bool {
    for (index, scalar) in text.unicodeScalars.enumerated() {
      try budget.checkTime(iteration: index)
      guard holds(scalar) else { return false }
    }
    return true
  }

  private static func hasOnly(
    _ text: String, _ budget: JinjaBudget, _ matches: (Unicode.Scalar.Properties) -> Bool
  ) throws(JinjaFault) -> Bool {
    var found = false
    for (index, scalar) in text.unicodeScalars.enumerated() {
      try budget.checkTime(iteration: index)
      let properties = scalar.properties
      guard properties.isUppercase || properties.isLowercase || properties.generalCategory == .titlecaseLetter else {
        continue
      }
      guard matches(properties) else { return false }
      found = true
    }
    return found
  }
}
