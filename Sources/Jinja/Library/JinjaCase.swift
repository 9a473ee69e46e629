/// Case mapping as in Python's string methods.
enum JinjaCase {
  /// The first code point in title case, the others in lower case.
  static func capitalized(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    // The form of a sigma depends on the preceding letters, so the whole text is mapped.
    let rest = lowered(text).unicodeScalars.dropFirst(first.properties.lowercaseMapping.unicodeScalars.count)
    return first.properties.titlecaseMapping + String(rest)
  }

  /// The text in lower case, with the final form of sigma at the ends of words.
  static func lowered(_ text: String) -> String {
    guard text.unicodeScalars.contains("Σ") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var lowered = ""
    for (index, scalar) in scalars.enumerated() {
      lowered += scalar == "Σ" && isFinal(index, in: scalars) ? "ς" : scalar.properties.lowercaseMapping
    }
    return lowered
  }

  /// Returns true if a cased letter precedes the index and none follows, ignoring case-ignorable characters.
  private static func isFinal(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool? {
      scalar.properties.isCaseIgnorable ? nil : scalar.properties.isCased
    }
    // The limit avoids quadratic time for long runs of case-ignorable characters.
    let before = scalars[..<index].suffix(32).reversed().lazy.compactMap(isLetter).first ?? false
    let after = scalars[(index + 1)...].prefix(32).lazy.compactMap(isLetter).first ?? false
    return before && !after
  }

  /// Each code point after a boundary in upper or title case, the others in lower case.
  static func titled(
    _ text: String, isBoundary: (Unicode.Scalar) -> Bool,
    first: (Unicode.Scalar.Properties) -> String = \.uppercaseMapping
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    func lower(_ index: Int) -> String {
      scalars[index] == "Σ" && isFinal(index, in: scalars) ? "ς" : scalars[index].properties.lowercaseMapping
    }
    var titled = ""
    var isStart = true
    for (index, scalar) in scalars.enumerated() {
      if isBoundary(scalar) {
        titled.unicodeScalars.append(scalar)
        isStart = true
      } else {
        titled += isStart ? first(scalar.properties) : lower(index)
        isStart = false
      }
    }
    return titled
  }

  static func swapped(_ text: String) -> String {
    var swapped = ""
    for scalar in text.unicodeScalars {
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
  static func isUpper(_ text: String) -> Bool { hasOnly(text) { $0.isUppercase } }

  static func isLower(_ text: String) -> Bool { hasOnly(text) { $0.isLowercase } }

  private static func hasOnly(_ text: String, _ matches: (Unicode.Scalar.Properties) -> Bool) -> Bool {
    var found = false
    for scalar in text.unicodeScalars {
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
