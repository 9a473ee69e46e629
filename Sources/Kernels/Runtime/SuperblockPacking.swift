internal import SwiftletKernelsPortable

// The K-quant formats with superblocks of 256 columns. Four columns are processed at once, as the bytes of a word. The
// scalar formats of the GGUF module document the layouts in the file.

/// A superblock of 256 columns of one row in the layout of the file.
protocol SourceBlock {
  static var byteCount: Int { get }
  /// Reads the binary16 factors of the scales and of the minimums.
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16)
  /// Reads the scale and the minimum of 32 columns, or of 16 if the layout has two runs, as bytes of a panel.
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8)
  /// Reads the low bits of the codes of 4 columns from `4 · group` on, one byte each.
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32
  /// Reads the high bits of the codes of 4 columns from `4 · group` on, one byte each.
  static func high(_ block: UnsafeRawPointer, _ group: Int) -> UInt32
}

extension SourceBlock {
  static func high(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 { 0 }
}

/// Packs the superblocks of a row into a pair of panels.
func packSuperblocks<Layout: PanelLayout, Source: SourceBlock>(
  _ layout: Layout.Type, _ source: Source.Type, _ line: UnsafeRawPointer, _ blocks: Int, row: Int,
  into pair: UnsafeMutableRawPointer, _ check: inout FiniteCheck
) {
  let keepsNibbles = if case .nibbles = Layout.scaling { true } else { false }
  for index in 0..<blocks {
    let block = unsafe line + index * Source.byteCount
    let factors = unsafe Source.factors(block)
    check.add(f16: factors.scale)
    check.add(f16: factors.minimum)
    let unit = unsafe pair + 2 * Layout.panelByteCount(columns: 256 * index)
    unsafe unit.storeBytes(of: factors.scale, toByteOffset: Panel.offset(0, 2, row: row), as: UInt16.self)
    if Layout.hasMinimum {
      unsafe unit.storeBytes(of: factors.minimum, toByteOffset: Panel.offset(32, 2, row: row), as: UInt16.self)
    }
    var target = unsafe unit + 2 * Layout.factorByteCount
    for part in 0..<8 {
      for run in 0..<Layout.runs {
        let (scale, minimum) = unsafe Source.scale(block, part * Layout.runs + run)
        let byte = keepsNibbles ? scale | minimum << 4 : scale
        unsafe target.storeBytes(of: byte, toByteOffset: Panel.offset(16 * run, 1, row: row), as: UInt8.self)
        if !keepsNibbles, Layout.hasMinimum {
          unsafe target.storeBytes(
            of: minimum, toByteOffset: Panel.offset(Layout.minimumOffset + 16 * run, 1, row: row), as: UInt8.self)
        }
      }
      unsafe packLow(layout, row, target) { unsafe Source.low(block, 8 * part + $0) }
      if Layout.highBits == 1 {
        for group in 0..<8 {
          // Gathers the low bit of each byte by a multiplication.
          let bits = unsafe (Source.high(block, 8 * part + group) &* 0x1020_4080) >> 28
          unsafe storeHighBits(UInt8(truncatingIfNeeded: bits), row, layout, group, target)
        }
      }
      unsafe target += 2 * Layout.blockByteCount
    }
  }
}

/// Packs the low bits of 8 groups of 4 columns.
@inline(__always)
private func packLow<Layout: PanelLayout>(
  _ layout: Layout.Type, _ row: Int, _ target: UnsafeMutableRawPointer, _ codes: (_ group: Int) -> UInt32
) {
  @inline(__always)
  func store(_ word: UInt32, _ vector: Int) {
    unsafe target.storeBytes(
      of: word, toByteOffset: Panel.offset(Layout.lowOffset + 64 * vector, 4, row: row), as: UInt32.self)
  }
  if Layout.lowBits == 6 {
    for half in 0..<2 {
      // The fourth group is stored in the two unused bits of each byte of the first three.
      let fourth = codes(4 * half + 3)
      for group in 0..<3 {
        store(codes(4 * half + group) | (fourth >> UInt32(4 - 2 * group) & 0x0303_0303) << 6, 3 * half + group)
      }
    }
  } else {
    let groups = 8 / Layout.lowBits
    for vector in 0..<Layout.lowBits {
      var word: UInt32 = 0
      for group in 0..<groups { word |= codes(vector * groups + group) << UInt32(group * Layout.lowBits) }
      store(word, vector)
    }
  }
}

/// Reads four 2-bit codes: bits 2k and 2k + 1 of byte 32h + l belong to column 128h + 32k + l.
@inline(__always)
private func twoBits(_ bytes: UnsafeRawPointer, _ group: Int) -> UInt32 {
  let word = unsafe bytes.loadUnaligned(fromByteOffset: group / 32 * 32 + group % 8 * 4, as: UInt32.self)
  return word >> UInt32(group / 8 % 4 * 2) & 0x0303_0303
}

/// Reads four 4-bit codes: of each 64 columns the first 32 are in the low nibbles of 32 bytes.
@inline(__always)
private func nibbles(_ bytes: UnsafeRawPointer, _ group: Int) -> UInt32 {
  let word = unsafe bytes.loadUnaligned(fromByteOffset: group / 16 * 32 + group % 8 * 4, as: UInt32.self)
  return word >> UInt32(group / 8 % 2 * 4) & 0x0F0F_0F0F
}

/// Reads the scale and minimum of 32 columns from 12 bytes of 6-bit integers, as in `Q4_K`.
@inline(__always)
private func sixBits(_ bytes: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
  func byte(_ offset: Int) -> UInt8 { unsafe bytes.load(fromByteOffset: offset, as: UInt8.self) }
  if index < 4 { return (byte(index) & 63, byte(4 + index) & 63) }
  let low = byte(4 + index)
  return (low & 15 | (byte(index - 4) >> 6) << 4, low >> 4 | (byte(index) >> 6) << 4)
}

enum SourceQ2_K: SourceBlock {
  static var byteCount: Int { 84 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (
      block.loadUnaligned(fromByteOffset: 80, as: UInt16.self), block.loadUnaligned(fromByteOffset: 82, as: UInt16.self)
    )
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let byte = unsafe block.load(fromByteOffset: index, as: UInt8.self)
    return (byte & 15, byte >> 4)
  }
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 { unsafe twoBits(block + 16, group) }
}

enum SourceQ3_K: SourceBlock {
  static var byteCount: Int { 110 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 108, as: UInt16.self), 0)
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let low = unsafe block.load(fromByteOffset: 96 + index % 8, as: UInt8.self) >> (index / 8 * 4) & 15
    let high = unsafe block.load(fromByteOffset: 104 + index % 4, as: UInt8.self) >> (index / 4 * 2) & 3
    return ((low | high << 4) &- 32, 0)
  }
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 { unsafe twoBits(block + 32, group) }
  /// Bit k of byte l belongs to column 32k + l.
  static func high(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 {
    unsafe block.loadUnaligned(fromByteOffset: group % 8 * 4, as: UInt32.self) >> UInt32(group / 8) & 0x0101_0101
  }
}

enum SourceQ4_K: SourceBlock {
  static var byteCount: Int { 144 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(as: UInt16.self), block.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe sixBits(block + 4, index)
  }
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 { unsafe nibbles(block + 16, group) }
}

enum SourceQ5_K: SourceBlock {
  static var byteCount: Int { 176 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe SourceQ4_K.factors(block)
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe sixBits(block + 4, index)
  }
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 { unsafe nibbles(block + 48, group) }
  /// Bit k of byte l belongs to column 32k + l.
  static func high(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 {
    unsafe block.loadUnaligned(fromByteOffset: 16 + group % 8 * 4, as: UInt32.self) >> UInt32(group / 8) & 0x0101_0101
  }
}

enum SourceQ6_K: SourceBlock {
  static var byteCount: Int { 210 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 208, as: UInt16.self), 0)
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe (block.load(fromByteOffset: 192 + index, as: UInt8.self), 0)
  }
  /// Nibble k of byte 64h + l belongs to column 128h + 64k + l.
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 {
    let word = unsafe block.loadUnaligned(fromByteOffset: group / 32 * 64 + group % 16 * 4, as: UInt32.self)
    return unsafe word >> UInt32(group / 16 % 2 * 4) & 0x0F0F_0F0F | twoBits(block + 128, group) << 4
  }
}

enum SourceIQ4_XS: SourceBlock {
  static var byteCount: Int { 136 }
  static func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(as: UInt16.self), 0)
  }
  static func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let high = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt16.self) >> UInt16(index * 2) & 3
    let low = unsafe block.load(fromByteOffset: 4 + index / 2, as: UInt8.self) >> (index % 2 * 4) & 15
    return ((low | UInt8(truncatingIfNeeded: high) << 4) &- 32, 0)
  }
  /// Of each 32 columns the first 16 are in the low nibbles of 16 bytes.
  static func low(_ block: UnsafeRawPointer, _ group: Int) -> UInt32 {
    let word = unsafe block.loadUnaligned(fromByteOffset: 8 + group / 8 * 16 + group % 4 * 4, as: UInt32.self)
    return word >> UInt32(group / 4 % 2 * 4) & 0x0F0F_0F0F
  }
}
