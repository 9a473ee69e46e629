/// The methods that search strings.
extension JinjaMethods {
  static let searches: [String: Method] = [
    "startswith": { (run, value, arguments) throws(JinjaFault) in
      try hasEnd(run, value, arguments, "startswith") { (text, part) in text.starts(with: part) }
    },
    "endswith": { (run, value, arguments) throws(JinjaFault) in
      try hasEnd(run, value, arguments, "endswith") { (text, part) in text.suffix(part.count).elementsEqual(part) }
    },
    "find": { (run, value, arguments) throws(JinjaFault) in
      .integer(try find(run, value, arguments, "find", fromEnd: false) ?? -1)
    },
    "rfind": { (run, value, arguments) throws(JinjaFault) in
      .integer(try find(run, value, arguments, "rfind", fromEnd: true) ?? -1)
    },
    "index": { (run, value, arguments) throws(JinjaFault) in
      guard let index = try find(run, value, arguments, "index", fromEnd: false) else {
        throw .value("index", found: "a string without the substring", expected: "one that contains it")
      }
      return .integer(index)
    },
    "rindex": { (run, value, arguments) throws(JinjaFault) in
      guard let index = try find(run, value, arguments, "rindex", fromEnd: true) else {
        throw .value("rindex", found: "a string without the substring", expected: "one that contains it")
      }
      return .integer(index)
    },
    "count": { (run, value, arguments) throws(JinjaFault) in
      let (text, part, _) = try search(run, value, arguments, "count")
      guard !part.isEmpty else { return .integer(try run.budget.length(of: text) + 1) }
      let (bytes, mark) = (text.bytes, part.bytes)
      var (count, start) = (0, 0)
      while let found = try JinjaSearch.first(mark, in: bytes, from: start, run.budget) {
        try run.budget.spend()
        count += 1
        start = found + mark.count
      }
      return .integer(count)
    },
  ]

  /// The searched range of the string, the substring to find, and the number of code points before the range.
  private static func search(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, _ name: String
  ) throws(JinjaFault) -> (text: JinjaText, part: JinjaText, before: Int) {
    let bound = try arguments.bound(name, ["sub", "start", "end"], required: 1)
    let part = try (bound[0] ?? .none).text(for: name)
    let text = try value.text(for: name)
    try run.budget.spend(bytes: text.byteCount * 4)
    guard bound[1].given != nil || bound[2].given != nil else { return (text, part, 0) }
    let bounds = JinjaSliceBounds(
      start: try bound[1].given?.integer(for: name), stop: try bound[2].given?.integer(for: name))
    let length = try run.budget.length(of: text)
    let before = bounds.start.map { $0 < 0 ? max($0 + length, 0) : min($0, length) } ?? 0
    return (try run.slice(.text(text), bounds).text(for: name), part, before)
  }

  private static func find(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, _ name: String, fromEnd: Bool
  ) throws(JinjaFault) -> Int? {
    let (text, part, before) = try search(run, value, arguments, name)
    let bytes = text.bytes
    let found =
      fromEnd
      ? try JinjaSearch.last(part.bytes, in: bytes, before: bytes.count, run.budget)
      : try JinjaSearch.first(part.bytes, in: bytes, from: 0, run.budget)
    return found.map { before + bytes[..<$0].count { $0 & 0xC0 != 0x80 } }
  }

  private static func hasEnd(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, _ name: String,
    _ has: (String.UTF8View, String.UTF8View) -> Bool
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    var arguments = arguments
    var parts: [JinjaRuntimeValue] = []
    if case .sequence(let sequence)? = arguments.positional.first, sequence.kind == .tuple {
      parts = sequence.elements
      arguments.positional[0] = .text(.empty)
    } else if let part = arguments.positional.first {
      parts = [part]
    }
    let text = try search(run, value, arguments, name).text
    for part in parts {
      let part = try part.text(for: name)
      try run.budget.spend(1 + part.byteCount >> 5)
      if has(text.string.utf8, part.string.utf8) { return .boolean(true) }
    }
    return .boolean(false)
  }
}
