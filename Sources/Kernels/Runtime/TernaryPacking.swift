internal import SwiftletKernelsPortable

// Ternary formats. The scalar formats of the GGUF module document the layouts in the file.

struct SourceTQ1_0: SourceBlock {
  static var byteCount: Int { 54 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 52, as: UInt16.self), 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) { (0, 0) }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> {
    if part < 5 {
      let powers: SIMD8<UInt32> = SIMD8(1, 3, 9, 27, 81, 0, 0, 0)
      return digits(unsafe block.loadUnaligned(as: SIMD8<UInt32>.self), SIMD8(repeating: powers[part]))
    }
    let middle = unsafe block.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self)
    if part < 7 {
      let powers: SIMD8<UInt32> = part == 5 ? SIMD8(1, 1, 1, 1, 3, 3, 3, 3) : SIMD8(9, 9, 9, 9, 27, 27, 27, 27)
      return digits(SIMD8(lowHalf: middle, highHalf: middle), powers)
    }
    let last = SIMD4(repeating: unsafe block.loadUnaligned(fromByteOffset: 48, as: UInt32.self))
    return digits(SIMD8(lowHalf: middle, highHalf: last), SIMD8(81, 81, 81, 81, 1, 3, 9, 27))
  }

  /// Extracts a base-3 digit of each byte, that which follows as many digits as the power of 3 says.
  @inline(__always)
  private func digits(_ words: SIMD8<UInt32>, _ powers: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let mask: UInt32 = 0xFF_00FF
    // Two bytes of a word at a time, as 16-bit products.
    let even = (words & mask) &* powers & mask
    let odd = (words &>> 8 & mask) &* powers & mask
    let first = (even &* 3) &>> 8 & mask
    return first | (odd &* 3) & ~mask
  }
}

struct SourceTQ2_0: SourceBlock {
  static var byteCount: Int { 66 }
  func factors(_ block: UnsafeRawPointer) -> (scale: UInt16, minimum: UInt16) {
    unsafe (block.loadUnaligned(fromByteOffset: 64, as: UInt16.self), 0)
  }
  func scale(_ block: UnsafeRawPointer, _ index: Int) -> (scale: UInt8, minimum: UInt8) { (0, 0) }
  func low(_ block: UnsafeRawPointer, _ part: Int) -> SIMD8<UInt32> { unsafe twoBits(block, part) }
}
