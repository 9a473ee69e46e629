internal import SwiftletKernelsPortable

/// Packing of rows of blocks from the file into panels; see ``PanelLayout`` for their layout.
///
/// The memory of a panel is zeroed beforehand, so missing rows of a last panel are zero.
extension PackedFormat {
  /// Packs up to 16 rows that are `bytesPerRow` apart into one panel of a pair, without changing the other.
  ///
  /// A range of columns of all rows is packed at a time: each row writes a few bytes of every cache line, and the lines
  /// should stay in the L1 cache until all rows have written theirs.
  ///
  /// - Returns: False if a scale, or a weight of a format without scales, is NaN or infinite.
  func pack(
    _ source: UnsafeRawPointer, _ bytesPerRow: Int, rows: Int, columns: Int, into pair: UnsafeMutableRawPointer,
    isSecond: Bool
  ) -> Bool {
    var check = FiniteCheck()
    // A multiple of all block sizes, so that it is a whole number of bytes in both layouts.
    let step = 256
    for start in stride(from: 0, to: columns, by: step) {
      let target = unsafe pair + 2 * panelByteCount(columns: start)
      let lines = unsafe source + start * bytesPerRow / columns
      unsafe packPart(
        lines, bytesPerRow, rows: rows, columns: min(step, columns - start), into: target, panel: isSecond ? 1 : 0,
        &check)
    }
    return check.isFinite
  }

  private func packPart(
    _ source: UnsafeRawPointer, _ bytesPerRow: Int, rows: Int, columns: Int, into pair: UnsafeMutableRawPointer,
    panel: Int, _ check: inout FiniteCheck
  ) {
    for index in 0..<rows {
      let line = unsafe source + index * bytesPerRow
      let row = panel * Panel.rows + index
      switch self {
      case .f32: unsafe packFloats(line, columns, row, pair, &check)
      case .f16: unsafe packFixedPoint(line, columns, row, pair, isBFloat16: false, &check)
      case .bf16: unsafe packFixedPoint(line, columns, row, pair, isBFloat16: true, &check)
      case .q8_0: unsafe packBytes(line, columns / 32, row, pair, &check)
      case .q4_0: unsafe packNibbles(PanelQ4_0.self, line, columns / 32, row, pair, &check)
      case .q4_1: unsafe packNibbles(PanelQ4_1.self, line, columns / 32, row, pair, &check)
      case .q5_0: unsafe packNibbles(PanelQ5_0.self, line, columns / 32, row, pair, &check)
      case .q5_1: unsafe packNibbles(PanelQ5_1.self, line, columns / 32, row, pair, &check)
      case .iq4_nl: unsafe packNibbles(PanelIQ4_NL.self, line, columns / 32, row, pair, &check)
      case .mxfp4: unsafe packNibbles(PanelMXFP4.self, line, columns / 32, row, pair, &check)
      case .q2_k:
        unsafe packSuperblocks(PanelQ2_K.self, SourceQ2_K.self, line, columns / 256, row: row, into: pair, &check)
      case .q3_k:
        unsafe packSuperblocks(PanelQ3_K.self, SourceQ3_K.self, line, columns / 256, row: row, into: pair, &check)
      case .q4_k:
        unsafe packSuperblocks(PanelQ4_K.self, SourceQ4_K.self, line, columns / 256, row: row, into: pair, &check)
      case .q5_k:
        unsafe packSuperblocks(PanelQ5_K.self, SourceQ5_K.self, line, columns / 256, row: row, into: pair, &check)
      case .q6_k:
        unsafe packSuperblocks(PanelQ6_K.self, SourceQ6_K.self, line, columns / 256, row: row, into: pair, &check)
      case .iq4_xs:
        unsafe packSuperblocks(PanelIQ4_XS.self, SourceIQ4_XS.self, line, columns / 256, row: row, into: pair, &check)
      }
    }
  }
}

private func packFloats(
  _ line: UnsafeRawPointer, _ columns: Int, _ row: Int, _ pair: UnsafeMutableRawPointer, _ check: inout FiniteCheck
) {
  @inline(__always)
  func store(_ bits: UInt32, _ column: Int) {
    unsafe pair.storeBytes(of: bits, toByteOffset: 4 * (column * Panel.pairRows + row), as: UInt32.self)
  }
  for column in stride(from: 0, to: columns & ~1, by: 2) {
    let both = unsafe line.loadUnaligned(fromByteOffset: 4 * column, as: UInt64.self)
    store(UInt32(truncatingIfNeeded: both), column)
    store(UInt32(truncatingIfNeeded: both >> 32), column + 1)
    check.add(pairOfFloats: both)
  }
  guard columns % 2 == 1 else { return }
  let last = unsafe line.loadUnaligned(fromByteOffset: 4 * (columns - 1), as: UInt32.self)
  store(last, columns - 1)
  check.add(pairOfFloats: UInt64(last))
}

private func packFixedPoint(
  _ line: UnsafeRawPointer, _ columns: Int, _ row: Int, _ pair: UnsafeMutableRawPointer, isBFloat16: Bool,
  _ check: inout FiniteCheck
) {
  unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * FixedPoint.blockColumns) { memory in
    guard let patterns = memory.baseAddress else { return }
    let integers = unsafe UnsafeMutableRawPointer(patterns + FixedPoint.blockColumns)
    var target = unsafe pair
    for start in stride(from: 0, to: columns, by: FixedPoint.blockColumns) {
      let count = min(FixedPoint.blockColumns, columns - start)
      if count < FixedPoint.blockColumns { unsafe patterns.update(repeating: 0, count: FixedPoint.blockColumns) }
      unsafe UnsafeMutableRawPointer(patterns).copyMemory(from: line + 2 * start, byteCount: 2 * count)
      let factor = unsafe quantizeToFixedPoint(patterns, isBFloat16: isBFloat16, integers)
      unsafe target.storeBytes(of: factor, toByteOffset: Panel.offset(0, 2, row: row), as: UInt16.self)
      // NaN if one of the weights is NaN or infinite.
      check.add(bf16: factor)
      unsafe target += 2 * FixedPoint.factorByteCount
      for step in 0..<FixedPoint.steps(count) {
        let columns = unsafe integers.load(fromByteOffset: 4 * step, as: UInt32.self)
        unsafe target.storeBytes(of: columns, toByteOffset: Panel.offset(0, 4, row: row), as: UInt32.self)
        unsafe target += 2 * FixedPoint.stepByteCount
      }
    }
  }
}

/// Packs Q8_0; an offset of 128 makes the integers unsigned, by flipping the top bit.
private func packBytes(
  _ line: UnsafeRawPointer, _ blocks: Int, _ row: Int, _ pair: UnsafeMutableRawPointer, _ check: inout FiniteCheck
) {
  for index in 0..<blocks {
    let block = unsafe line + index * 34
    let target = unsafe pair + 2 * index * PanelQ8_0.blockByteCount
    let scale = unsafe block.loadUnaligned(as: UInt16.self)
    unsafe target.storeBytes(of: scale, toByteOffset: Panel.offset(0, 2, row: row), as: UInt16.self)
    check.add(f16: scale)
    for group in 0..<8 {
      let quants = unsafe block.loadUnaligned(fromByteOffset: 2 + 4 * group, as: UInt32.self)
      unsafe target.storeBytes(
        of: quants ^ 0x8080_8080, toByteOffset: Panel.offset(PanelQ8_0.lowOffset + 64 * group, 4, row: row),
        as: UInt32.self)
    }
  }
}

/// Packs formats with blocks of 32 columns in nibbles.
///
/// In the file, columns j and j + 16 share byte j; in a panel, columns j and j + 4 share a byte.
private func packNibbles<Layout: PanelLayout>(
  _ layout: Layout.Type, _ line: UnsafeRawPointer, _ blocks: Int, _ row: Int, _ pair: UnsafeMutableRawPointer,
  _ check: inout FiniteCheck
) {
  // A pattern match, as `==` for an enumeration of another module is not inlined.
  let isExponent = if case .exponents = Layout.scaling { true } else { false }
  let scaleBytes = isExponent ? 1 : Layout.hasMinimum ? 4 : 2
  let blockSize = scaleBytes + 4 * Layout.highBits + 16
  for index in 0..<blocks {
    let block = unsafe line + index * blockSize
    let target = unsafe pair + 2 * index * Layout.blockByteCount
    if isExponent {
      let exponent = unsafe block.load(as: UInt8.self)
      unsafe target.storeBytes(of: exponent, toByteOffset: Panel.offset(0, 1, row: row), as: UInt8.self)
      check.add(exponent: exponent)
    } else {
      let scale = unsafe block.loadUnaligned(as: UInt16.self)
      unsafe target.storeBytes(of: scale, toByteOffset: Panel.offset(0, 2, row: row), as: UInt16.self)
      check.add(f16: scale)
    }
    if Layout.hasMinimum {
      let minimum = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
      unsafe target.storeBytes(
        of: minimum, toByteOffset: Panel.offset(Layout.minimumOffset, 2, row: row), as: UInt16.self)
      check.add(f16: minimum)
    }
    if Layout.highBits == 1 {
      let fifths = unsafe block.loadUnaligned(fromByteOffset: scaleBytes, as: UInt32.self)
      for group in 0..<8 {
        unsafe storeHighBits(UInt8(truncatingIfNeeded: fifths >> (4 * group)) & 15, row, layout, group, target)
      }
    }
    for group in 0..<4 {
      // Columns 8·group…8·group + 7: two words of nibbles, the low nibbles for columns below 16, else the high ones.
      let offset = blockSize - 16 + group % 2 * 8
      let shift = group < 2 ? 0 : 4
      let first = unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt32.self) >> shift & 0x0F0F_0F0F
      let second = unsafe block.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) >> shift & 0x0F0F_0F0F
      unsafe target.storeBytes(
        of: first | second << 4, toByteOffset: Panel.offset(Layout.lowOffset + 64 * group, 4, row: row),
        as: UInt32.self)
    }
  }
}

/// Stores the 4 high bits of a group of columns of a row.
func storeHighBits<Layout: PanelLayout>(
  _ bits: UInt8, _ row: Int, _ layout: Layout.Type, _ group: Int, _ block: UnsafeMutableRawPointer
) {
  let offset = Panel.offset(halves: Layout.highOffset + 8 * group, row: row)
  let old = unsafe block.load(fromByteOffset: offset, as: UInt8.self)
  unsafe block.storeBytes(of: old | bits << (row % 2 * 4), toByteOffset: offset, as: UInt8.self)
}
