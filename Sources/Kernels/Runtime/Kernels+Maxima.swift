internal import SwiftletKernelInterface

extension Kernels {
  /// Writes the maximum of each block of elements of a row to the first elements of the first row of `maxima`.
  ///
  /// NaN counts as −∞, and the last block may be shorter. Samplers read a few blocks then, instead of the whole row.
  ///
  /// - Parameters:
  ///   - x: The rows.
  ///   - row: The index of the row.
  ///   - blockSize: The number of elements per block, a multiple of 16.
  ///   - maxima: The result.
  public func findBlockMaxima(_ x: FloatRows, row: Int, blockSize: Int, into maxima: FloatRows) {
    precondition(blockSize > 0 && blockSize % 16 == 0, "blocks are not whole vectors")
    let blocks = (x.columns + blockSize - 1) / blockSize
    precondition(maxima.rows > 0 && blocks <= maxima.columns, "the maxima have no room")
    // Few chunks per thread, each the part of the row that the thread has probably computed.
    pool.forEach(blocks, chunk: max(1, blocks / (4 * pool.count))) { [vectors] _, range in
      let start = range.lowerBound * blockSize
      let count = min(range.upperBound * blockSize, x.columns) - start
      unsafe vectors.blockMaxima(
        x.row(row) + start, count: count, blockSize: blockSize, into: maxima.row(0) + range.lowerBound)
    }
  }
}
