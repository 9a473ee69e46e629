/// Upper and lower case as Python's string methods have them.
enum JinjaCase {
  /// The first code point as a title begins, the others in lower case.
  static func capitalized(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst()).lowercased()
  }

  /// Each code point after a boundary as a title begins, the others in lower case.
  static func titled(
    _ text: String, isBoundary: (Unicode.Scalar) -> Bool,
    first: (Unicode.Scalar.Properties) -> String = \.uppercaseMapping
  ) -> String {
    var titled = ""
    var isStart = true
    for scalar in text.unicodeScalars {
      if isBoundary(scalar) {
        titled.unicodeScalars.append(scalar)
        isStart = true
      } else {
        titled += isStart ? first(scalar.properties) : scalar.properties.lowercaseMapping
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
