#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// An operation that is applied to tokens in tiles of any size.
  protocol TileOperation {
    /// True if three tokens are processed as one tile.
    ///
    /// Three queries are common with a GQA group of three, and two consecutive tiles take twice as long, as each is
    /// bound by the latency of its sums.
    static var supportsThreeTokens: Bool { get }
    /// Processes the tokens of a tile, which begins at token `first` of its group.
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int)
  }

  extension TileOperation {
    /// No tile of three by default: a tile of two and a tile of one.
    @inline(__always)
    static var supportsThreeTokens: Bool { false }
  }

  /// The number of rows per pass: one row tile, or two for a single token where a row tile is at most half a pair.
  ///
  /// A single token is memory-bound. A row tile that skips every other cache line causes the skipped lines to be
  /// fetched as well, and memory idles while the other row tile reads them from the cache: on Zen 4 without AVX-512
  /// that costs a third of the speed.
  @inline(__always)
  func rowsPerPass(_ tokens: Int) -> Int {
    tokens == 1 && 2 * RowTile.rows <= Panel.pairRows ? 2 * RowTile.rows : RowTile.rows
  }

  /// Runs an operation over the tokens of a group, in the largest tiles that fit the registers, then in smaller ones.
  ///
  /// A lower `limit` excludes the largest tile for operations that need more registers. The result of a token is the
  /// same in any tile, as tokens share only loads.
  @inline(__always)
  func forEachTile<Operation: TileOperation>(
    _ tokens: Int, limit: Int = LargestTile.tokens, _ operation: Operation
  ) {
    var token = 0
    while token < tokens {
      switch tokens - token {
      case LargestTile.tokens... where limit >= LargestTile.tokens:
        operation.run(LargestTile.self, token)
        token += LargestTile.tokens
      case 4...:
        operation.run(FourTokens.self, token)
        token += 4
      case 3 where Operation.supportsThreeTokens:
        operation.run(ThreeTokens.self, token)
        token += 3
      case 2...:
        operation.run(TwoTokens.self, token)
        token += 2
      default:
        operation.run(OneToken.self, token)
        token += 1
      }
    }
  }
#endif
