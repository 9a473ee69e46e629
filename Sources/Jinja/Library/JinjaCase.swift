/// Upper and lower case as Python's string methods have them.
enum JinjaCase {
  /// The first code point as a title begins, the others in lower case.
  static func capitalized(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    // A sigma at the end depends on what is before it.
    let rest = lowered(text).unicodeScalars.dropFirst(first.properties.lowercaseMapping.unicodeScalars.count)
    return first.properties.titlecaseMapping + String(rest)
  }

  /// The text in lower case, with the form of sigma for the ends of words.
  static func lowered(_ text: String) -> String {
    guard text.unicodeScalars.contains("Σ") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var lowered = ""
    for (index, scalar) in scalars.enumerated() {
      lowered += scalar == "Σ" && isFinal(index, in: scalars) ? "ς" : scalar.properties.lowercaseMapping
    }
    return lowered
  }

  /// Whether a letter is before a place and none after it, but for what has no case of its own.
  private static func isFinal(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool? {
      scalar.properties.isCaseIgnorable ? nil : scalar.properties.isCased
    }
    // Only so far: a text of nothing but sigmas would take the square of its length.
    let before = scalars[..<index].suffix(32).reversed().lazy.compactMap(isLetter).first ?? false
    let after = scalars[(index + 1)...].prefix(32).lazy.compactMap(isLetter).first ?? false
    return before && !after
  }

  /// Each code point after a boundary as a title begins, the others in lower case.
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

  /// Whether it is a letter or a number of any kind.
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

  /// Whether there are letters with case, and none of the wrong one.
  static func isUpper(_ text: String) -> Bool { hasOnly(text) { $0.isUppercase } }

  static func isLower(_ text: String) -> Bool { hasOnly(text) { $0.isLowercase } }

  private static func hasOnly(_ text: String, _ isRight: (Unicode.Scalar.Properties) -> Bool) -> Bool {
    var found = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      guard properties.isUppercase || properties.isLowercase || properties.generalCategory == .titlecaseLetter else {
        continue
      }
      guard isRight(properties) else { return false }
      found = true
    }
    return found
  }
}
