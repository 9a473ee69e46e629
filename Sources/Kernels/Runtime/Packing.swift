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
    for index in stride(from: 0, to: rows, by: 4) {
      let quad = unsafe RowQuad(source, bytesPerRow, index, of: rows, row: panel * Panel.rows + index)
      switch self {
      case .f32: unsafe packFloats(quad, columns, pair, &check)
      case .f16: unsafe packFixedPoint(quad, columns, pair, isBFloat16: false, &check)
      case .bf16: unsafe packFixedPoint(quad, columns, pair, isBFloat16: true, &check)
      case .q8_0: unsafe packBlocks(PanelQ8_0.self, quad, columns / 32, pair, &check)
      case .q4_0: unsafe packBlocks(PanelQ4_0.self, quad, columns / 32, pair, &check)
      case .q4_1: unsafe packBlocks(PanelQ4_1.self, quad, columns / 32, pair, &check)
      case .q5_0: unsafe packBlocks(PanelQ5_0.self, quad, columns / 32, pair, &check)
      case .q5_1: unsafe packBlocks(PanelQ5_1.self, quad, columns / 32, pair, &check)
      case .iq4_nl: unsafe packBlocks(PanelIQ4_NL.self, quad, columns / 32, pair, &check)
      case .mxfp4: unsafe packBlocks(PanelMXFP4.self, quad, columns / 32, pair, &check)
      case .q2_k: unsafe packSuperblocks(PanelQ2_K.self, SourceQ2_K(), quad, columns / 256, pair, &check)
      case .q3_k: unsafe packSuperblocks(PanelQ3_K.self, SourceQ3_K(), quad, columns / 256, pair, &check)
      case .q4_k: unsafe packSuperblocks(PanelQ4_K.self, SourceQ4_K(), quad, columns / 256, pair, &check)
      case .q5_k: unsafe packSuperblocks(PanelQ5_K.self, SourceQ5_K(), quad, columns / 256, pair, &check)
      case .q6_k: unsafe packSuperblocks(PanelQ6_K.self, SourceQ6_K(), quad, columns / 256, pair, &check)
      case .iq4_xs: unsafe packSuperblocks(PanelIQ4_XS.self, SourceIQ4_XS(), quad, columns / 256, pair, &check)
      case .iq1_s: unsafe packSuperblocks(PanelIQ1.self, SourceIQ1_S(), quad, columns / 256, pair, &check)
      case .iq1_m: unsafe packSuperblocks(PanelIQ1.self, SourceIQ1_M(), quad, columns / 256, pair, &check)
      case .iq2_xxs: unsafe packSuperblocks(PanelIQ2.self, SourceIQ2_XXS(), quad, columns / 256, pair, &check)
      case .iq2_xs: unsafe packSuperblocks(PanelIQ2.self, SourceIQ2_XS(), quad, columns / 256, pair, &check)
      case .iq2_s: unsafe packSuperblocks(PanelIQ2.self, SourceIQ2_S(), quad, columns / 256, pair, &check)
      case .iq3_xxs: unsafe packSuperblocks(PanelIQ3_XXS.self, SourceIQ3_XXS(), quad, columns / 256, pair, &check)
      case .iq3_s: unsafe packSuperblocks(PanelIQ3_S.self, SourceIQ3_S(), quad, columns / 256, pair, &check)
      case .tq1_0: unsafe packSuperblocks(PanelTernary.self, SourceTQ1_0(), quad, columns / 256, pair, &check)
      case .tq2_0: unsafe packSuperblocks(PanelTernary.self, SourceTQ2_0(), quad, columns / 256, pair, &check)
      case .nvfp4: unsafe packMicroscales(quad, columns / 64, pair)
      }
    }
  }
}

private func packFloats(
  _ quad: RowQuad, _ columns: Int, _ pair: UnsafeMutableRawPointer, _ check: inout FiniteCheck
) {
  for column in stride(from: 0, to: columns & ~3, by: 4) {
    let words = unsafe quad.map(at: 4 * column) { unsafe $0.loadUnaligned(as: SIMD4<UInt32>.self) }
    check.add(floats: words.first, words.second)
    check.add(floats: words.third, words.fourth)
    unsafe quad.store(words, pair, 4 * column * Panel.rows)
  }
  for column in columns & ~3..<columns {
    let words = unsafe quad.map(at: 4 * column) { unsafe $0.loadUnaligned(as: UInt32.self) }
    let lanes = SIMD4(words.first, words.second, words.third, words.fourth)
    check.add(floats: lanes, lanes)
    unsafe quad.store(words: lanes, pair, 4 * column * Panel.rows)
  }
}

private func packFixedPoint(
  _ quad: RowQuad, _ columns: Int, _ pair: UnsafeMutableRawPointer, isBFloat16: Bool, _ check: inout FiniteCheck
) {
  let (blockBytes, vectors) = (2 * FixedPoint.blockColumns, KernelTable.chosen.vectors)
  unsafe withUnsafeTemporaryAllocation(byteCount: 5 * blockBytes, alignment: 64) { memory in
    guard let integers = memory.baseAddress else { return }
    let rest = unsafe (integers + 4 * blockBytes).assumingMemoryBound(to: UInt16.self)
    var target = unsafe pair
    for start in stride(from: 0, to: columns, by: FixedPoint.blockColumns) {
      let count = min(FixedPoint.blockColumns, columns - start)
      var index = 0
      let factors = unsafe quad.map(at: 2 * start) { line in
        var patterns = unsafe line.assumingMemoryBound(to: UInt16.self)
        if count < FixedPoint.blockColumns {
          unsafe rest.update(repeating: 0, count: FixedPoint.blockColumns)
          unsafe UnsafeMutableRawPointer(rest).copyMemory(from: line, byteCount: 2 * count)
          unsafe patterns = UnsafePointer(rest)
        }
        defer { index += 1 }
        return unsafe vectors.convertToFixedPoint(
          patterns, isBFloat16: isBFloat16, into: integers + index * blockBytes)
      }
      unsafe quad.store(halves: factors, target, 0)
      // NaN if one of the weights is NaN or infinite.
      check.add(bf16: factors)
      unsafe target += 2 * FixedPoint.factorByteCount
      let steps = FixedPoint.steps(count)
      for step in stride(from: 0, to: steps, by: 4) {
        @inline(__always)
        func words(_ row: Int) -> SIMD4<UInt32> {
          unsafe integers.load(fromByteOffset: row * blockBytes + 4 * step, as: SIMD4<UInt32>.self)
        }
        let columns = RowValues(first: words(0), second: words(1), third: words(2), fourth: words(3))
        unsafe quad.store(columns, count: min(4, steps - step), target, FixedPoint.stepByteCount * step)
      }
      unsafe target += 2 * FixedPoint.stepByteCount * steps
    }
  }
}

/// Packs formats with blocks of 32 columns.
///
/// In the file, columns j and j + 16 of 4-bit codes share byte j; in a panel, columns j and j + 4 share a byte.
private func packBlocks<Layout: PanelLayout>(
  _ layout: Layout.Type, _ quad: RowQuad, _ blocks: Int, _ pair: UnsafeMutableRawPointer, _ check: inout FiniteCheck
) {
  // A pattern match, as `==` for an enumeration of another module is not inlined.
  let isExponent = if case .exponents = Layout.scaling { true } else { false }
  let scaleBytes = isExponent ? 1 : Layout.hasMinimum ? 4 : 2
  let codes = scaleBytes + 4 * Layout.highBits
  let blockSize = codes + 4 * Layout.lowBits
  for index in 0..<blocks {
    let block = index * blockSize
    let target = unsafe pair + 2 * index * Layout.blockByteCount
    if isExponent {
      let exponents = unsafe quad.map(at: block) { unsafe $0.load(as: UInt8.self) }
      unsafe quad.store(bytes: exponents, target, 0)
      check.add(exponents: exponents)
    } else {
      let scales = unsafe quad.map(at: block) { unsafe $0.loadUnaligned(as: UInt16.self) }
      unsafe quad.store(halves: scales, target, 0)
      check.add(f16: scales)
    }
    if Layout.hasMinimum {
      let minimums = unsafe quad.map(at: block + 2) { unsafe $0.loadUnaligned(as: UInt16.self) }
      unsafe quad.store(halves: minimums, target, Layout.minimumOffset)
      check.add(f16: minimums)
    }
    if Layout.highBits == 1 {
      let fifths = unsafe quad.map(at: block + scaleBytes) { unsafe groups(ofBits: $0.loadUnaligned(as: UInt32.self)) }
      unsafe quad.store(nibbles: fifths, target, Layout.highOffset)
    }
    let levels = unsafe quad.map(at: block + codes) { line in
      // An offset of 128 makes the integers of Q8_0 unsigned, by flipping the top bit.
      unsafe Layout.lowBits == 8 ? line.loadUnaligned(as: SIMD8<UInt32>.self) ^ 0x8080_8080 : nibbles(halves: line)
    }
    unsafe packLow(layout, quad, levels, target)
  }
}
