internal import SwiftletGGUF

/// The storage of a matrix's panels, in allocated memory or in a mapped file.
@safe struct PanelStorage: Sendable {
  let byteCount: Int
  // Safe to share: the bytes are immutable once the matrix is packed, and the owner keeps them in place.
  nonisolated(unsafe) let start: UnsafeRawPointer
  private let owner: any AnyObject & Sendable

  /// Creates storage from a range of memory, which must be in bounds.
  init(_ memory: AlignedMemory, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= memory.byteCount, "range outside the memory")
    (byteCount, owner) = (range.count, memory)
    // Safe: the range was checked.
    unsafe start = UnsafeRawPointer(memory.start + range.lowerBound)
  }

  /// Creates storage from a range of a file; nil if it is out of bounds.
  init?(_ file: MappedFile, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= file.count else { return nil }
    // Safe: the address is valid as long as the mapping, which is held here.
    guard let address = unsafe file.withBytes(in: range, { $0.baseAddress }) else { return nil }
    (byteCount, owner) = (range.count, file)
    unsafe start = address
  }

  /// Calls `body` with the bytes of a range, which must be in bounds.
  func withBytes<Result, Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "range outside the panels")
    // Safe: the range was checked.
    return try unsafe body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
