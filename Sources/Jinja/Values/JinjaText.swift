/// A string inside a running template: its text and where that comes from.
///
/// Almost every string is of one origin; then this is a string and a flag. A string put together from both has runs.
struct JinjaText {
  let string: String
  /// Whether all of it is trusted.
  let isTrusted: Bool
  /// What few strings have.
  let details: Details?

  /// A part of one origin.
  struct Run {
    /// Where the run ends, in bytes of the whole string.
    var end: Int
    var isTrusted: Bool
  }

  /// Runs of origin, the mark of `safe`, and the memory to give back.
  final class Details {
    /// The runs of a string of both origins, else none.
    let runs: [Run]
    /// Whether it came from `safe`: what is added to it is escaped for HTML.
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

  /// Text of the template or of the engine itself.
  init(trusted string: String) { self.init(string, isTrusted: true) }

  static var empty: JinjaText { JinjaText("", isTrusted: true) }

  var isEmpty: Bool { string.isEmpty }
  var isMarkup: Bool { details?.isMarkup ?? false }
  /// The runs of a string of both origins; empty if all is of one.
  var runs: [Run] { details?.runs ?? [] }
  var byteCount: Int { string.utf8.count }
  var bytes: [UInt8] { Array(string.utf8) }

  /// Whether a byte is also a code point everywhere in the string.
  var isASCII: Bool { string.utf8.allSatisfy { $0 < 0x80 } }

  /// The number of code points, which is what Python counts.
  var length: Int { string.unicodeScalars.count }

  /// Whether the code point at an offset is trusted.
  func isTrusted(at offset: Int) -> Bool {
    guard let details, !details.runs.isEmpty else { return isTrusted }
    let run = indexOfRun(at: offset)
    return run < runs.count && runs[run].isTrusted
  }

  /// Which run the byte at an offset is in.
  func indexOfRun(at offset: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The text of a range of bytes that begins and ends between code points.
  func substring(_ range: Range<Int>) -> Substring {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return Substring(utf8[start..<utf8.index(start, offsetBy: range.count)])
  }
}

/// Puts a string together, with its origins.
struct JinjaTextBuilder {
  private(set) var string = ""
  private(set) var runs: [JinjaText.Run] = []

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

  /// Lets the run at the end reach to the end, or begins one.
  private mutating func extend(_ isTrusted: Bool) {
    let end = string.utf8.count
    if let last = runs.indices.last, runs[last].isTrusted == isTrusted {
      runs[last].end = end
    } else {
      runs.append(.init(end: end, isTrusted: isTrusted))
    }
  }
}
