internal import SwiftletKernelsPortable

// The formats with superblocks of 256 columns, of which the K-quants are here. Eight groups of four columns are
// processed at once, each as the bytes of a word. The scalar formats of the GGUF module document the layouts in the
// file.

/// A superblock of 256 columns of one row in the layout of the file.
protocol SourceBlock {
  static var byteCount: Int { get }
  /// Reads the binary16 factors of the scales and of the minimums.
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16)
  /// Reads the scale and the minimum of 32 columns, or of 16 if the layout has two runs, as bytes of a panel.
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8)
  /// Reads the low bits of the codes of 32 columns from `32 · part` on, one byte each.
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32>
  /// Reads the high bits of the codes of 32 columns from `32 · part` on, 4 bits for each group of 4 columns.
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32>
}

extension SourceBlock {
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { SIMD8() }
}

/// Packs the superblocks of rows into a pair of panels.
func packSuperblocks<Layout: PanelLayout, Source: SourceBlock>(
  _ layout: Layout.Type, _ source: Source, _ quad: RowQuad, _ blocks: Int, _ pair: UnsafeMutableRawPointer,
  _ check: inout FiniteCheck
) {
  for index in 0..<blocks {
    let block = index * Source.byteCount
    let unit = unsafe pair + 2 * Layout.panelByteCount(columns: 256 * index)
    let factors = unsafe quad.map(at: block) { unsafe source.factors($0) }
    let scales = factors.map { $0.scale }
    unsafe quad.store(halves: scales, unit, 0)
    check.add(f16: scales)
    if Layout.hasMinimum {
      let minimums = factors.map { $0.minimum }
      unsafe quad.store(halves: minimums, unit, 32)
      check.add(f16: minimums)
    }
    var target = unsafe unit + 2 * Layout.factorByteCount
    for part in 0..<8 {
      unsafe packScales(layout, source, quad, block, part, target)
      unsafe packLow(layout, quad, quad.map(at: block) { unsafe source.low($0, part) }, target)
      if Layout.highBits == 1 {
        unsafe quad.store(
          nibbles: quad.map(at: block) { unsafe source.high($0, part) }, target, Layout.highOffset)
      }
      unsafe target += 2 * Layout.blockByteCount
    }
  }
}

/// Packs the scales and minimums of 32 columns of each row, which are integers.
@inline(__always)
private func packScales<Layout: PanelLayout, Source: SourceBlock>(
  _ layout: Layout.Type, _ source: Source, _ quad: RowQuad, _ block: Int, _ part: Int, _ target: UnsafeMutableRawPointer
) {
  let first = part * Layout.runs
  switch Layout.scaling {
  case .halves, .exponents, .factors, .microscales: break
  case .bytes:
    for run in 0..<Layout.runs {
      let scales = unsafe quad.map(at: block) { unsafe source.scale($0, first + run) }
      unsafe quad.store(bytes: scales.map { $0.scale }, target, 16 * run)
      if Layout.hasMinimum {
        unsafe quad.store(bytes: scales.map { $0.minimum }, target, Layout.minimumOffset + 16 * run)
      }
    }
  case .nibbles:
    for run in 0..<Layout.runs {
      let scales = unsafe quad.map(at: block) { unsafe source.scale($0, first + run) }
      unsafe quad.store(bytes: scales.map { $0.scale | $0.minimum << 4 }, target, 16 * run)
    }
  case .middles:
    let scales = unsafe quad.map(at: block) { line in
      let low = unsafe source.scale(line, first).scale
      return unsafe Layout.runs == 1 ? low : low | source.scale(line, first + 1).scale << 4
    }
    unsafe quad.store(bytes: scales, target, 0)
  }
}

/// Packs the low bits of 8 groups of 4 columns of each row.
@inline(__always)
func packLow<Layout: PanelLayout>(
  _ layout: Layout.Type, _ quad: RowQuad, _ codes: RowValues<SIMD8<UInt32>>, _ target: UnsafeMutableRawPointer
) {
  let start = Layout.lowOffset
  switch Layout.lowBits {
  case 8:
    unsafe quad.store(codes.map { $0.lowHalf }, target, start)
    unsafe quad.store(codes.map { $0.highHalf }, target, start + 256)
  case 6:
    unsafe quad.store(codes.map { sixBits($0.lowHalf) }, count: 3, target, start)
    unsafe quad.store(codes.map { sixBits($0.highHalf) }, count: 3, target, start + 192)
  case 4:
    unsafe quad.store(codes.map { $0.evenHalf | $0.oddHalf &<< 4 }, target, start)
  default:
    let words = codes.map { codes in
      let pairs = codes.evenHalf | codes.oddHalf &<< 2
      return SIMD4(lowHalf: pairs.evenHalf | pairs.oddHalf &<< 4, highHalf: SIMD2())
    }
    unsafe quad.store(words, count: 2, target, start)
  }
}

/// Stores the fourth group in the two unused bits of each byte of the first three.
@inline(__always)
private func sixBits(_ groups: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let fourth = groups[3]
  return groups | (SIMD4(fourth &>> 4, fourth &>> 2, fourth, 0) & 0x0303_0303) &<< 6
}

/// Reads 2-bit codes: bits 2k and 2k + 1 of byte 32h + l belong to column 128h + 32k + l.
@inline(__always)
func twoBits(_ bytes: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
  let words = unsafe bytes.loadUnaligned(fromByteOffset: part / 4 * 32, as: SIMD8<UInt32>.self)
  return words &>> UInt32(part % 4 * 2) & 0x0303_0303
}

/// Reads 4-bit codes: of each 64 columns the first 32 are in the low nibbles of 32 bytes.
@inline(__always)
private func nibbles(_ bytes: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
  let words = unsafe bytes.loadUnaligned(fromByteOffset: part / 2 * 32, as: SIMD8<UInt32>.self)
  return words &>> UInt32(part % 2 * 4) & 0x0F0F_0F0F
}

/// Reads 4-bit codes: of 32 columns the first 16 are in the low nibbles of 16 bytes.
@inline(__always)
func nibbles(halves bytes: UnsafeRawPointer) -> SIMD8<UInt32> {
  let words = unsafe bytes.loadUnaligned(as: SIMD4<UInt32>.self)
  return SIMD8(lowHalf: words & 0x0F0F_0F0F, highHalf: words &>> 4 & 0x0F0F_0F0F)
}

/// Reads high bits: bit k of byte l belongs to column 32k + l.
@inline(__always)
private func oneBit(_ bytes: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
  let words = unsafe bytes.loadUnaligned(as: SIMD8<UInt32>.self)
  let bits = words &>> UInt32(part) & 0x0101_0101
  // Bits 0, 8, 16 and 24 become adjacent.
  return (bits | bits &>> 7 | bits &>> 14 | bits &>> 21) & 15
}

/// Divides a bit for each of 32 columns into groups of 4 columns.
@inline(__always)
func groups(ofBits word: UInt32) -> SIMD8<UInt32> {
  SIMD8(repeating: word) &>> SIMD8(0, 4, 8, 12, 16, 20, 24, 28) & 15
}

/// Reads the scale and minimum of 32 columns from 12 bytes of 6-bit integers, as in `Q4_K`.
@inline(__always)
private func sixBits(_ bytes: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
  func byte(_ offset: Int) -> UInt8 { unsafe bytes.load(fromByteOffset: offset, as: UInt8.self) }
  if index < 4 { return (byte(index) & 63, byte(4 + index) & 63) }
  let low = byte(4 + index)
  return (low & 15 | (byte(index - 4) >> 6) << 4, low >> 4 | (byte(index) >> 6) << 4)
}

struct SourceQ2_K: SourceBlock {
  static var byteCount: Int { 84 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (
      block.loadUnaligned(fromByteOffset: 80, as: UInt16.self), block.loadUnaligned(fromByteOffset: 82, as: UInt16.self)
    )
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let byte = unsafe block.load(fromByteOffset: index, as: UInt8.self)
    return (byte & 15, byte >> 4)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe twoBits(block + 16, part) }
}

struct SourceQ3_K: SourceBlock {
  static var byteCount: Int { 110 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 108, as: UInt16.self), 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let low = unsafe block.load(fromByteOffset: 96 + index % 8, as: UInt8.self) >> (index / 8 * 4) & 15
    let high = unsafe block.load(fromByteOffset: 104 + index % 4, as: UInt8.self) >> (index / 4 * 2) & 3
    return ((low | high << 4) &- 32, 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe twoBits(block + 32, part) }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe oneBit(block, part) }
}

struct SourceQ4_K: SourceBlock {
  static var byteCount: Int { 144 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(as: UInt16.self), block.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe sixBits(block + 4, index)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe nibbles(block + 16, part) }
}

struct SourceQ5_K: SourceBlock {
  static var byteCount: Int { 176 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe SourceQ4_K().factors(block)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe sixBits(block + 4, index)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe nibbles(block + 48, part) }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe oneBit(block + 16, part) }
}

struct SourceQ6_K: SourceBlock {
  static var byteCount: Int { 210 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 208, as: UInt16.self), 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    unsafe (block.load(fromByteOffset: 192 + index, as: UInt8.self), 0)
  }
  /// Nibble k of byte 64h + l belongs to column 128h + 64k + l.
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let words = unsafe block.loadUnaligned(fromByteOffset: part / 4 * 64 + part % 2 * 32, as: SIMD8<UInt32>.self)
    return unsafe words &>> UInt32(part / 2 % 2 * 4) & 0x0F0F_0F0F | twoBits(block + 128, part) &<< 4
  }
}

struct SourceIQ4_XS: SourceBlock {
  static var byteCount: Int { 136 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(as: UInt16.self), 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let high = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt16.self) >> UInt16(index * 2) & 3
    let low = unsafe block.load(fromByteOffset: 4 + index / 2, as: UInt8.self) >> (index % 2 * 4) & 15
    return ((low | UInt8(truncatingIfNeeded: high) << 4) &- 32, 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    unsafe nibbles(halves: block + 8 + part * 16)
  }
}
