/// Counts what a run uses, and stops it at its limits.
final class JinjaBudget {
  let limits: JinjaLimits
  private var steps: Int
  private var liveBytes = 0
  /// The steps since the time was looked at.
  private var untimedSteps = 0
  private let start = processorTime()

  /// So many steps take well under a millisecond, and looking at the clock as long as some tens of them.
  private static let timedSteps = 1 << 12
  /// What a short string costs is counted with the value that holds it.
  private static let uncounted = 40
  /// What a value in a list or a dictionary costs, with a short string in it.
  private static let valueBytes = 128

  init(_ limits: JinjaLimits) {
    self.limits = limits
    steps = limits.steps
  }

  /// Takes steps.
  func spend(_ count: Int = 1) throws(JinjaFault) {
    steps -= count
    guard steps >= 0 else { throw JinjaFault(.limit(.steps, maximum: limits.steps)) }
    untimedSteps += count
    guard untimedSteps >= Self.timedSteps else { return }
    untimedSteps = 0
    let (end, overflow) = limits.milliseconds.multipliedReportingOverflow(by: 1_000_000)
    guard overflow || processorTime() - start <= end else {
      throw JinjaFault(.limit(.milliseconds, maximum: limits.milliseconds))
    }
  }

  /// Takes the steps that going through bytes is worth.
  func spend(bytes: Int) throws(JinjaFault) {
    try spend(bytes >> 5)
  }

  /// Takes memory until it is given back with ``free(_:)``.
  func take(_ bytes: Int) throws(JinjaFault) {
    liveBytes += bytes
    guard liveBytes <= limits.memoryBytes else {
      throw JinjaFault(.limit(.memoryBytes, maximum: limits.memoryBytes))
    }
  }

  func free(_ bytes: Int) { liveBytes -= bytes }

  /// Takes memory for the elements of a list or dictionary, and checks how many there are.
  ///
  /// - Returns: The bytes to give back.
  func take(elements: Int) throws(JinjaFault) -> Int {
    guard elements <= limits.elements else { throw JinjaFault(.limit(.elements, maximum: limits.elements)) }
    try spend(elements)
    let bytes = elements * Self.valueBytes
    try take(bytes)
    return bytes
  }

  /// Checks a product before it is worked out.
  func check(bytes: Int, times count: Int) throws(JinjaFault) {
    let (total, overflow) = bytes.multipliedReportingOverflow(by: count)
    guard !overflow, total <= limits.memoryBytes - liveBytes else {
      throw JinjaFault(.limit(.memoryBytes, maximum: limits.memoryBytes))
    }
  }
}

/// Strings that a run makes.
extension JinjaBudget {
  /// A string whose memory counts.
  func text(
    _ string: String, isTrusted: Bool, runs: [JinjaText.Run] = [], isMarkup: Bool = false
  ) throws(JinjaFault) -> JinjaText {
    let bytes = string.utf8.count
    let runBytes = runs.count > 1 ? runs.count * MemoryLayout<JinjaText.Run>.stride : 0
    let counted = bytes > Self.uncounted || runBytes > 0 ? bytes + runBytes : 0
    if counted > 0 {
      try spend(bytes: bytes)
      try spend(runs.count)
      try take(counted)
    }
    guard counted > 0 || isMarkup else { return JinjaText(string, isTrusted: isTrusted) }
    let details = JinjaText.Details(
      runs: runs.count > 1 ? runs : [], isMarkup: isMarkup, bytes: counted, budget: counted > 0 ? self : nil)
    return JinjaText(string, isTrusted: isTrusted && runs.count < 2, details: details)
  }

  /// A string that was put together.
  func text(_ builder: JinjaTextBuilder, isMarkup: Bool = false) throws(JinjaFault) -> JinjaText {
    try text(
      builder.string, isTrusted: builder.runs.first?.isTrusted ?? true, runs: builder.runs, isMarkup: isMarkup)
  }

  /// A part of a string.
  func slice(_ text: JinjaText, _ range: Range<Int>) throws(JinjaFault) -> JinjaText {
    if range == 0..<text.byteCount { return text }
    guard text.runs.isEmpty else {
      var builder = JinjaTextBuilder()
      builder.append(text, range)
      return try self.text(builder)
    }
    return try self.text(String(text.substring(range)), isTrusted: text.isTrusted)
  }

  /// A string changed part by part of one origin, or untrusted as a whole if the parts cannot be told apart afterwards.
  func map(_ text: JinjaText, _ transform: (String) -> String) throws(JinjaFault) -> JinjaText {
    try spend(bytes: text.byteCount * 4)
    let whole = transform(text.string)
    guard !text.runs.isEmpty else { return try self.text(whole, isTrusted: text.isTrusted) }
    var builder = JinjaTextBuilder()
    var start = 0
    for run in text.runs {
      builder.append(transform(String(text.substring(start..<run.end))), isTrusted: run.isTrusted)
      start = run.end
    }
    guard CodePoints.equal(builder.string, whole) else { return try self.text(whole, isTrusted: false) }
    return try self.text(builder)
  }
}
