/// The methods that transform or test strings.
extension JinjaMethods {
  private static func transforming(
    _ name: String, _ transform: @escaping @Sendable (String, JinjaBudget) throws(JinjaFault) -> String
  ) -> Method {
    { (run, value, arguments) throws(JinjaFault) in
      try arguments.none(name)
      return .text(try run.budget.map(try value.text(for: name), transform))
    }
  }

  private static func predicate(
    _ name: String, _ holds: @escaping @Sendable (String, JinjaBudget) throws(JinjaFault) -> Bool
  ) -> Method {
    { (run, value, arguments) throws(JinjaFault) in
      try arguments.none(name)
      let text = try value.text(for: name)
      try run.budget.spend(bytes: text.byteCount * 8)
      return .boolean(try holds(text.string, run.budget))
    }
  }

  private static func allScalars(
    _ name: String, emptyHolds: Bool = false, _ holds: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> Method {
    predicate(name) { (text, budget) throws(JinjaFault) in
      guard emptyHolds || !text.isEmpty else { return false }
      return try JinjaCase.all(text, budget, holds)
    }
  }

  static let transforms: [String: Method] = [
    "upper": transforming("upper", JinjaCase.uppered),
    "lower": transforming("lower", JinjaCase.lowered),
    "casefold": transforming("casefold", JinjaCase.folded),
    "capitalize": transforming("capitalize", JinjaCase.capitalized),
    "swapcase": transforming("swapcase", JinjaCase.swapped),
    "title": transforming("title") { (text, budget) throws(JinjaFault) in
      try JinjaCase.titled(text, budget, isBoundary: { !$0.properties.isCased }, first: \.titlecaseMapping)
    },
    "strip": { (run, value, arguments) throws(JinjaFault) in try strip(run, value, arguments, "strip", .both) },
    "lstrip": { (run, value, arguments) throws(JinjaFault) in try strip(run, value, arguments, "lstrip", .start) },
    "rstrip": { (run, value, arguments) throws(JinjaFault) in try strip(run, value, arguments, "rstrip", .end) },
    "center": { (run, value, arguments) throws(JinjaFault) in try pad(run, value, arguments, "center", .both) },
    "ljust": { (run, value, arguments) throws(JinjaFault) in try pad(run, value, arguments, "ljust", .end) },
    "rjust": { (run, value, arguments) throws(JinjaFault) in try pad(run, value, arguments, "rjust", .start) },
    "zfill": { (run, value, arguments) throws(JinjaFault) in
      let text = try value.text(for: "zfill")
      let width = max(try arguments.bound("zfill", ["width"], required: 1)[0]?.integer(for: "zfill") ?? 0, 0)
      let hasSign = text.string.utf8.first == UInt8(ascii: "-") || text.string.utf8.first == UInt8(ascii: "+")
      let sign = try run.budget.slice(text, 0..<(hasSign ? 1 : 0))
      let digits = try run.budget.slice(text, (hasSign ? 1 : 0)..<text.byteCount)
      let zeros = JinjaText("0", isTrusted: text.isTrusted)
      return .text(
        try run.join([sign, try pad(run, digits, to: width - (hasSign ? 1 : 0), with: zeros, .start)]))
    },
    "removeprefix": { (run, value, arguments) throws(JinjaFault) in
      let text = try value.text(for: "removeprefix")
      let prefix = try arguments.bound("removeprefix", ["prefix"], required: 1)[0]?.text(for: "removeprefix") ?? .empty
      try run.budget.spend(bytes: prefix.byteCount)
      guard text.string.utf8.starts(with: prefix.string.utf8) else { return value }
      return .text(try run.budget.slice(text, prefix.byteCount..<text.byteCount))
    },
    "removesuffix": { (run, value, arguments) throws(JinjaFault) in
      let text = try value.text(for: "removesuffix")
      let suffix = try arguments.bound("removesuffix", ["suffix"], required: 1)[0]?.text(for: "removesuffix") ?? .empty
      try run.budget.spend(bytes: suffix.byteCount)
      guard text.string.utf8.suffix(suffix.byteCount).elementsEqual(suffix.string.utf8) else { return value }
      return .text(try run.budget.slice(text, 0..<text.byteCount - suffix.byteCount))
    },
    "replace": { (run, value, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("replace", ["old", "new", "count"], required: 2)
      return .text(
        try replace(
          run, try value.text(for: "replace"), try (bound[0] ?? .none).text(for: "replace"),
          try (bound[1] ?? .none).text(for: "replace"), try bound[2]?.integer(for: "replace") ?? -1))
    },
    "format": { (run, value, arguments) throws(JinjaFault) in
      .text(try JinjaBraceFormat.format(try value.text(for: "format"), arguments, run))
    },
    "expandtabs": { (run, value, arguments) throws(JinjaFault) in
      let size = try arguments.bound("expandtabs", ["tabsize"])[0]?.integer(for: "expandtabs") ?? 8
      return .text(try expandTabs(run, try value.text(for: "expandtabs"), max(size, 0)))
    },
    "join": { (run, value, arguments) throws(JinjaFault) in
      let separator = try value.text(for: "join")
      let bound = try arguments.bound("join", ["iterable"], required: 1)
      var texts: [JinjaText] = []
      for element in try run.elements(of: bound[0] ?? .none) {
        try run.budget.spend()
        if !texts.isEmpty, !separator.isEmpty { texts.append(separator) }
        // An empty element is separated too.
        texts.append(try element.text(for: "join"))
      }
      return .text(try run.join(texts))
    },
  ]

  static let predicates: [String: Method] = [
    "isupper": predicate("isupper", JinjaCase.isUpper),
    "islower": predicate("islower", JinjaCase.isLower),
    "isspace": allScalars("isspace", JinjaWhitespace.contains),
    "isalpha": allScalars("isalpha", JinjaCase.isAlphabetic),
    "isalnum": allScalars("isalnum", JinjaCase.isAlphanumeric),
    "isnumeric": allScalars("isnumeric", JinjaCase.isNumeric),
    "isdigit": allScalars("isdigit", JinjaCase.isDigit),
    "isdecimal": allScalars("isdecimal") { $0.properties.numericType == .decimal },
    "isascii": allScalars("isascii", emptyHolds: true) { $0.isASCII },
    "isprintable": allScalars("isprintable", emptyHolds: true, JinjaPrinter.isPrintable),
    "isidentifier": predicate("isidentifier") { (text, budget) throws(JinjaFault) in
      guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
      return try JinjaCase.all(text, budget, \.properties.isXIDContinue)
    },
    "istitle": predicate("istitle") { (text, budget) throws(JinjaFault) in
      let hasLetters = try !JinjaCase.all(text, budget) { !$0.properties.isCased }
      let titled = try JinjaCase.titled(text, budget, isBoundary: { !$0.properties.isCased }, first: \.titlecaseMapping)
      return hasLetters && CodePoints.equal(titled, text)
    },
  ]
}

/// Stripping and padding.
extension JinjaMethods {
  /// The side of a string.
  enum Side {
    case start, end, both
  }

  private static func strip(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, _ name: String, _ side: Side
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let characters = try arguments.bound(name, ["chars"])[0].given
    return .text(try strip(run, try value.text(for: name), characters, side))
  }

  /// Strips the given characters, or else white space, from the ends of a string.
  static func strip(
    _ run: JinjaRun, _ text: JinjaText, _ characters: JinjaRuntimeValue?, _ side: Side
  ) throws(JinjaFault) -> JinjaText {
    var set: Set<Unicode.Scalar>?
    if let characters {
      let characters = try characters.text(for: "strip")
      try run.budget.spend(bytes: characters.byteCount * 16)
      set = []
      for (index, scalar) in characters.string.unicodeScalars.enumerated() {
        try run.budget.checkTime(iteration: index)
        set?.insert(scalar)
      }
    }
    try run.budget.spend(bytes: text.byteCount)
    var count = 0
    func isStripped(_ scalar: Unicode.Scalar) throws(JinjaFault) -> Bool {
      count += 1
      try run.budget.checkTime(iteration: count)
      return set?.contains(scalar) ?? JinjaWhitespace.contains(scalar)
    }
    let scalars = text.string.unicodeScalars
    var (start, end) = (scalars.startIndex, scalars.endIndex)
    if side != .end { while start < end, try isStripped(scalars[start]) { start = scalars.index(after: start) } }
    if side != .start {
      while start < end {
        let before = scalars.index(before: end)
        guard try isStripped(scalars[before]) else { break }
        end = before
      }
    }
    let utf8 = text.string.utf8
    let first = utf8.distance(from: utf8.startIndex, to: start)
    return try run.budget.slice(text, first..<first + utf8.distance(from: start, to: end))
  }

  private static func pad(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, _ name: String, _ side: Side
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let bound = try arguments.bound(name, ["width", "fillchar"], required: 1)
    let width = try bound[0]?.integer(for: name) ?? 0
    let filler = try bound[1].map { (value) throws(JinjaFault) in try value.text(for: name) }
    if let filler {
      let length = try run.budget.length(of: filler)
      guard length == 1 else {
        throw .value(name, found: "a filler of \(length) characters", expected: "one of 1")
      }
    }
    return .text(try pad(run, try value.text(for: name), to: width, with: filler, side))
  }

  /// Pads a string to a length in code points.
  static func pad(
    _ run: JinjaRun, _ text: JinjaText, to width: Int, with filler: JinjaText?, _ side: Side
  ) throws(JinjaFault) -> JinjaText {
    let length = try run.budget.length(of: text)
    guard width > length else { return text }
    let missing = width - length
    let filler = filler ?? JinjaText(" ", isTrusted: text.isTrusted)
    try run.budget.check(bytes: filler.byteCount, times: missing)
    // As in Python, the extra character is on the left only if the width is odd.
    let before = side == .start ? missing : side == .end ? 0 : missing / 2 + (missing & width & 1)
    return try run.join([
      JinjaText(try run.budget.repeating(filler.string, before), isTrusted: filler.isTrusted), text,
      JinjaText(try run.budget.repeating(filler.string, missing - before), isTrusted: filler.isTrusted),
    ])
  }

  private static func expandTabs(
    _ run: JinjaRun, _ text: JinjaText, _ size: Int
  ) throws(JinjaFault) -> JinjaText {
    try run.budget.spend(bytes: text.byteCount * 4)
    let tabs = text.string.utf8.count { $0 == UInt8(ascii: "\t") }
    try run.budget.check(bytes: size, times: max(tabs, 1))
    var builder = JinjaTextBuilder()
    var (column, offset) = (0, 0)
    for (index, scalar) in text.string.unicodeScalars.enumerated() {
      try run.budget.checkTime(iteration: index)
      if scalar == "\t" {
        let count = size > 0 ? size - column % size : 0
        builder.append(try run.budget.repeating(" ", count), isTrusted: text.isTrusted(at: offset))
        column += count
      } else {
        builder.append(scalar, isTrusted: text.isTrusted(at: offset))
        column = scalar == "\n" || scalar == "\r" ? 0 : column + 1
      }
      offset += UTF8.width(scalar)
    }
    return try run.budget.text(builder)
  }
}
