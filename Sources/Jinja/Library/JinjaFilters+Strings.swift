/// The filters on strings.
extension JinjaFilters {
  static let upper: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("upper")
    return .text(try run.budget.map(try run.text(of: value), JinjaCase.uppered))
  }

  static let lower: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("lower")
    return .text(try run.budget.map(try run.text(of: value), JinjaCase.lowered))
  }

  static let capitalize: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("capitalize")
    return .text(try run.budget.map(try run.text(of: value), JinjaCase.capitalized))
  }

  /// The `title` filter, in which, unlike in the method, words start only after white space, hyphens and brackets.
  static let title: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("title")
    return .text(
      try run.budget.map(try run.text(of: value)) { (text, budget) throws(JinjaFault) in
        try JinjaCase.titled(text, budget) { JinjaWhitespace.contains($0) || "-({[<".unicodeScalars.contains($0) }
      })
  }

  static let trim: Filter = { (run, value, arguments) throws(JinjaFault) in
    let characters = try arguments.bound("trim", ["chars"])[0].given
    return .text(try JinjaMethods.strip(run, try run.text(of: value), characters, .both))
  }

  static let replace: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("replace", ["old", "new", "count"], required: 2)
    let count = try bound[2].given?.integer(for: "replace")
    return .text(
      try JinjaMethods.replace(
        run, try run.text(of: value), try run.text(of: bound[0] ?? .none), try run.text(of: bound[1] ?? .none),
        count ?? -1))
  }

  static let indent: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("indent", ["width", "first", "blank"])
    let text: JinjaText
    switch value {
    case .text(let string): text = string
    case .undefined(let missing): throw JinjaFault(.undefined("\(missing.message), for indent"))
    default: throw .value("indent", found: value.kind, expected: "a string")
    }
    // The indentation has the origin of the text, so that the output has no segment boundary between them.
    let isTrusted = text.runs.isEmpty ? text.isTrusted : true
    let indentation: JinjaText
    if case .text(let string)? = bound[0] {
      indentation = string
    } else {
      let width = try bound[0]?.integer(for: "indent") ?? 4
      indentation = JinjaText(try run.budget.repeating(" ", width), isTrusted: isTrusted)
    }
    let (first, blank) = (bound[1]?.isTrue ?? false, bound[2]?.isTrue ?? false)
    // Jinja2 appends a line feed to the text before splitting lines; a final carriage return merges with it.
    let endsInReturn = text.string.utf8.last == UInt8(ascii: "\r")
    let lines = try JinjaMethods.lines(run, text, keepsEnds: false, withEmptyLast: !endsInReturn)
    try run.budget.check(bytes: indentation.byteCount + 1, times: lines.count)
    var builder = JinjaTextBuilder()
    for (index, line) in lines.enumerated() {
      try run.budget.checkTime(iteration: index)
      if index > 0 { builder.append("\n", isTrusted: isTrusted) }
      if index == 0 ? first : blank || !line.isEmpty { builder.append(indentation) }
      builder.append(text, line)
    }
    return .text(try run.budget.text(builder))
  }

  static let center: Filter = { (run, value, arguments) throws(JinjaFault) in
    let width = try arguments.bound("center", ["width"])[0]?.integer(for: "center") ?? 80
    return .text(try JinjaMethods.pad(run, try run.text(of: value), to: width, with: nil, .both))
  }

  static let truncate: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("truncate", ["length", "killwords", "end", "leeway"])
    if value.isUndefined { return .text(.empty) }
    let text = try value.text(for: "truncate")
    let length = try bound[0]?.integer(for: "truncate") ?? 255
    let end =
      try bound[2].map { (end) throws(JinjaFault) in try end.text(for: "truncate") } ?? JinjaText(trusted: "...")
    let leeway = try bound[3].given?.integer(for: "truncate") ?? 5
    let endLength = try run.budget.length(of: end)
    guard length >= endLength, leeway >= 0 else {
      throw .value("truncate", found: "a length of \(length)", expected: "at least \(endLength)")
    }
    guard try run.budget.length(of: text) - length > leeway else { return .text(text) }
    let kept = try run.slice(.text(text), JinjaSliceBounds(stop: length - endLength)).text(for: "truncate")
    guard !(bound[1]?.isTrue ?? false) else { return .text(try run.join([kept, end])) }
    let cut = kept.bytes.lastIndex(of: UInt8(ascii: " ")) ?? kept.byteCount
    return .text(try run.join([try run.budget.slice(kept, 0..<cut), end]))
  }

  static let wordCount: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("wordcount")
    let text = try run.text(of: value)
    try run.budget.spend(bytes: text.byteCount * 8)
    var (count, isInWord) = (0, false)
    for (index, scalar) in text.string.unicodeScalars.enumerated() {
      try run.budget.checkTime(iteration: index)
      let isPart = scalar == "_" || JinjaCase.isAlphanumeric(scalar)
      if isPart, !isInWord { count += 1 }
      isInWord = isPart
    }
    return .integer(count)
  }

  static let format: Filter = { (run, value, arguments) throws(JinjaFault) in
    guard arguments.positional.isEmpty || arguments.keywords.isEmpty else {
      throw .value("format", found: "arguments with and without names", expected: "one of both kinds")
    }
    let given: JinjaRuntimeValue
    if arguments.keywords.isEmpty {
      given = .sequence(try JinjaSequence(arguments.positional, .tuple, run.budget))
    } else {
      let dict = JinjaDict(run.budget)
      for (name, value) in arguments.keywords { try dict.set(.string(name), to: value) }
      given = .dictionary(dict)
    }
    return .text(try JinjaPercentFormat.format(try run.text(of: value), given, run))
  }

  static let escape: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("escape")
    return .text(try run.escaped(try run.text(of: value)))
  }

  static let safe: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("safe")
    let text = try run.text(of: value)
    return .text(try run.budget.text(text.string, isTrusted: text.isTrusted, runs: text.runs, isMarkup: true))
  }

  static let string: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("string")
    return .text(try run.text(of: value))
  }

  static let stripTags: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("striptags")
    let text = try run.text(of: value)
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 8)
    // Comments and tags are removed and white space is collapsed; entities are kept.
    var builder = JinjaTextBuilder()
    var (start, index) = (0, 0)
    /// The ends that do not follow, for which the rest is not searched again.
    var missing: Set<[UInt8]> = []
    while index < bytes.count {
      try run.budget.checkTime(iteration: index)
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      try run.budget.spend()
      let close = Array((bytes[index...].starts(with: "<!--".utf8) ? "-->" : ">").utf8)
      if !missing.contains(close), let end = try JinjaSearch.first(close, in: bytes, from: index, run.budget) {
        builder.append(text, start..<index)
        index = end + close.count
        start = index
      } else {
        missing.insert(close)
        index += 1
      }
    }
    builder.append(text, start..<bytes.count)
    let words = try JinjaMethods.words(run, try run.budget.text(builder), limit: -1, fromEnd: false)
    var joined: [JinjaText] = []
    for word in words { joined += joined.isEmpty ? [word] : [JinjaText(" ", isTrusted: word.isTrusted), word] }
    return .text(try run.join(joined))
  }

  static let urlEncode: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("urlencode")
    switch value {
    case .dictionary(let dict):
      var pairs: [JinjaText] = []
      for (key, value) in zip(dict.keys, dict.values) {
        if !pairs.isEmpty { pairs.append(JinjaText(trusted: "&")) }
        pairs.append(try run.percentEncoded(try run.text(of: key), keepsSlashes: false))
        pairs.append(JinjaText(trusted: "="))
        pairs.append(try run.percentEncoded(try run.text(of: value), keepsSlashes: false))
      }
      return .text(try run.join(pairs))
    default: return .text(try run.percentEncoded(try run.text(of: value), keepsSlashes: true))
    }
  }
}

extension JinjaRun {
  /// The string with HTML escapes, unless it is already markup.
  func escaped(_ text: JinjaText) throws(JinjaFault) -> JinjaText {
    guard !text.isMarkup else { return text }
    let changed = try budget.map(text) { (string, budget) throws(JinjaFault) in
      var escaped = ""
      for (index, scalar) in string.unicodeScalars.enumerated() {
        try budget.checkTime(iteration: index)
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "'": escaped += "&#39;"
        case "\"": escaped += "&#34;"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }
    return try budget.text(changed.string, isTrusted: changed.isTrusted, runs: changed.runs, isMarkup: true)
  }

  fileprivate func percentEncoded(_ text: JinjaText, keepsSlashes: Bool) throws(JinjaFault) -> JinjaText {
    try budget.map(text) { (string, budget) throws(JinjaFault) in
      var encoded = ""
      for (index, byte) in string.utf8.enumerated() {
        try budget.checkTime(iteration: index)
        let isKept = byte.isLetterOrDigit || "-._~".utf8.contains(byte) || keepsSlashes && byte == UInt8(ascii: "/")
        if isKept {
          encoded.unicodeScalars.append(Unicode.Scalar(byte))
        } else if byte == UInt8(ascii: " "), !keepsSlashes {
          encoded += "+"
        } else {
          encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      }
      return encoded
    }
  }
}
