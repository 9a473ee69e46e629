/// Packing: from rows of blocks as the file has them to a panel; see ``Panel`` for the layout.
///
/// The memory of the panel is zero beforehand, so rows that a last panel lacks stay zero.
extension PackedFormat {
  /// Packs up to 16 rows that lie `bytesPerRow` apart.
  func pack(
    _ source: UnsafeRawPointer, _ bytesPerRow: Int, rows: Int, columns: Int, into panel: UnsafeMutableRawPointer
  ) {
    for row in 0..<rows {
      let line = unsafe source + row * bytesPerRow
      switch self {
      case .f32: unsafe packElements(line, columns, row, panel, as: UInt32.self)
      case .f16, .bf16: unsafe packElements(line, columns, row, panel, as: UInt16.self)
      case .q8_0: unsafe packBytes(line, columns / 32, row, panel)
      case .q4_0: unsafe packNibbles(line, columns / 32, row, panel, hasMinimum: false, hasFifth: false)
      case .q4_1: unsafe packNibbles(line, columns / 32, row, panel, hasMinimum: true, hasFifth: false)
      case .q5_0: unsafe packNibbles(line, columns / 32, row, panel, hasMinimum: false, hasFifth: true)
      case .q5_1: unsafe packNibbles(line, columns / 32, row, panel, hasMinimum: true, hasFifth: true)
      }
    }
  }
}

private func packElements<Bits: BitwiseCopyable>(
  _ line: UnsafeRawPointer, _ columns: Int, _ row: Int, _ panel: UnsafeMutableRawPointer, as type: Bits.Type
) {
  let size = MemoryLayout<Bits>.size
  for column in 0..<columns {
    unsafe panel.storeBytes(
      of: line.loadUnaligned(fromByteOffset: column * size, as: type), toByteOffset: (column * 16 + row) * size,
      as: type)
  }
}

/// Q8_0: the sign goes by adding 128, which is flipping the top bit.
private func packBytes(_ line: UnsafeRawPointer, _ blocks: Int, _ row: Int, _ panel: UnsafeMutableRawPointer) {
  for index in 0..<blocks {
    let block = unsafe line + index * 34
    let target = unsafe panel + index * 544
    unsafe target.storeBytes(of: block.loadUnaligned(as: UInt16.self), toByteOffset: 2 * row, as: UInt16.self)
    for group in 0..<8 {
      let quants = unsafe block.loadUnaligned(fromByteOffset: 2 + 4 * group, as: UInt32.self)
      unsafe target.storeBytes(
        of: quants ^ 0x8080_8080, toByteOffset: 32 + 64 * group + 4 * row, as: UInt32.self)
    }
  }
}

/// The 4- and 5-bit formats: in the file, columns j and j + 16 share byte j; in a panel, columns j and j + 4 do.
private func packNibbles(
  _ line: UnsafeRawPointer, _ blocks: Int, _ row: Int, _ panel: UnsafeMutableRawPointer, hasMinimum: Bool,
  hasFifth: Bool
) {
  let scaleBytes = hasMinimum ? 4 : 2
  let blockSize = scaleBytes + (hasFifth ? 4 : 0) + 16
  let quantsOffset = (hasMinimum ? 64 : 32) + (hasFifth ? 64 : 0)
  let targetSize = quantsOffset + 256
  for index in 0..<blocks {
    let block = unsafe line + index * blockSize
    let target = unsafe panel + index * targetSize
    unsafe target.storeBytes(of: block.loadUnaligned(as: UInt16.self), toByteOffset: 2 * row, as: UInt16.self)
    if hasMinimum {
      let minimum = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
      unsafe target.storeBytes(of: minimum, toByteOffset: 32 + 2 * row, as: UInt16.self)
    }
    if hasFifth {
      let fifths = unsafe block.loadUnaligned(fromByteOffset: scaleBytes, as: UInt32.self)
      for group in 0..<8 {
        let offset = (hasMinimum ? 64 : 32) + 8 * group + row / 2
        let old = unsafe target.load(fromByteOffset: offset, as: UInt8.self)
        let bits = UInt8(truncatingIfNeeded: fifths >> (4 * group)) & 15
        unsafe target.storeBytes(of: old | bits << (row % 2 * 4), toByteOffset: offset, as: UInt8.self)
      }
    }
    for group in 0..<4 {
      // Columns 8·group…8·group + 7: two words of nibbles, low ones of the file's bytes before column 16, then high.
      let offset = blockSize - 16 + group % 2 * 8
      let shift = group < 2 ? 0 : 4
      let first = unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt32.self) >> shift & 0x0F0F_0F0F
      let second = unsafe block.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) >> shift & 0x0F0F_0F0F
      unsafe target.storeBytes(
        of: first | second << 4, toByteOffset: quantsOffset + 64 * group + 4 * row, as: UInt32.self)
    }
  }
}
