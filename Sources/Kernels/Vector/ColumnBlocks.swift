#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// The smaller number.
  ///
  /// The standard library's function leaves a copy of itself behind, which has the same name in every module.
  @inline(__always)
  func smaller(_ x: Int, _ y: Int) -> Int { x < y ? x : y }

  /// How rows and columns of a matrix are cut up for so many tokens: `body` gets the rows and the columns of a block.
  ///
  /// Many tokens meet `width` columns of all rows before they meet the next, and the sums go on from the output, with the
  /// same terms in the same order.
  @inline(__always)
  func forEachColumnBlock(
    _ product: MatrixProduct, width: Int, _ body: (_ rows: Range<Int>, _ columns: Range<Int>) -> Void
  ) {
    let (rows, columns) = (product.rows, product.columns)
    // A strip that is not whole has no room in the output for what all of its lanes hold.
    let blockedRows = product.tokens < ColumnBlock.manyTokens ? 0 : rows / Strip.rows * Strip.rows
    if blockedRows > 0 {
      for column in stride(from: 0, to: columns, by: width) {
        body(0..<blockedRows, column..<smaller(column + width, columns))
      }
    }
    if blockedRows < rows { body(blockedRows..<rows, 0..<columns) }
  }

  /// The order in which strips of a block's rows meet groups of tokens: `body` gets the first row of a strip, or of as many
  /// as are gone through at once, and the first token of a group.
  ///
  /// The block's columns of a group of many stay in the first-level cache while one strip after the other comes from the
  /// second, and are read from behind it once and not for each pair of panels.
  @inline(__always)
  func forEachStrip(_ rows: Range<Int>, _ tokens: Int, _ body: (_ row: Int, _ token: Int) -> Void) {
    if tokens < ColumnBlock.manyTokens {
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce(tokens)) {
        for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) { body(row, token) }
      }
    } else {
      for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) {
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: Strip.rows) { body(row, token) }
      }
    }
  }

  /// The number of strips of some rows.
  @inline(__always)
  func strips(_ rows: Range<Int>) -> Int { (rows.count + Strip.rows - 1) / Strip.rows }

  /// The activations that many tokens prefetch meanwhile: in the group after `token`'s, some of the `count` units of 32 bits
  /// that a token has there.
  @inline(__always)
  func nextGroup(
    _ product: MatrixProduct, after token: Int, of count: Int, units: Range<Int>, shares: Int
  ) -> SharedFetch? {
    let tokens = product.tokens
    guard tokens >= ColumnBlock.manyTokens, tokens - token > ActivationGroup.tokens else { return nil }
    let (group, stride) = tokenPlace(product.activations, token + ActivationGroup.tokens, of: tokens, count, 4)
    return SharedFetch(group + units.lowerBound * stride, units.count * stride, shares: shares)
  }
#endif
