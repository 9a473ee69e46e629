internal import SwiftletKernelsPortable

/// Four adjacent rows of blocks, which are packed together.
///
/// Each row contributes 4 bytes to a cache line of a panel. So words of four rows are transposed in registers, and
/// stored 16 bytes at a time. Fewer rows are completed by the last one, whose words are then cleared.
@safe struct RowQuad {
  /// The index of the first row in its pair of panels, a multiple of 4.
  let row: Int
  private let first: UnsafeRawPointer
  private let second: UnsafeRawPointer
  private let third: UnsafeRawPointer
  private let fourth: UnsafeRawPointer
  /// The words of rows that exist.
  private let mask: SIMD4<UInt32>

  /// Creates the quad of the rows from `index` on, of which there are `rows` in all, `bytesPerRow` apart.
  init(_ source: UnsafeRawPointer, _ bytesPerRow: Int, _ index: Int, of rows: Int, row: Int) {
    func line(_ offset: Int) -> UnsafeRawPointer {
      unsafe source + min(index + offset, rows - 1) * bytesPerRow
    }
    unsafe (first, second, third, fourth) = (line(0), line(1), line(2), line(3))
    mask = SIMD4(UInt32.max, index + 1 < rows ? .max : 0, index + 2 < rows ? .max : 0, index + 3 < rows ? .max : 0)
    self.row = row
  }

  /// Calls `body` with an address that is `offset` bytes after the start of each row.
  @inline(__always)
  func map<Result>(at offset: Int, _ body: (UnsafeRawPointer) -> Result) -> RowValues<Result> {
    unsafe RowValues(
      first: body(first + offset), second: body(second + offset), third: body(third + offset),
      fourth: body(fourth + offset))
  }

  /// Stores a word of each row, side by side; `offset` is that of the words of a single panel.
  @inline(__always)
  func store(words: SIMD4<UInt32>, _ pair: UnsafeMutableRawPointer, _ offset: Int) {
    unsafe pair.storeBytes(of: words & mask, toByteOffset: Panel.offset(offset, 4, row: row), as: SIMD4<UInt32>.self)
  }

  /// Stores up to 4 words of each row: word i is at `offset + 64 · i` of a single panel.
  @inline(__always)
  func store(
    _ words: RowValues<SIMD4<UInt32>>, count: Int = 4, _ pair: UnsafeMutableRawPointer, _ offset: Int
  ) {
    let (one, two) = (zip(words.first.lowHalf, words.second.lowHalf), zip(words.third.lowHalf, words.fourth.lowHalf))
    unsafe store(words: SIMD4(lowHalf: one.lowHalf, highHalf: two.lowHalf), pair, offset)
    if count > 1 { unsafe store(words: SIMD4(lowHalf: one.highHalf, highHalf: two.highHalf), pair, offset + 64) }
    if count <= 2 { return }
    let (three, four) = (
      zip(words.first.highHalf, words.second.highHalf), zip(words.third.highHalf, words.fourth.highHalf)
    )
    unsafe store(words: SIMD4(lowHalf: three.lowHalf, highHalf: four.lowHalf), pair, offset + 128)
    if count > 3 { unsafe store(words: SIMD4(lowHalf: three.highHalf, highHalf: four.highHalf), pair, offset + 192) }
  }

  /// Stores a 16-bit number of each row.
  @inline(__always)
  func store(halves: RowValues<UInt16>, _ pair: UnsafeMutableRawPointer, _ offset: Int) {
    let lanes = SIMD4(halves.first, halves.second, halves.third, halves.fourth) & SIMD4(truncatingIfNeeded: mask)
    unsafe pair.storeBytes(of: lanes, toByteOffset: Panel.offset(offset, 2, row: row), as: SIMD4<UInt16>.self)
  }

  /// Stores a byte of each row.
  @inline(__always)
  func store(bytes: RowValues<UInt8>, _ pair: UnsafeMutableRawPointer, _ offset: Int) {
    let lanes = SIMD4(bytes.first, bytes.second, bytes.third, bytes.fourth) & SIMD4(truncatingIfNeeded: mask)
    unsafe pair.storeBytes(of: lanes, toByteOffset: Panel.offset(offset, 1, row: row), as: SIMD4<UInt8>.self)
  }

  /// Stores 4 bits of each row for each of 8 groups of columns, which are 8 bytes apart in a single panel.
  @inline(__always)
  func store(nibbles: RowValues<SIMD8<UInt32>>, _ pair: UnsafeMutableRawPointer, _ offset: Int) {
    let low = nibbles.first & mask[0] | (nibbles.second & mask[1]) &<< 4
    let all = low | (nibbles.third & mask[2]) &<< 8 | (nibbles.fourth & mask[3]) &<< 12
    for group in 0..<8 {
      unsafe pair.storeBytes(
        of: UInt16(truncatingIfNeeded: all[group]), toByteOffset: Panel.offset(halves: offset + 8 * group, row: row),
        as: UInt16.self)
    }
  }
}

/// A value of each row of a quad.
struct RowValues<Value> {
  var first: Value
  var second: Value
  var third: Value
  var fourth: Value

  @inline(__always)
  func map<Result>(_ body: (Value) -> Result) -> RowValues<Result> {
    RowValues<Result>(first: body(first), second: body(second), third: body(third), fourth: body(fourth))
  }
}

/// The interleaved lanes of two vectors.
@inline(__always)
private func zip(_ first: SIMD2<UInt32>, _ second: SIMD2<UInt32>) -> SIMD4<UInt32> {
  var lanes = SIMD4<UInt32>()
  lanes.evenHalf = first
  lanes.oddHalf = second
  return lanes
}
