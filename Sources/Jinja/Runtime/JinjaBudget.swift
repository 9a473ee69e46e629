/// The resource accounting of a run, which throws when a limit is exceeded.
final class JinjaBudget {
  let limits: JinjaLimits
  private var steps: Int
  private var liveBytes = 0
  /// The number of steps since the last time check.
  private var stepsSinceTimeCheck = 0
  private let start = processorTime()
  /// The clock's time at which processor time was last read.
  private var lastReading = clockTime()

  /// The steps between time checks; few, as one of them may be an operation on all memory that a run may have.
  private static let stepsPerTimeCheck = 16
  /// The nanoseconds after which processor time is read again, which takes a system call.
  private static let readingInterval = 1_000_000
  /// The maximum length of short strings, whose size is included in that of the containing value.
  private static let inlineStringBytes = 40
  /// The size of a value in a list or a dictionary, including a short string.
  private static let valueBytes = 128

  init(_ limits: JinjaLimits) {
    self.limits = limits
    steps = limits.steps
  }

  /// Spends steps.
  func spend(_ count: Int = 1) throws(JinjaFault) {
    steps -= count
    guard steps >= 0 else { throw JinjaFault(.limit(.steps, maximum: limits.steps)) }
    stepsSinceTimeCheck += count
    if stepsSinceTimeCheck >= Self.stepsPerTimeCheck { try checkTime() }
  }

  /// Checks the time limit in the loop of one operation, every few thousand iterations.
  @inline(__always)
  func checkTime(iteration: Int) throws(JinjaFault) {
    if iteration & 4095 == 4095 { try checkTime() }
  }

  /// Checks the time limit.
  func checkTime() throws(JinjaFault) {
    stepsSinceTimeCheck = 0
    // A thread's processor time never advances faster than the clock.
    let now = clockTime()
    guard now - lastReading >= Self.readingInterval else { return }
    lastReading = now
    let (end, overflow) = limits.milliseconds.multipliedReportingOverflow(by: 1_000_000)
    guard overflow || processorTime() - start <= end else {
      throw JinjaFault(.limit(.milliseconds, maximum: limits.milliseconds))
    }
  }

  /// Spends the steps of processing bytes.
  func spend(bytes: Int) throws(JinjaFault) {
    try spend(bytes >> 5)
  }

  /// Accounts for allocated memory until ``free(_:)``.
  func allocate(_ bytes: Int) throws(JinjaFault) {
    liveBytes += bytes
    guard liveBytes <= limits.memoryBytes else {
      throw JinjaFault(.limit(.memoryBytes, maximum: limits.memoryBytes))
    }
  }

  func free(_ bytes: Int) { liveBytes -= bytes }

  /// Accounts for the elements of a list or dictionary, and checks their number.
  ///
  /// - Returns: The number of bytes to free later.
  func allocate(elements: Int) throws(JinjaFault) -> Int {
    guard elements <= limits.elements else { throw JinjaFault(.limit(.elements, maximum: limits.elements)) }
    try spend(elements)
    let bytes = elements * Self.valueBytes
    try allocate(bytes)
    return bytes
  }

  /// Checks the size of a repetition before it is computed.
  func check(bytes: Int, times count: Int) throws(JinjaFault) {
    let (total, overflow) = bytes.multipliedReportingOverflow(by: count)
    guard !overflow, total <= limits.memoryBytes - liveBytes else {
      throw JinjaFault(.limit(.memoryBytes, maximum: limits.memoryBytes))
    }
  }
}

/// Strings created by a run.
extension JinjaBudget {
  /// A string with accounted memory.
  func text(
    _ string: String, isTrusted: Bool, runs: [JinjaText.Run] = [], isMarkup: Bool = false
  ) throws(JinjaFault) -> JinjaText {
    let bytes = string.utf8.count
    let runBytes = runs.count > 1 ? runs.count * MemoryLayout<JinjaText.Run>.stride : 0
    let counted = bytes > Self.inlineStringBytes || runBytes > 0 ? bytes + runBytes : 0
    if counted > 0 {
      try spend(bytes: bytes)
      try spend(runs.count)
      try allocate(counted)
    }
    guard counted > 0 || isMarkup else { return JinjaText(string, isTrusted: isTrusted) }
    let details = JinjaText.Details(
      runs: runs.count > 1 ? runs : [], isMarkup: isMarkup, bytes: counted, budget: counted > 0 ? self : nil)
    return JinjaText(string, isTrusted: isTrusted && runs.count < 2, details: details)
  }

  /// The string of a builder, with accounted memory.
  func text(_ builder: JinjaTextBuilder, isMarkup: Bool = false) throws(JinjaFault) -> JinjaText {
    try text(
      builder.string, isTrusted: builder.runs.first?.isTrusted ?? true, runs: builder.runs, isMarkup: isMarkup)
  }

  /// A substring by byte range.
  func slice(_ text: JinjaText, _ range: Range<Int>) throws(JinjaFault) -> JinjaText {
    if range == 0..<text.byteCount { return text }
    guard text.runs.isEmpty else {
      var builder = JinjaTextBuilder()
      builder.append(text, range)
      return try self.text(builder)
    }
    return try self.text(String(text.substring(range)), isTrusted: text.isTrusted)
  }

  /// Maps a string run by run; the result is untrusted as a whole if the runs cannot be mapped separately.
  ///
  /// The transform gets the budget, to check the time in its loops.
  func map(
    _ text: JinjaText, _ transform: (String, JinjaBudget) throws(JinjaFault) -> String
  ) throws(JinjaFault) -> JinjaText {
    try spend(bytes: text.byteCount * 4)
    let whole = try transform(text.string, self)
    guard !text.runs.isEmpty else { return try self.text(whole, isTrusted: text.isTrusted) }
    var builder = JinjaTextBuilder()
    var start = 0
    for run in text.runs {
      try spend()
      builder.append(try transform(String(text.substring(start..<run.end)), self), isTrusted: run.isTrusted)
      start = run.end
    }
    guard CodePoints.equal(builder.string, whole) else { return try self.text(whole, isTrusted: false) }
    return try self.text(builder)
  }
}
