internal import SwiftletGGUF
internal import SwiftletKernelsPortable

// The IQ formats with codebooks. Points of 8 or 4 columns become the indices of their coordinates, a byte each. The
// scalar formats of the GGUF module document the layouts in the file.

/// Looks up four points of 8 columns.
@inline(__always)
private func eights(_ points: [UInt64], _ index: (Int) -> UInt32) -> SIMD8<UInt32> {
  let words = SIMD4(
    points[Int(index(0))], points[Int(index(1))], points[Int(index(2))], points[Int(index(3))])
  return unsafe unsafeBitCast(words, to: SIMD8<UInt32>.self)
}

/// Looks up eight points of 4 columns, and adds a sign bit above the three bits of each coordinate.
@inline(__always)
private func fours(_ points: [UInt64], signs: UInt32, _ index: (Int) -> UInt32) -> SIMD8<UInt32> {
  var words = SIMD8<UInt32>()
  for k in 0..<8 { words[k] = UInt32(truncatingIfNeeded: points[Int(index(k))]) }
  // The product has bits 0 to 3 at 0, 8, 16 and 24.
  let bytes = (groups(ofBits: signs) &* 0x20_4081) & 0x0101_0101
  return words | bytes &<< 3
}

/// Completes the lowest four times seven sign bits of a word by an eighth each, which makes the number of signs even.
@inline(__always)
private func signs(sevens word: UInt32) -> UInt32 {
  let words = SIMD4<UInt32>(word, word >> 7, word >> 14, word >> 21)
  let bits = words & 127
  var parity = bits ^ (bits &>> 4)
  parity ^= parity &>> 2
  parity ^= parity &>> 1
  let bytes = bits | (parity & 1) &<< 7
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
}

@inline(__always)
private func byte(_ block: UnsafeRawPointer, _ offset: Int) -> UInt32 {
  UInt32(unsafe block.load(fromByteOffset: offset, as: UInt8.self))
}

@inline(__always)
private func half(_ block: UnsafeRawPointer, _ offset: Int) -> UInt16 {
  unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
}

@inline(__always)
private func word(_ block: UnsafeRawPointer, _ offset: Int) -> UInt32 {
  unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
}

/// The bits of a word from position `first` on, as many as `mask` has.
@inline(__always)
private func bits(_ word: UInt32, _ first: Int, _ mask: UInt32) -> UInt32 { word >> UInt32(first) & mask }

/// Reads a nibble by index; the low nibble of each byte comes first.
@inline(__always)
private func nibble(_ block: UnsafeRawPointer, _ offset: Int, _ index: Int) -> UInt8 {
  unsafe block.load(fromByteOffset: offset + index / 2, as: UInt8.self) >> (index % 2 * 4) & 15
}

struct SourceIQ2_XXS: SourceBlock {
  private let points = GridCodes.iq2_XXS
  static var byteCount: Int { 66 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (UInt8(truncatingIfNeeded: unsafe word(block, 6 + index / 2 * 8) >> 28), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let indices = unsafe word(block, 2 + 8 * part)
    return eights(points) { bits(indices, 8 * $0, 255) }
  }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    groups(ofBits: signs(sevens: unsafe word(block, 6 + 8 * part)))
  }
}

struct SourceIQ2_XS: SourceBlock {
  private let points = GridCodes.iq2_XS
  static var byteCount: Int { 74 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (unsafe nibble(block, 66, index), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    eights(points) { UInt32(unsafe half(block, 2 + 8 * part + 2 * $0) & 511) }
  }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    func sevens(_ index: Int) -> UInt32 { UInt32(unsafe half(block, 2 + 8 * part + 2 * index) >> 9) }
    return groups(ofBits: signs(sevens: sevens(0) | sevens(1) << 7 | sevens(2) << 14 | sevens(3) << 21))
  }
}

struct SourceIQ2_S: SourceBlock {
  private let points = GridCodes.iq2_S
  static var byteCount: Int { 82 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (unsafe nibble(block, 74, index), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let (indices, high) = unsafe (word(block, 2 + 4 * part), byte(block, 66 + part))
    return eights(points) { bits(indices, 8 * $0, 255) | bits(high, 2 * $0, 3) << 8 }
  }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    groups(ofBits: unsafe word(block, 34 + 4 * part))
  }
}

struct SourceIQ3_XXS: SourceBlock {
  private let points = GridCodes.iq3_XXS
  static var byteCount: Int { 98 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (UInt8(truncatingIfNeeded: unsafe word(block, 66 + 4 * index) >> 28), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    fours(points, signs: signs(sevens: unsafe word(block, 66 + 4 * part))) { unsafe byte(block, 2 + 8 * part + $0) }
  }
}

struct SourceIQ3_S: SourceBlock {
  private let points = GridCodes.iq3_S
  static var byteCount: Int { 110 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (unsafe nibble(block, 106, index), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let ninths = unsafe byte(block, 66 + part)
    return fours(points, signs: unsafe word(block, 74 + 4 * part)) {
      unsafe byte(block, 2 + 8 * part + $0) | bits(ninths, $0, 1) << 8
    }
  }
}

struct SourceIQ1_S: SourceBlock {
  private let points = GridCodes.iq1
  static var byteCount: Int { 50 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) { unsafe (half(block, 0), 0) }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    (UInt8(truncatingIfNeeded: unsafe half(block, 34 + index / 2 * 2) >> 12 & 7), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let (indices, high) = unsafe (word(block, 2 + 4 * part), UInt32(half(block, 34 + 2 * part)))
    return eights(points) { bits(indices, 8 * $0, 255) | bits(high, 3 * $0, 7) << 8 }
  }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    SIMD8(repeating: unsafe half(block, 34 + 2 * part) & 0x8000 == 0 ? 0 : 15)
  }
}

struct SourceIQ1_M: SourceBlock {
  private let points = GridCodes.iq1
  static var byteCount: Int { 56 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    let low = unsafe half(block, 48) >> 12 | (half(block, 50) >> 12) << 4
    let high = unsafe (half(block, 52) >> 12) << 8 | half(block, 54) & 0xF000
    return (low | high, 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) {
    let scales = unsafe half(block, 48 + index / 4 * 2)
    return (UInt8(truncatingIfNeeded: scales >> UInt16(index % 4 * 3) & 7), 0)
  }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let (indices, high) = unsafe (word(block, 4 * part), UInt32(half(block, 32 + 2 * part)))
    return eights(points) { bits(indices, 8 * $0, 255) | bits(high, 4 * $0, 7) << 8 }
  }
  func high(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    let nibbles = SIMD8(repeating: UInt32(unsafe half(block, 32 + 2 * part)))
    let positions: SIMD8<UInt32> = SIMD8(3, 3, 7, 7, 11, 11, 15, 15)
    return (nibbles &>> positions & 1) &* 15
  }
}
