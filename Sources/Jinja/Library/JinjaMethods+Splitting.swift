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
        try run.add(found + mark.count..<end, to: &ranges)
        end = found
      }
      ranges.append(0..<end)
      ranges.reverse()
    } else {
      var start = 0
      while limit < 0 || ranges.count < limit,
        let found = try JinjaSearch.first(mark, in: bytes, from: start, run.budget)
      {
        try run.add(start..<found, to: &ranges)
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
    var (index, iteration) = (0, 0)
    /// The start of the word at the index.
    var start: Int?
    while index < bytes.count {
      iteration += 1
      try run.budget.checkTime(iteration: iteration)
      guard let space = JinjaWhitespace.length(in: bytes, at: index) else {
        start = start ?? index
        index += 1
        continue
      }
      if let word = start { try run.add(word..<index, to: &ranges) }
      start = nil
      index += space
    }
    if let start { ranges.append(start..<bytes.count) }
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
    var (start, index, iteration) = (0, 0, 0)
    while index < bytes.count {
      iteration += 1
      try run.budget.checkTime(iteration: iteration)
      guard let length = lineBreak(in: bytes, at: index) else {
        index += 1
        continue
      }
      try run.add(start..<(keepsEnds ? index + length : index), to: &lines)
      index += length
      start = index
    }
    if start < bytes.count || withEmptyLast { lines.append(start..<bytes.count) }
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
    var builder = JinjaTextBuilder()
    var (start, next, replaced) = (0, 0, 0)
    while count < 0 || replaced < count {
      if mark.isEmpty {
        // An empty string matches before each code point and at the end.
        while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
        guard next <= bytes.count else { break }
      } else {
        guard let found = try JinjaSearch.first(mark, in: bytes, from: next, run.budget) else { break }
        next = found
      }
      try run.budget.spend()
      builder.append(text, start..<next)
      try run.append(new, to: &builder)
      start = next + mark.count
      next += max(mark.count, 1)
      replaced += 1
    }
    guard replaced > 0 else { return text }
    builder.append(text, start..<bytes.count)
    return try run.budget.text(builder)
  }
}

extension JinjaRun {
  /// Appends the range of a part, word or line to a list, whose size is checked.
  fileprivate func add(_ range: Range<Int>, to ranges: inout [Range<Int>]) throws(JinjaFault) {
    try budget.spend()
    try budget.check(bytes: MemoryLayout<Range<Int>>.stride, times: ranges.count)
    ranges.append(range)
  }
}
