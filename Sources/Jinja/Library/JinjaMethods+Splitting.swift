/// The methods that split strings.
extension JinjaMethods {
  static let splits: [String: Method] = [
    "split": { (run, value, arguments) throws(JinjaFault) in try split(run, value, arguments, fromEnd: false) },
    "rsplit": { (run, value, arguments) throws(JinjaFault) in try split(run, value, arguments, fromEnd: true) },
    "splitlines": { (run, value, arguments) throws(JinjaFault) in
      let keepsEnds = try arguments.bound("splitlines", ["keepends"])[0]?.isTrue ?? false
      let text = try value.text(for: "splitlines")
      return try list(run, text, try lines(run, text, keepsEnds: keepsEnds, withEmptyLast: false))
    },
    "partition": { (run, value, arguments) throws(JinjaFault) in try partition(run, value, arguments, fromEnd: false) },
    "rpartition": { (run, value, arguments) throws(JinjaFault) in try partition(run, value, arguments, fromEnd: true) },
  ]

  private static func list(
    _ run: JinjaRun, _ text: JinjaText, _ ranges: [Range<Int>]
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    guard ranges.count <= run.budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: run.budget.limits.elements))
    }
    var parts: [JinjaRuntimeValue] = []
    for range in ranges { parts.append(.text(try run.budget.slice(text, range))) }
    return .sequence(try JinjaSequence(parts, .list, run.budget))
  }

  private static func split(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, fromEnd: Bool
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let bound = try arguments.bound("split", ["sep", "maxsplit"])
    let text = try value.text(for: "split")
    let limit = try bound[1]?.integer(for: "split") ?? -1
    guard let separator = bound[0].given else {
      let words = try words(run, text, limit: limit, fromEnd: fromEnd)
      return .sequence(try JinjaSequence(words.map { .text($0) }, .list, run.budget))
    }
    let mark = try separator.text(for: "split").bytes
    guard !mark.isEmpty else { throw .value("split", found: "an empty separator", expected: "another one") }
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 4)
    var ranges: [Range<Int>] = []
    if fromEnd {
      var end = bytes.count
      while limit < 0 || ranges.count < limit,
        let found = try JinjaSearch.last(mark, in: bytes, before: end, run.budget)
      {
        ranges.append(found + mark.count..<end)
        end = found
      }
      ranges.append(0..<end)
      ranges.reverse()
    } else {
      var start = 0
      while limit < 0 || ranges.count < limit,
        let found = try JinjaSearch.first(mark, in: bytes, from: start, run.budget)
      {
        ranges.append(start..<found)
        start = found + mark.count
      }
      ranges.append(start..<bytes.count)
    }
    return try list(run, text, ranges)
  }

  /// The words between white space, with at most `limit` splits.
  static func words(
    _ run: JinjaRun, _ text: JinjaText, limit: Int, fromEnd: Bool
  ) throws(JinjaFault) -> [JinjaText] {
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 4)
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      if let space = JinjaWhitespace.length(in: bytes, at: index) {
        index += space
        continue
      }
      try run.budget.checkTime(iteration: ranges.count)
      let start = index
      while index < bytes.count, JinjaWhitespace.length(in: bytes, at: index) == nil { index += 1 }
      ranges.append(start..<index)
    }
    if limit >= 0, ranges.count > limit {
      // The unsplit rest keeps its white space at the far end.
      if fromEnd {
        let rest = ranges[ranges.count - limit - 1].upperBound
        ranges = [0..<rest] + ranges.suffix(limit)
      } else {
        ranges = ranges.prefix(limit) + [ranges[limit].lowerBound..<bytes.count]
      }
    }
    guard ranges.count <= run.budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: run.budget.limits.elements))
    }
    var words: [JinjaText] = []
    for range in ranges { words.append(try run.budget.slice(text, range)) }
    return words
  }

  /// The ranges of the lines of a string by Python's line breaks, optionally including them.
  ///
  /// With `withEmptyLast`, an empty line follows a line break at the end.
  static func lines(
    _ run: JinjaRun, _ text: JinjaText, keepsEnds: Bool, withEmptyLast: Bool
  ) throws(JinjaFault) -> [Range<Int>] {
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 2)
    var lines: [Range<Int>] = []
    var (start, index) = (0, 0)
    while index < bytes.count {
      guard let length = lineBreak(in: bytes, at: index) else {
        index += 1
        continue
      }
      try run.budget.checkTime(iteration: lines.count)
      lines.append(start..<(keepsEnds ? index + length : index))
      index += length
      start = index
    }
    if start < bytes.count || withEmptyLast { lines.append(start..<bytes.count) }
    try run.budget.spend(lines.count)
    return lines
  }

  private static func lineBreak(in bytes: [UInt8], at index: Int) -> Int? {
    switch bytes[index] {
    case 0x0D: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0x0A, 0x0B, 0x0C, 0x1C, 0x1D, 0x1E: 1
    case 0xC2: index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : nil
    case 0xE2:
      index + 2 < bytes.count && bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
        ? 3 : nil
    default: nil
    }
  }

  private static func partition(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, fromEnd: Bool
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let text = try value.text(for: "partition")
    let separator = try (arguments.bound("partition", ["sep"], required: 1)[0] ?? .none).text(for: "partition")
    guard !separator.isEmpty else { throw .value("partition", found: "an empty separator", expected: "another one") }
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 4)
    let found =
      fromEnd
      ? try JinjaSearch.last(separator.bytes, in: bytes, before: bytes.count, run.budget)
      : try JinjaSearch.first(separator.bytes, in: bytes, from: 0, run.budget)
    var parts = fromEnd ? [JinjaText.empty, .empty, text] : [text, .empty, .empty]
    if let found {
      let end = found + separator.byteCount
      parts = [
        try run.budget.slice(text, 0..<found), try run.budget.slice(text, found..<end),
        try run.budget.slice(text, end..<bytes.count),
      ]
    }
    return .sequence(try JinjaSequence(parts.map { .text($0) }, .tuple, run.budget))
  }

  /// Replaces the first `count` occurrences of a substring, all of them if negative.
  static func replace(
    _ run: JinjaRun, _ text: JinjaText, _ old: JinjaText, _ new: JinjaText, _ count: Int
  ) throws(JinjaFault) -> JinjaText {
    let bytes = text.bytes
    try run.budget.spend(bytes: bytes.count * 4)
    let mark = old.bytes
    var hits: [Int] = []
    if mark.isEmpty {
      // An empty string matches before each code point and at the end.
      for index in 0...bytes.count where index == bytes.count || bytes[index] & 0xC0 != 0x80 { hits.append(index) }
      if count >= 0 { hits = Array(hits.prefix(count)) }
    } else {
      var start = 0
      while count < 0 || hits.count < count, let found = try JinjaSearch.first(mark, in: bytes, from: start, run.budget)
      {
        hits.append(found)
        start = found + mark.count
      }
    }
    guard !hits.isEmpty else { return text }
    let bytesPerHit = new.byteCount + (text.runs.isEmpty && text.isTrusted == new.isTrusted ? 0 : 32)
    try run.budget.check(bytes: bytesPerHit, times: hits.count)
    try run.budget.spend(hits.count)
    var builder = JinjaTextBuilder()
    var start = 0
    for (index, hit) in hits.enumerated() {
      try run.budget.checkTime(iteration: index)
      builder.append(text, start..<hit)
      builder.append(new)
      start = hit + mark.count
    }
    builder.append(text, start..<bytes.count)
    return try run.budget.text(builder)
  }
}

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
      guard !part.isEmpty else { return .integer(text.length + 1) }
      let (bytes, mark) = (text.bytes, part.bytes)
      var (count, start) = (0, 0)
      while let found = try JinjaSearch.first(mark, in: bytes, from: start, run.budget) {
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
    let before = bounds.start.map { $0 < 0 ? max($0 + text.length, 0) : min($0, text.length) } ?? 0
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
    for part in parts where has(text.string.utf8, try part.text(for: name).string.utf8) { return .boolean(true) }
    return .boolean(false)
  }
}
