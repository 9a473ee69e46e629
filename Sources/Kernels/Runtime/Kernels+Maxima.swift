internal import SwiftletKernelInterface

/// The maxima of the blocks of a row of products, which are found as part of the product.
public struct BlockMaxima: Sendable {
  /// The first row has the maxima.
  let maxima: FloatRows
  let blockSize: Int

  /// Creates the maxima in the first row of a matrix.
  ///
  /// - Parameters:
  ///   - blockSize: The number of elements per block, a multiple of the 32 rows of a pair of panels.
  ///   - maxima: The result.
  public init(blockSize: Int, into maxima: FloatRows) {
    precondition(blockSize > 0 && blockSize % PackedMatrix.pairRows == 0, "blocks are not whole pairs of panels")
    (self.blockSize, self.maxima) = (blockSize, maxima)
  }

  /// The number of pairs of panels whose products are a block.
  var pairsPerBlock: Int { blockSize / PackedMatrix.pairRows }

  /// Checks the extents of a product.
  func check(_ projection: Projection, rows: Int, _ output: FloatRows) {
    let blocks = (output.columns + blockSize - 1) / blockSize
    precondition(projection.matrices.count == 1 && projection.rows == output.columns, "the products are not a row")
    precondition(rows == 1 && maxima.rows > 0 && blocks <= maxima.columns, "the maxima have no room")
  }

  /// Finds the maxima of the products of a range of pairs, which begins with a block.
  @inline(__always)
  func find(in output: FloatRows, _ pairs: Range<Int>, _ vectors: any VectorKernels.Type) {
    let start = pairs.lowerBound * PackedMatrix.pairRows
    let count = min(pairs.upperBound * PackedMatrix.pairRows, output.columns) - start
    // Safe: the extents were checked.
    unsafe vectors.blockMaxima(
      output.row(0) + start, count: count, blockSize: blockSize, into: maxima.row(0) + start / blockSize)
  }
}

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

  /// Returns the maximum of each block of elements, computed by the calling thread alone.
  ///
  /// NaN counts as −∞, and the last block may be shorter.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - blockSize: The number of elements per block, a multiple of 16.
  /// - Returns: The maxima.
  public static func blockMaxima(of elements: Span<Float>, blockSize: Int) -> [Float] {
    precondition(blockSize > 0 && blockSize % 16 == 0, "blocks are not whole vectors")
    let blocks = (elements.count + blockSize - 1) / blockSize
    return unsafe elements.withUnsafeBufferPointer { elements in
      unsafe [Float](unsafeUninitializedCapacity: blocks) { maxima, count in
        count = blocks
        guard let source = elements.baseAddress, let target = maxima.baseAddress else { return }
        unsafe KernelTable.chosen.vectors.blockMaxima(
          source, count: elements.count, blockSize: blockSize, into: target)
      }
    }
  }

  /// Returns the maximum of some elements; −∞ if there are none, and NaN counts as −∞.
  public static func maximum(of elements: Span<Float>) -> Float {
    var maximum = -Float.infinity
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let source = elements.baseAddress, !elements.isEmpty else { return }
      // A single block.
      unsafe KernelTable.chosen.vectors.blockMaxima(
        source, count: elements.count, blockSize: elements.count, into: &maximum)
    }
    return maximum
  }
}
