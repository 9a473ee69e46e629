extension GGUFTensor {
  /// Dequantises all elements, which must be finite; intended for small tensors such as norms.
  ///
  /// - Throws: ``GGUFError`` with code `notFinite`, or as ``floats()`` does.
  public func finiteFloats() throws(GGUFError) -> [Float] {
    let values = try floats()
    if let index = values.firstIndex(where: { !$0.isFinite }) {
      throw nonFiniteError(block: index / type.elementsPerBlock)
    }
    return values
  }

  /// Checks that the elements of a row are finite, by the scales of its blocks.
  ///
  /// - Throws: ``GGUFError`` with code `notFinite`.
  public func requireFinite(row: Int) throws(GGUFError) {
    if let block = firstNonFiniteBlock(inRows: row..<row + 1) { throw nonFiniteError(block: block) }
  }

  /// Returns the index in the tensor of the first block of a range of rows with an element that is NaN or infinite.
  ///
  /// Only scales are read of types that have them.
  public func firstNonFiniteBlock(inRows range: Range<Int>) -> Int? {
    precondition(range.lowerBound >= 0 && range.upperBound <= rows, "rows outside the tensor")
    let start = range.lowerBound * bytesPerRow
    return unsafe withBytes { bytes in
      unsafe type.firstNonFiniteBlock(
        in: UnsafeRawBufferPointer(rebasing: bytes[start..<start + range.count * bytesPerRow]))
    }.map { start / type.bytesPerBlock + $0 }
  }

  /// Counts the elements of a range of rows that are NaN or infinite.
  ///
  /// - Returns: Their number, and the index in the tensor of the first block with one; (0, nil) if the type has no
  ///   ``BlockFormat``.
  public func nonFiniteElements(inRows range: Range<Int>) -> (count: Int, firstBlock: Int?) {
    guard let format = type.blockFormat else { return (0, nil) }
    precondition(range.lowerBound >= 0 && range.upperBound <= rows, "rows outside the tensor")
    var result: (count: Int, firstBlock: Int?) = (0, nil)
    var values = [Float](repeating: 0, count: columns)
    for row in range {
      unsafe withBytes { bytes in
        unsafe values.withUnsafeMutableBufferPointer { values in
          // Safe: a row has as many bytes, and as many elements.
          unsafe format.dequantize(
            UnsafeRawBufferPointer(rebasing: bytes[row * bytesPerRow..<(row + 1) * bytesPerRow]), into: values)
        }
      }
      let (count, first) = values.zeroNonFinite()
      result.count += count
      result.firstBlock = result.firstBlock ?? first.map { (row * columns + $0) / type.elementsPerBlock }
    }
    return result
  }

  /// The error about a block of the tensor that has NaN or an infinity.
  public func nonFiniteError(block index: Int) -> GGUFError {
    GGUFError(
      .notFinite, file: mapping.path, subject: .block(tensor: name, index: index),
      offset: range.lowerBound + index * type.bytesPerBlock, found: "NaN or an infinity", expected: "finite weights")
  }
}

extension [Float] {
  /// Sets elements that are NaN or infinite to 0; returns their number and the index of the first.
  mutating func zeroNonFinite() -> (count: Int, first: Int?) {
    // Usually there is none, which this loop finds out with vectors: the carry of a full exponent is the top bit.
    var carries: UInt32 = 0
    for value in self { carries |= value.bitPattern & 0x7F80_0000 &+ 0x80_0000 }
    guard carries & 0x8000_0000 != 0 else { return (0, nil) }
    var result: (count: Int, first: Int?) = (0, nil)
    for index in indices where !self[index].isFinite {
      self[index] = 0
      result = (result.count + 1, result.first ?? index)
    }
    return result
  }
}
