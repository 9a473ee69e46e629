#if arch(x86_64) || arch(arm64)
  /// Something that is done to tokens in tiles of any size.
  protocol TileOperation {
    /// Does it for the tokens of a tile, of which `first` is the first of its group.
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int)
  }

  /// Runs an operation over the tokens of a group: as many at once as there are registers for, then smaller tiles.
  ///
  /// `limit` keeps the largest tile from operations that need its registers for other things. A token's result is the same in any tile, for tokens share nothing but what is loaded for them.
  @inline(__always)
  func forEachTile(_ tokens: Int, limit: Int = LargestTile.tokens, _ operation: some TileOperation) {
    var token = 0
    while token < tokens {
      switch tokens - token {
      case LargestTile.tokens... where limit >= LargestTile.tokens:
        operation.run(LargestTile.self, token)
        token += LargestTile.tokens
      case 4...:
        operation.run(FourTokens.self, token)
        token += 4
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
