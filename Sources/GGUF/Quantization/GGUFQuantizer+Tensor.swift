extension GGUFQuantizer.Choice {
  /// Writes the tensor in its new type, in slabs of rows.
  func write(
    to sink: inout GGUFSink, importance: [Float]?, slabSize: Int, _ parallel: GGUFQuantizer.Parallel,
    progress: (_ written: Int) -> Void
  ) throws(GGUFError) {
    let (rows, bytesPerRow) = (tensor.rows, tensor.bytesPerRow)
    guard type != tensor.type, let source = tensor.type.blockFormat, let target = type.writableFormat else {
      try copy(to: &sink, slabSize: slabSize, progress: progress)
      return
    }
    let outputPerRow = byteCount / rows
    let rowsPerSlab = max(1, min(rows, slabSize / (4 * tensor.columns)))
    var slab = [UInt8](repeating: 0, count: rowsPerSlab * outputPerRow)
    for start in stride(from: 0, to: rows, by: rowsPerSlab) {
      let count = min(rowsPerSlab, rows - start)
      let columns = tensor.columns
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
                let blocks = unsafe UnsafeMutableRawBufferPointer(
                  rebasing: output[row * outputPerRow..<(row + 1) * outputPerRow])
                guard let importance else {
                  return unsafe target.quantize(UnsafeBufferPointer(values), into: blocks)
                }
                unsafe importance.withUnsafeBufferPointer { importance in
                  let first = rowIndex / rowsPerExpert * columns
                  unsafe target.quantize(
                    UnsafeBufferPointer(values),
                    importance: UnsafeBufferPointer(rebasing: importance[first..<first + columns]), into: blocks)
                }
              }
            }
          }
        }
      }
      if count < rowsPerSlab { slab.removeSubrange((count * outputPerRow)...) }
      try sink.write(slab)
      tensor.mapping.release(
        tensor.range.lowerBound + start * bytesPerRow..<tensor.range.lowerBound + (start + count) * bytesPerRow)
      progress(sink.written)
    }
  }

  private func copy(
    to sink: inout GGUFSink, slabSize: Int, progress: (_ written: Int) -> Void
  ) throws(GGUFError) {
    for start in stride(from: 0, to: tensor.byteCount, by: slabSize) {
      let end = min(start + slabSize, tensor.byteCount)
      try unsafe tensor.withBytes { bytes throws(GGUFError) in
        try unsafe sink.write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      tensor.mapping.release(tensor.range.lowerBound + start..<tensor.range.lowerBound + end)
      progress(sink.written)
    }
  }
}
