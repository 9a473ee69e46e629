internal import SwiftletGGUF

extension TensorType {
  /// Calls `body` with rows in a type that has kernels, and their stride: the rows of the file, or repacked rows.
  func withRowsToPack(
    _ rows: UnsafeRawPointer, _ bytesPerRow: Int, _ count: Int, _ columns: Int,
    _ body: (_ rows: UnsafeRawPointer, _ bytesPerRow: Int) -> Void
  ) {
    guard let format = repackableFormat else { return unsafe body(rows, bytesPerRow) }
    let blocks = columns / elementsPerBlock
    let blockSize = elementsPerBlock / Self.q8_0.elementsPerBlock * Self.q8_0.bytesPerBlock
    unsafe withUnsafeTemporaryAllocation(byteCount: count * blocks * blockSize, alignment: 64) { memory in
      guard let start = memory.baseAddress else { return }
      for row in 0..<count {
        for block in 0..<blocks {
          // Safe: both have the same number of blocks.
          unsafe format.repack(
            rows + (row * bytesPerRow + block * bytesPerBlock), into: start + (row * blocks + block) * blockSize)
        }
      }
      unsafe body(UnsafeRawPointer(start), blocks * blockSize)
    }
  }
}
