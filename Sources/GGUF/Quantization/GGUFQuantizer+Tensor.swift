extension GGUFQuantizer.Choice {
  /// Writes the tensor in its new type, in slabs of rows.
  func write(
    to sink: inout GGUFSink, importance: [Float]?, slabSize: Int, _ nonFinite: NonFiniteWeights,
    _ parallel: GGUFQuantizer.Parallel, progress: (_ written: Int) -> Void
  ) throws(GGUFError) {
    let (rows, bytesPerRow) = (tensor.rows, tensor.bytesPerRow)
    guard type != tensor.type, let source = tensor.type.blockFormat, let target = type.writableFormat else {
      try copy(to: &sink, slabSize: slabSize, nonFinite, progress: progress)
      return
    }
    let outputPerRow = byteCount / rows
    let rowsPerSlab = max(1, min(rows, slabSize / (4 * tensor.columns)))
    var slab = [UInt8](repeating: 0, count: rowsPerSlab * outputPerRow)
    for start in stride(from: 0, to: rows, by: rowsPerSlab) {
      let count = min(rowsPerSlab, rows - start)
      let columns = tensor.columns
      let blockLength = tensor.type.elementsPerBlock
      let rowsPerExpert = tensor.dimensions.count > 2 ? tensor.dimensions[1] : rows
      unsafe tensor.withBytes { input in
        unsafe slab.withUnsafeMutableBytes { output in
          // Safe to share: each part of the loop accesses separate rows.
          nonisolated(unsafe) let (input, output) = unsafe (input, output)
          parallel(count) { part in
            var values = [Float](repeating: 0, count: columns)
            for row in part {
              let rowIndex = start + row
              unsafe values.withUnsafeMutableBufferPointer { values in
                unsafe source.dequantize(
                  UnsafeRawBufferPointer(rebasing: input[rowIndex * bytesPerRow..<(rowIndex + 1) * bytesPerRow]),
                  into: values)
              }
              let (count, first) = values.zeroNonFinite()
              if let first { nonFinite.add(count, block: (rowIndex * columns + first) / blockLength) }
              unsafe values.withUnsafeBufferPointer { values in
                let blocks = unsafe UnsafeMutableRawBufferPointer(
                  rebasing: output[row * outputPerRow..<(row + 1) * outputPerRow])
                guard let importance else {
                  return unsafe target.quantize(values, into: blocks)
                }
                unsafe importance.withUnsafeBufferPointer { importance in
                  let first = rowIndex / rowsPerExpert * columns
                  unsafe target.quantize(
                    values,
                    importance: UnsafeBufferPointer(rebasing: importance[first..<first + columns]), into: blocks)
                }
              }
            }
          }
        }
      }
      if count < rowsPerSlab { slab.removeSubrange((count * outputPerRow)...) }
      try nonFinite.check(tensor)
      try requireFinite(slab)
      try sink.write(slab)
      tensor.mapping.release(
        tensor.range.lowerBound + start * bytesPerRow..<tensor.range.lowerBound + (start + count) * bytesPerRow)
      progress(sink.written)
    }
  }

  /// Checks the scales of quantised blocks, which are infinite if the weights exceed the range of the type.
  private func requireFinite(_ blocks: [UInt8]) throws(GGUFError) {
    guard unsafe blocks.withUnsafeBytes({ unsafe type.firstNonFiniteBlock(in: $0) }) != nil else { return }
    throw GGUFError(
      .outOfRange, file: tensor.mapping.path, subject: .tensor(tensor.name),
      found: "weights too large for \(type.name)", expected: "weights in its range, or another type")
  }

  /// Copies the tensor, with zeros for blocks that are not finite if these are allowed.
  private func copy(
    to sink: inout GGUFSink, slabSize: Int, _ nonFinite: NonFiniteWeights, progress: (_ written: Int) -> Void
  ) throws(GGUFError) {
    let step = slabSize / type.bytesPerBlock * type.bytesPerBlock
    for start in stride(from: 0, to: tensor.byteCount, by: step) {
      let end = min(start + step, tensor.byteCount)
      try unsafe tensor.withBytes { bytes throws(GGUFError) in
        let slab = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        guard let first = unsafe type.firstNonFiniteBlock(in: slab) else { return try unsafe sink.write(slab) }
        let (copy, count) = unsafe zeroingNonFinite(Array(slab), from: first)
        nonFinite.add(count, block: start / type.bytesPerBlock + first)
        try nonFinite.check(tensor)
        try sink.write(copy)
      }
      tensor.mapping.release(tensor.range.lowerBound + start..<tensor.range.lowerBound + end)
      progress(sink.written)
    }
  }

  /// Sets blocks that are not finite to zero bytes, which are zero weights in every format.
  private func zeroingNonFinite(_ blocks: [UInt8], from first: Int) -> (blocks: [UInt8], elements: Int) {
    var (blocks, elements, next) = (blocks, 0, Optional(first))
    while let block = next {
      let end = (block + 1) * type.bytesPerBlock
      blocks.replaceSubrange(block * type.bytesPerBlock..<end, with: repeatElement(0, count: type.bytesPerBlock))
      elements += type.elementsPerBlock
      next = unsafe blocks.withUnsafeBytes { bytes in
        unsafe type.firstNonFiniteBlock(in: UnsafeRawBufferPointer(rebasing: bytes[end...])).map { $0 + block + 1 }
      }
    }
    return (blocks, elements)
  }
}
