#if arch(x86_64) || arch(arm64)
  /// The order in which strips of float weights meet groups of tokens: `body` gets the first row of a strip, or of as many
  /// as are gone through at once, the first token of a group and a range of columns.
  ///
  /// Many tokens meet a block of columns of all rows before they meet the next one. The columns of a group then stay in
  /// the first-level cache while one strip after the other comes from the second, and are read from behind it once and not
  /// for each pair of panels. The sums go on from the output, with the same terms in the same order.
  @inline(__always)
  func forEachFloatBlock(
    _ rows: Int, _ columns: Int, _ tokens: Int, _ body: (_ row: Int, _ token: Int, _ columns: Range<Int>) -> Void
  ) {
    // A strip that is not whole has no room in the output for what all of its lanes hold.
    let blockedRows = tokens < FloatBlock.manyTokens ? 0 : rows / Strip.rows * Strip.rows
    if blockedRows > 0 {
      for column in stride(from: 0, to: columns, by: FloatBlock.columns) {
        let block = column..<min(column + FloatBlock.columns, columns)
        for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) {
          for row in stride(from: 0, to: blockedRows, by: Strip.rows) { body(row, token, block) }
        }
      }
    }
    for row in stride(from: blockedRows, to: rows, by: rowsAtOnce(tokens)) {
      for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) { body(row, token, 0..<columns) }
    }
  }
#endif
