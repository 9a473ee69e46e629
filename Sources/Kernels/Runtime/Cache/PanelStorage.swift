internal import SwiftletGGUF

/// Where the panels of a matrix lie: in memory of their own, or in a mapped file.
@safe struct PanelStorage: Sendable {
  let byteCount: Int
  // Safe to share: nobody writes once the matrix is made, and the owner keeps the bytes where they are.
  nonisolated(unsafe) let start: UnsafeRawPointer
  private let owner: any AnyObject & Sendable

  /// A part of memory, which must be inside.
  init(_ memory: AlignedMemory, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= memory.byteCount, "range outside the memory")
    (byteCount, owner) = (range.count, memory)
    // Safe: the range was checked.
    unsafe start = UnsafeRawPointer(memory.start + range.lowerBound)
  }

  /// Bytes of a file, nil if the range is not inside it.
  init?(_ file: MappedFile, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= file.count else { return nil }
    // Safe: the address is valid as long as the mapping, which is held here.
    guard let address = unsafe file.withBytes(in: range, { $0.baseAddress }) else { return nil }
    (byteCount, owner) = (range.count, file)
    unsafe start = address
  }

  /// Calls `body` with bytes of a range, which must be inside.
  func withBytes<Result, Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "range outside the panels")
    // Safe: the range was checked.
    return try unsafe body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
