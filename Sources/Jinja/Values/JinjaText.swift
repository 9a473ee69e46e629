/// A string during rendering: its text and the origin of the text.
///
/// Almost every string has a single origin, which a flag describes. A string of mixed origin has runs.
struct JinjaText {
  let string: String
  /// True if all of it is trusted.
  let isTrusted: Bool
  /// The runs and other properties that few strings have.
  let details: Details?

  /// A part with a single origin.
  struct Run {
    /// The end of the run in bytes from the beginning of the string.
    var end: Int
    var isTrusted: Bool
  }

  /// The runs, the markup flag, and the memory to free.
  final class Details {
    /// The runs of a string of mixed origin, else empty.
    let runs: [Run]
    /// True if the string is markup (from `safe`): strings that are concatenated with it are escaped for HTML.
    let isMarkup: Bool
    private let bytes: Int
    private let budget: JinjaBudget?

    init(runs: [Run], isMarkup: Bool, bytes: Int, budget: JinjaBudget?) {
      self.runs = runs
      self.isMarkup = isMarkup
      self.bytes = bytes
      self.budget = budget
    }

    deinit { budget?.free(bytes) }
  }

  init(_ string: String, isTrusted: Bool, details: Details? = nil) {
    self.string = string
    self.isTrusted = isTrusted
    self.details = details
  }

  /// Creates a string with text of the template or of the interpreter.
  init(trusted string: String) { self.init(string, isTrusted: true) }

  static var empty: JinjaText { JinjaText("", isTrusted: true) }

  var isEmpty: Bool { string.isEmpty }
  var isMarkup: Bool { details?.isMarkup ?? false }
  /// The runs of a string of mixed origin, else empty.
  var runs: [Run] { details?.runs ?? [] }
  var byteCount: Int { string.utf8.count }
  var bytes: [UInt8] { Array(string.utf8) }

  /// True if all code points are ASCII.
  var isASCII: Bool { string.utf8.allSatisfy { $0 < 0x80 } }

  /// Returns true if the code point at a byte offset is trusted.
  func isTrusted(at offset: Int) -> Bool {
    guard let details, !details.runs.isEmpty else { return isTrusted }
    let run = indexOfRun(at: offset)
    return run < runs.count && runs[run].isTrusted
  }

  /// The index of the run that contains a byte offset.
  func indexOfRun(at offset: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The text of a byte range, whose bounds must be between code points.
  func substring(_ range: Range<Int>) -> Substring {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return Substring(utf8[start..<utf8.index(start, offsetBy: range.count)])
  }
}

/// A builder of strings that tracks origins.
struct JinjaTextBuilder {
  private(set) var string = ""
  private(set) var runs: [JinjaText.Run] = []

  /// The size of the string and its runs.
  var byteCount: Int { string.utf8.count + runs.count * MemoryLayout<JinjaText.Run>.stride }

  mutating func append(_ text: String, isTrusted: Bool) {
    guard !text.isEmpty else { return }
    string += text
    extend(isTrusted)
  }

  mutating func append(_ text: Substring, isTrusted: Bool) {
    guard !text.isEmpty else { return }
    string += text
    extend(isTrusted)
  }

  mutating func append(_ scalar: Unicode.Scalar, isTrusted: Bool) {
    string.unicodeScalars.append(scalar)
    extend(isTrusted)
  }

  mutating func append(_ text: JinjaText) {
    guard !text.runs.isEmpty else { return append(text.string, isTrusted: text.isTrusted) }
    append(text, 0..<text.byteCount)
  }

  mutating func append(_ text: JinjaText, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard !text.runs.isEmpty else { return append(text.substring(range), isTrusted: text.isTrusted) }
    var start = range.lowerBound
    for run in text.runs[text.indexOfRun(at: start)...] {
      let end = min(run.end, range.upperBound)
      append(text.substring(start..<end), isTrusted: run.isTrusted)
      start = end
      if start >= range.upperBound { break }
    }
  }

  /// Extends the last run to the end, or appends a run of the other origin.
  private mutating func extend(_ isTrusted: Bool) {
    let end = string.utf8.count
    if let last = runs.indices.last, runs[last].isTrusted == isTrusted {
      runs[last].end = end
    } else {
      runs.append(.init(end: end, isTrusted: isTrusted))
    }
  }
}
