import Testing

@testable import SwiftletKernels

extension KernelTable: CustomTestStringConvertible {
  /// The name that a failure shows.
  public var testDescription: String { instructionSet.rawValue }
}

/// Thread pools shared by all tests, as starting threads takes longer than most tests; by number of threads.
enum SharedPools {
  static let all = (1...3).map { WorkerPool(threads: $0) }
  /// The pool with only the caller's thread.
  static var single: WorkerPool { all[0] }
}

extension FloatRows {
  /// A matrix with the given rows.
  convenience init(_ rows: [[Float]]) throws {
    try self.init(rows: rows.count, columns: rows.first?.count ?? 0)
    for (index, row) in rows.enumerated() { self[row: index] = row }
  }

  /// Copies of all rows.
  var all: [[Float]] { (0..<rows).map { self[row: $0] } }
}

extension Activations {
  /// The input with the given rows, not yet in 8 bits.
  convenience init(_ rows: [[Float]]) throws {
    try self.init(rows: rows.count, columns: rows.first?.count ?? 0)
    for (index, row) in rows.enumerated() { values[row: index] = row }
  }
}

/// The bit patterns, which tell what `==` does not: the sign of a zero, and that a NaN is the same NaN.
func patterns(_ rows: [[Float]]) -> [[UInt32]] { rows.map { $0.map(\.bitPattern) } }

/// Calls `body` with `count` bytes aligned to 64, and checks that it does not modify the 64 bytes after them.
func withGuardedMemory<Result>(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count + 64, alignment: 64)
  defer { memory.deallocate() }
  memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count + 64)
  let result = body(memory)
  let isIntact = (count..<count + 64).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0xA5 }
  #expect(isIntact, "bytes behind the memory changed")
  return result
}
