/// A reader of the filtered rows of a PNG picture, which decompresses them through a window of bounded size.
struct PNGRowReader: ~Escapable {
  private var inflater: Inflater
  private(set) var window: [UInt8]
  /// The index in the window of the first byte that was not handed out.
  private var start = 0
  /// The end of the decompressed bytes in the window.
  private var end = 0
  private var produced = 0
  private let total: Int
  private var checksum = Adler32()

  /// Creates a reader of `total` bytes of rows of at most `longest` bytes, filter types included.
  @_lifetime(copy data)
  init(_ data: Span<UInt8>, total: Int, longest: Int) throws(Inflater.Failure) {
    inflater = try Inflater(data)
    self.total = total
    // Small enough for the second-level cache of most processors, unless rows are very long.
    let piece = Inflater.historyLength + max(longest, 128 << 10)
    window = [UInt8](repeating: 0, count: min(total, piece) + Inflater.slack)
  }

  /// The number of compressed bytes read, to locate errors.
  var consumedBytes: Int { inflater.consumedBytes }

  /// Returns the index in ``window`` of the next bytes.
  @_lifetime(self: copy self)
  mutating func next(_ count: Int) throws(Inflater.Failure) -> Int {
    if end - start < count { try fill(count) }
    defer { start += count }
    return start
  }

  @_lifetime(self: copy self)
  private mutating func fill(_ count: Int) throws(Inflater.Failure) {
    let limit = window.count - Inflater.slack
    if start + count > limit { discard() }
    let old = end
    // Taken out of the structure, because the span is an access to it.
    var taken: [UInt8] = []
    swap(&taken, &window)
    var span = taken.mutableSpan
    let new = try inflater.decode(into: &span, from: old, to: limit)
    var sum = checksum
    sum.update(span.span.extracting(old..<new))
    swap(&taken, &window)
    (end, checksum) = (new, sum)
    produced += new - old
    guard end - start >= count else {
      throw .malformed(found: "\(produced) bytes of pixels", expected: "\(total) bytes")
    }
  }

  /// Moves what is still needed to the start of the window: bytes not handed out, and the history of matches.
  private mutating func discard() {
    let kept = max(0, min(start, end - Inflater.historyLength))
    guard kept > 0 else { return }
    let count = end - kept
    var span = window.mutableSpan
    for index in stride(from: 0, to: count, by: 8) {
      span.store(word: span.span.word(at: kept &+ index), at: index)
    }
    start -= kept
    end -= kept
  }

  /// Checks the end of the stream after the last row: its checksum, unless there is more data, which is ignored.
  ///
  /// - Returns: The checksums that differ, the stored one first; nil if they agree.
  @_lifetime(self: copy self)
  mutating func finish() throws(Inflater.Failure) -> (stored: UInt32, actual: UInt32)? {
    guard produced == total else { return nil }
    if !inflater.isFinished {
      var rest = [UInt8](repeating: 0, count: Inflater.historyLength + 1 + Inflater.slack)
      let history = min(end, Inflater.historyLength)
      for index in 0..<history { rest[index] = window[end - history + index] }
      var span = rest.mutableSpan
      guard try inflater.decode(into: &span, from: history, to: history + 1) == history else { return nil }
    }
    let (stored, actual) = (try inflater.readChecksum(), checksum.value)
    return stored == actual ? nil : (stored, actual)
  }
}
