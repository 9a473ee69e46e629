/// The Unicode properties supported in patterns: general categories and some binary properties.
enum UnicodeProperties {
  /// Returns the code points with a property, nil if the property is unknown.
  static func set(named name: String) -> CodePointSet? {
    let parts = name.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      guard parts[0] == "General_Category" || parts[0] == "gc" else { return nil }
      return category(parts[1])
    }
    switch name {
    case "Any": return .all
    case "ASCII": return CodePointSet([0...0x7F])
    case "Alphabetic", "Alpha": return matching(\.isAlphabetic)
    case "Lowercase", "Lower": return matching(\.isLowercase)
    case "Uppercase", "Upper": return matching(\.isUppercase)
    case "White_Space", "space": return matching(\.isWhitespace)
    case "Emoji": return matching(\.isEmoji)
    default: return category(name)
    }
  }

  private static func matching(_ property: (Unicode.Scalar.Properties) -> Bool) -> CodePointSet {
    var ranges: [ClosedRange<UInt32>] = []
    var start: UInt32?
    for point in 0...CodePointSet.last + 1 {
      let isMember = Unicode.Scalar(point).map { property($0.properties) } ?? false
      if isMember, start == nil { start = point }
      if !isMember, let first = start {
        ranges.append(first...point - 1)
        start = nil
      }
    }
    return CodePointSet(ranges)
  }

  private static func category(_ name: String) -> CodePointSet? {
    guard let short = longNames[name] ?? (categories.keys.contains(name) ? name : nil) else { return nil }
    let members = categories[short] ?? []
    return CodePointSet(members.flatMap { tables[$0]?.ranges ?? [] })
  }

  /// The code points of each general category, computed lazily in one pass.
  private static let tables: [Unicode.GeneralCategory: CodePointSet] = {
    var ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = [:]
    var start: UInt32 = 0
    var current = Unicode.GeneralCategory.control
    for point in 0...CodePointSet.last + 1 {
      let category = Unicode.Scalar(point)?.properties.generalCategory ?? .surrogate
      if category != current || point > CodePointSet.last {
        ranges[current, default: []].append(start...point - 1)
        (start, current) = (point, category)
      }
    }
    return ranges.mapValues { CodePointSet($0) }
  }()

  private static let categories: [String: [Unicode.GeneralCategory]] = [
    "L": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter],
    "LC": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter], "Lu": [.uppercaseLetter], "Ll": [.lowercaseLetter],
    "Lt": [.titlecaseLetter], "Lm": [.modifierLetter], "Lo": [.otherLetter],
    "M": [.nonspacingMark, .spacingMark, .enclosingMark], "Mn": [.nonspacingMark], "Mc": [.spacingMark],
    "Me": [.enclosingMark], "N": [.decimalNumber, .letterNumber, .otherNumber], "Nd": [.decimalNumber],
    "Nl": [.letterNumber], "No": [.otherNumber],
    "P": [
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation,
    ],
    "Pc": [.connectorPunctuation], "Pd": [.dashPunctuation], "Ps": [.openPunctuation], "Pe": [.closePunctuation],
    "Pi": [.initialPunctuation], "Pf": [.finalPunctuation], "Po": [.otherPunctuation],
    "S": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol], "Sm": [.mathSymbol], "Sc": [.currencySymbol],
    "Sk": [.modifierSymbol], "So": [.otherSymbol], "Z": [.spaceSeparator, .lineSeparator, .paragraphSeparator],
    "Zs": [.spaceSeparator], "Zl": [.lineSeparator], "Zp": [.paragraphSeparator],
    "C": [.control, .format, .surrogate, .privateUse, .unassigned], "Cc": [.control], "Cf": [.format],
    "Co": [.privateUse], "Cn": [.unassigned],
  ]

  private static let longNames: [String: String] = [
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl",
    "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
    "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk",
    "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Private_Use": "Co",
    "Unassigned": "Cn",
  ]
}
