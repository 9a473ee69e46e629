#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  import Builtin
  internal import SwiftletKernelInterface

  // Memory answers late, and the processor's own guesses end where a run of a cache or a part of a panel does. The
  // instructions for this are macros in the compilers' headers, which Swift cannot see; this is what they become.

  /// The size of what memory hands over at once.
  @inline(__always)
  var cacheLine: Int { 64 }

  /// How far ahead of a stream of weights the first cache asks where the processor has no distance of its own: by
  /// measurement, and without much influence from 1 to 4 KiB.
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

  /// Asks for the next bytes from a place on, if there is one, which then is behind them.
  @inline(__always)
  func ask(_ place: inout UnsafeRawPointer?, _ byteCount: Int) {
    guard let start = place else { return }
    fetch(start, byteCount)
    place = start + byteCount
  }

  /// What is asked for in many equal shares, by whoever has work to do meanwhile.
  struct SharedFetch {
    private var place: UnsafeRawPointer
    private var lines: Int
    private var shares: Int

    /// So many bytes from a place on.
    @inline(__always)
    init(_ place: UnsafeRawPointer, _ byteCount: Int, shares: Int) {
      (self.place, self.shares) = (place, shares)
      lines = (byteCount + cacheLine - 1) / cacheLine
    }

    /// Asks the second cache for some shares.
    @inline(__always)
    func fetch(_ first: Int, _ count: Int) {
      var line = first * lines / shares
      let end = (first + count) * lines / shares
      while line < end {
        fetchIntoSecondCache(place + line * cacheLine)
        line += 1
      }
    }
  }

  /// What a tile of tokens asks for, part by part, while it works on a strip.
  struct TileStream {
    fileprivate var near: UnsafeRawPointer?
    fileprivate var far: UnsafeRawPointer?
    fileprivate var later: UnsafeRawPointer?

    /// Asks for the next part, as long as what the tile has just come to.
    @inline(__always)
    mutating func fetchPart(_ byteCount: Int) {
      ask(&later, byteCount)
      if let start = far {
        var offset = 0
        while offset < byteCount {
          fetchIntoSecondCache(start + offset)
          offset += cacheLine
        }
        far = start + byteCount
      }
      ask(&near, byteCount)
    }
  }

  /// What all tiles ask for that meet a strip.
  ///
  /// The first tile of all meets weights that are still in memory. Another one of a few tokens finds its weights in a
  /// cache, and memory would idle: it asks for the strip after this one.
  ///
  /// A first cache waits for few lines at once, 16 on Golden Cove, and memory needs twice as many under way to be busy
  /// all the time; a second cache waits for more. So what comes from memory is asked for twice, if a distance for that is
  /// known: from afar into the second cache, and from near into the first.
  struct WeightStream {
    private var first: UnsafeRawPointer?
    private var others: UnsafeRawPointer?
    private var far: UnsafeRawPointer?
    private var later: UnsafeRawPointer?
    /// Whether a few tokens ask, too, although they are done before memory is.
    let isForFew: Bool

    /// The first tile asks for what comes next and, if that is given, for something that comes after it.
    @inline(__always)
    init(_ next: UnsafeRawPointer, _ later: UnsafeRawPointer?) {
      (first, others, far, self.later, isForFew) = (next, nil, nil, later, true)
    }

    /// For the strip of a row that begins at `strip`, and the group of tokens that begins with one.
    ///
    /// `rows` is the row behind the last that the product goes through before it comes back to these columns.
    @inline(__always)
    init(_ product: MatrixProduct, strip: UnsafeRawPointer, row: Int, of rows: Int, token: Int) {
      let (near, far) = (product.prefetch.near, product.prefetch.far)
      let isLast = row / Panel.pairRows == (rows - 1) / Panel.pairRows
      first = token == 0 ? strip + (near > 0 ? near : fetchDistance) : nil
      others = product.tokens > ActivationGroup.tokens || isLast ? nil : strip + 2 * product.panelByteCount
      // What is gone through at once has to be one stream, which half a pair is not.
      let isStream = rowsAtOnce(product.tokens) == Panel.pairRows
      self.far = token == 0 && far > 0 && isStream ? strip + far : nil
      later = nil
      isForFew = near > 0
    }

    /// For the tile that has a token of the group.
    @inline(__always)
    func tile(at token: Int) -> TileStream {
      TileStream(near: token == 0 ? first : others, far: token == 0 ? far : nil, later: token == 0 ? later : nil)
    }
  }
#endif
