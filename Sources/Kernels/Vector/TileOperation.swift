#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Something that is done to tokens in tiles of any size.
  protocol TileOperation {
    /// Whether three tokens have a tile of their own: they come often where three heads share keys and values, and two
    /// tiles after each other take twice as long, for each waits for its own sums.
    static var hasTileOfThree: Bool { get }
    /// Does it for the tokens of a tile, of which `first` is the first of its group.
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int)
  }

  extension TileOperation {
    /// Two and one do.
    @inline(__always)
    static var hasTileOfThree: Bool { false }
  }

  /// How many rows a product goes through at once: a strip, or two where half a pair is one and a token is alone.
  ///
  /// One token is done before memory is. A strip that leaves out every other cache line brings them along all the same,
  /// and while the other strip then takes them from a cache, memory idles: a third of the speed, on Zen 4 without AVX-512.
  @inline(__always)
  func rowsAtOnce(_ tokens: Int) -> Int {
    tokens == 1 && 2 * Strip.rows <= Panel.pairRows ? 2 * Strip.rows : Strip.rows
  }

  /// Runs an operation over the tokens of a group: as many at once as there are registers for, then smaller tiles.
  ///
  /// `limit` keeps the largest tile from operations that need its registers for other things. A token's result is the same in any tile, for tokens share nothing but what is loaded for them.
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
      case 3 where Operation.hasTileOfThree:
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
