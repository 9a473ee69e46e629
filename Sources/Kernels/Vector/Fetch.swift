#if arch(x86_64) || arch(arm64)
  import Builtin

  // Memory answers late, and the processor's own guesses end where a run of a cache or a part of a panel does. The
  // instructions for this are macros in the compilers' headers, which Swift cannot see; this is what they become.

  /// The size of what memory hands over at once.
  @inline(__always)
  var cacheLine: Int { 64 }

  /// How far ahead of a stream of weights to fetch: by measurement, and without much influence from 1 to 4 KiB.
  @inline(__always)
  var fetchDistance: Int { 2048 }

  /// Asks for the cache line of a place, which need not exist: nothing is read.
  @inline(__always)
  func fetch(_ place: UnsafeRawPointer) {
    Builtin.int_prefetch_RawPointer(place._rawValue, Int32(0)._value, Int32(3)._value, Int32(1)._value)
  }

  /// The same, into the second cache and no further.
  @inline(__always)
  func fetchIntoSecondCache(_ place: UnsafeRawPointer) {
    Builtin.int_prefetch_RawPointer(place._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
  }

  /// Asks for some bytes from a place on.
  @inline(__always)
  func fetch(_ place: UnsafeRawPointer, _ byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      fetch(place + offset)
      offset += cacheLine
    }
  }

  /// Asks for the next part of a stream, if there is one.
  @inline(__always)
  func fetchPart(_ byteCount: Int, at place: inout UnsafeRawPointer?) {
    guard let start = place else { return }
    fetch(start, byteCount)
    place = start + byteCount
  }

  /// A stream of weights whose parts are asked for twice: from afar into the second cache, and when they are near into
  /// the first.
  ///
  /// The first cache waits for few lines at once, 16 on Golden Cove, and memory needs twice as many under way to be busy
  /// all the time. The second cache waits for more.
  struct DistantStream {
    private var near: UnsafeRawPointer
    private var far: UnsafeRawPointer

    /// None if the distance is 0: the processor is left to guess.
    @inline(__always)
    init?(_ place: UnsafeRawPointer, distance: Int) {
      guard distance > 0 else { return nil }
      (near, far) = (place + fetchDistance, place + distance)
    }

    @inline(__always)
    mutating func fetchPart(_ byteCount: Int) {
      var offset = 0
      while offset < byteCount {
        fetchIntoSecondCache(far + offset)
        fetch(near + offset)
        offset += cacheLine
      }
      near += byteCount
      far += byteCount
    }
  }

  /// What tiles of tokens ask for while they work on a strip.
  ///
  /// The first tile of all meets weights that are still in memory. Another one of a few tokens finds its weights in a
  /// cache, and memory would idle: it asks for the strip after this one.
  struct WeightStream {
    private var first: UnsafeRawPointer?
    private var others: UnsafeRawPointer?

    /// Every tile asks for the same.
    @inline(__always)
    init(_ place: UnsafeRawPointer) { (first, others) = (place, place) }

    /// For the strip of a row, which begins at `strip`, and the group that begins with a token.
    @inline(__always)
    init(
      _ strip: UnsafeRawPointer, _ panelByteCount: Int, _ row: Int, of rows: Int, _ token: Int, of tokens: Int
    ) {
      let isLast = row / Panel.pairRows == (rows - 1) / Panel.pairRows
      first = token == 0 ? strip + fetchDistance : nil
      others = tokens > ActivationGroup.tokens || isLast ? nil : strip + 2 * panelByteCount
    }

    /// Where the tile begins that has a token of the group.
    @inline(__always)
    func place(forTileAt token: Int) -> UnsafeRawPointer? { token == 0 ? first : others }
  }
#endif
