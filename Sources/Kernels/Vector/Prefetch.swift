#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  import Builtin
  internal import SwiftletKernelInterface

  // Hardware prefetchers lose the stream at the end of a run of the KV cache or of a panel, hence software prefetch.
  // The intrinsics are macros in the compilers' headers, which Swift cannot import; these are their expansions.

  /// The size of a cache line in bytes.
  @inline(__always)
  var cacheLine: Int { 64 }

  /// The default L1 prefetch distance of weights, in bytes, for processors without a distance of their own.
  ///
  /// Measured; values from 1 to 4 KiB perform about the same.
  @inline(__always)
  var prefetchDistance: Int { 2048 }

  /// Prefetches the cache line of an address into the L1 cache; the address need not be mapped.
  @inline(__always)
  func prefetch(_ address: UnsafeRawPointer) {
    Builtin.int_prefetch_RawPointer(address._rawValue, Int32(0)._value, Int32(3)._value, Int32(1)._value)
  }

  /// Prefetches the cache line of an address into the L2 cache only.
  @inline(__always)
  func prefetchIntoL2(_ address: UnsafeRawPointer) {
    Builtin.int_prefetch_RawPointer(address._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
  }

  /// Prefetches a range of bytes into the L1 cache.
  @inline(__always)
  func prefetch(_ address: UnsafeRawPointer, _ byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      prefetch(address + offset)
      offset += cacheLine
    }
  }

  /// Prefetches a range of bytes at an address, if it is not nil, and advances the address past them.
  @inline(__always)
  func prefetchNext(_ address: inout UnsafeRawPointer?, _ byteCount: Int) {
    guard let start = address else { return }
    prefetch(start, byteCount)
    address = start + byteCount
  }

  /// A prefetch of a range of memory that is divided into equal shares and interleaved with other work.
  struct SharedPrefetch {
    private var address: UnsafeRawPointer
    private var lines: Int
    private var shares: Int

    /// Creates a prefetch of a range of bytes.
    @inline(__always)
    init(_ address: UnsafeRawPointer, _ byteCount: Int, shares: Int) {
      (self.address, self.shares) = (address, shares)
      lines = (byteCount + cacheLine - 1) / cacheLine
    }

    /// Prefetches a number of shares into the L2 cache.
    @inline(__always)
    func prefetch(_ first: Int, _ count: Int) {
      var line = first * lines / shares
      let end = (first + count) * lines / shares
      while line < end {
        prefetchIntoL2(address + line * cacheLine)
        line += 1
      }
    }
  }

  /// The prefetch stream of one token tile while it processes a row tile.
  struct TileStream {
    fileprivate var near: UnsafeRawPointer?
    fileprivate var far: UnsafeRawPointer?
    fileprivate var later: UnsafeRawPointer?

    /// Prefetches the next part of the stream, as long as the part that the tile processes next.
    @inline(__always)
    mutating func prefetchPart(_ byteCount: Int) {
      prefetchNext(&later, byteCount)
      if let start = far {
        var offset = 0
        while offset < byteCount {
          prefetchIntoL2(start + offset)
          offset += cacheLine
        }
        far = start + byteCount
      }
      prefetchNext(&near, byteCount)
    }
  }

  /// The prefetch streams of all token tiles that process a row tile.
  ///
  /// The first token tile reads weights from memory. Further tiles of a small batch find them in a cache, and memory
  /// would idle, so these tiles prefetch the row tile after this one.
  ///
  /// The L1 cache supports few outstanding misses, 16 on Golden Cove, and twice as many are needed to saturate memory
  /// bandwidth; the L2 cache supports more. So weights are prefetched twice if a distance is given: far ahead into the
  /// L2 cache, and shortly ahead into the L1 cache.
  struct WeightStream {
    private var first: UnsafeRawPointer?
    private var others: UnsafeRawPointer?
    private var far: UnsafeRawPointer?
    private var later: UnsafeRawPointer?
    /// True if small batches prefetch too, although they are memory-bound.
    let prefetchesForFewTokens: Bool

    /// Creates streams in which only the first tile prefetches, at `next` and, if given, at `later`.
    @inline(__always)
    init(_ next: UnsafeRawPointer, _ later: UnsafeRawPointer?) {
      (first, others, far, self.later, prefetchesForFewTokens) = (next, nil, nil, later, true)
    }

    /// Creates the streams for the row tile at address `rowTile` and the group of tokens that begins with `token`.
    ///
    /// `rows` is the end of the range of rows that are processed before the next block of columns.
    @inline(__always)
    init(_ product: MatrixProduct, rowTile: UnsafeRawPointer, row: Int, of rows: Int, token: Int) {
      let (near, far) = (product.prefetch.near, product.prefetch.far)
      let isLast = row / Panel.pairRows == (rows - 1) / Panel.pairRows
      first = token == 0 ? rowTile + (near > 0 ? near : prefetchDistance) : nil
      others = product.tokens > ActivationGroup.tokens || isLast ? nil : rowTile + 2 * product.panelByteCount
      // Only a whole pair of panels is read sequentially.
      let isStream = rowsPerPass(product.tokens) == Panel.pairRows
      self.far = token == 0 && far > 0 && isStream ? rowTile + far : nil
      later = nil
      prefetchesForFewTokens = near > 0
    }

    /// The stream of the tile that begins with a token of the group.
    @inline(__always)
    func tile(at token: Int) -> TileStream {
      TileStream(near: token == 0 ? first : others, far: token == 0 ? far : nil, later: token == 0 ? later : nil)
    }
  }
#endif
