#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// The smaller of two integers.
  ///
  /// Specialisations of the standard library's `min` would be emitted as weak symbols shared between modules.
  @inline(__always)
  func smaller(_ x: Int, _ y: Int) -> Int { x < y ? x : y }

  /// Calls `body` with the rows and columns of each cache block of a product.
  ///
  /// Large batches process `width` columns of all rows at a time. The sums are accumulated in the output, with the same
  /// terms in the same order.
  @inline(__always)
  func forEachColumnBlock(
    _ product: MatrixProduct, width: Int, _ body: (_ rows: Range<Int>, _ columns: Range<Int>) -> Void
  ) {
    let (rows, columns) = (product.rows, product.columns)
    // The output has no space for the unused lanes of a partial row tile, so its sums cannot be stored and reloaded.
    let blockedRows = product.tokens < ColumnBlock.tokenThreshold ? 0 : rows / RowTile.rows * RowTile.rows
    if blockedRows > 0 {
      for column in stride(from: 0, to: columns, by: width) {
        body(0..<blockedRows, column..<smaller(column + width, columns))
      }
    }
    if blockedRows < rows { body(blockedRows..<rows, 0..<columns) }
  }

  /// Calls `body` with the first row of each row tile, or pass of row tiles, and the first token of each group.
  ///
  /// In large batches, the activations of a group stay in the L1 cache while row tiles are read from the L2 cache, and
  /// are loaded from beyond it once instead of once per pair of panels.
  @inline(__always)
  func forEachRowTile(_ rows: Range<Int>, _ tokens: Int, _ body: (_ row: Int, _ token: Int) -> Void) {
    if tokens < ColumnBlock.tokenThreshold {
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsPerPass(tokens)) {
        for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) { body(row, token) }
      }
    } else {
      for token in stride(from: 0, to: tokens, by: ActivationGroup.tokens) {
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: RowTile.rows) { body(row, token) }
      }
    }
  }

  /// The number of row tiles that cover a range of rows.
  @inline(__always)
  func rowTileCount(_ rows: Range<Int>) -> Int { (rows.count + RowTile.rows - 1) / RowTile.rows }

  /// The prefetch of the activation group after the one of `token`, in large batches.
  ///
  /// `units` is the range to prefetch, among the `count` 32-bit units of each token.
  @inline(__always)
  func nextGroup(
    _ product: MatrixProduct, after token: Int, of count: Int, units: Range<Int>, shares: Int
  ) -> SharedPrefetch? {
    let tokens = product.tokens
    guard tokens >= ColumnBlock.tokenThreshold, tokens - token > ActivationGroup.tokens else { return nil }
    let (group, stride) = tokenAddress(product.activations, token + ActivationGroup.tokens, of: tokens, count, 4)
    return SharedPrefetch(group + units.lowerBound * stride, units.count * stride, shares: shares)
  }
#endif
