import Builtin
import Foundation
import SwiftletKernels

/// A buffer too large for any cache, read from end to end.
final class MemorySweep: Sendable {
  private let byteCount: Int
  // Safe to share: written only during initialization, then read-only.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// Allocates and touches the buffer.
  init(byteCount: Int, pool: WorkerPool) throws(BenchmarkError) {
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let address, address != MAP_FAILED else {
      throw .noTestData(format: "bytes", reason: "the system refused \(byteCount) bytes")
    }
    #if os(Linux)
      // Huge pages as for packed weights, to exclude TLB misses.
      madvise(address, byteCount, MADV_HUGEPAGE)
    #endif
    (self.byteCount, memory) = (byteCount, address)
    // Untouched pages, and pages of zeros, may share one physical page.
    pool.forEach(byteCount / Self.chunkSize) { [self] _, range in
      for index in range { memset(memory + index * Self.chunkSize, Int32(index % 255 + 1), Self.chunkSize) }
    }
  }

  deinit { munmap(memory, byteCount) }

  /// The bytes that a thread claims at a time.
  private static let chunkSize = 16 << 20

  /// Measures the read bandwidth of all threads of a pool in bytes per second, with the faster of two access patterns.
  func measure(on pool: WorkerPool, _ stopwatch: Stopwatch) -> Double {
    let chunks = byteCount / Self.chunkSize
    func seconds(_ read: @Sendable @escaping (UnsafeRawPointer, Int) -> UInt64) -> Double {
      stopwatch.median {
        pool.forEach(chunks) { [self] _, range in
          for index in range { _ = read(memory + index * Self.chunkSize, Self.chunkSize) }
        }
      }
    }
    return Double(chunks * Self.chunkSize) / min(seconds(readFourStreams), seconds(readPrefetching))
  }
}

/// Reads memory as four interleaved streams, which allows more outstanding reads.
@inline(never)
private func readFourStreams(_ start: UnsafeRawPointer, _ byteCount: Int) -> UInt64 {
  let quarter = byteCount / 4
  var (a, b, c, d) = (SIMD8<UInt64>(), SIMD8<UInt64>(), SIMD8<UInt64>(), SIMD8<UInt64>())
  for offset in stride(from: 0, to: quarter, by: 64) {
    a |= (start + offset).load(as: SIMD8<UInt64>.self)
    b |= (start + (quarter + offset)).load(as: SIMD8<UInt64>.self)
    c |= (start + (2 * quarter + offset)).load(as: SIMD8<UInt64>.self)
    d |= (start + (3 * quarter + offset)).load(as: SIMD8<UInt64>.self)
  }
  return ((a | b) | (c | d)).wrappedSum()
}

/// Reads memory as one stream with software prefetch, far ahead to L2 and near to L1.
///
/// Needed where L1 has few line fill buffers, as on Intel's Golden Cove, to saturate the memory bandwidth.
@inline(never)
private func readPrefetching(_ start: UnsafeRawPointer, _ byteCount: Int) -> UInt64 {
  var (a, b) = (SIMD8<UInt64>(), SIMD8<UInt64>())
  for offset in stride(from: 0, to: byteCount, by: 128) {
    let address = start + offset
    prefetchToL2(address + 16384)
    prefetchToL2(address + (16384 + 64))
    prefetchToL1(address + 2048)
    prefetchToL1(address + (2048 + 64))
    a |= address.load(as: SIMD8<UInt64>.self)
    b |= (address + 64).load(as: SIMD8<UInt64>.self)
  }
  return (a | b).wrappedSum()
}

/// Prefetches a cache line to L1; the address may be invalid.
@inline(__always)
private func prefetchToL1(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(address._rawValue, Int32(0)._value, Int32(3)._value, Int32(1)._value)
}

/// Prefetches a cache line to L2; the address may be invalid.
@inline(__always)
private func prefetchToL2(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(address._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
}
