import Builtin
import Foundation
import SwiftletKernels

/// A buffer too large for any cache, read from end to end.
final class MemorySweep: Sendable {
  private let byteCount: Int
  // Safe to share: written before anybody else can have it, and only read after.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// Allocates and touches the buffer.
  init(byteCount: Int, pool: WorkerPool) throws(BenchmarkError) {
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let address, address != MAP_FAILED else {
      throw .noTestData(format: "bytes", why: "the system refused \(byteCount) bytes")
    }
    #if os(Linux)
      // As packed weights are: otherwise address translation is measured too.
      madvise(address, byteCount, MADV_HUGEPAGE)
    #endif
    (self.byteCount, memory) = (byteCount, address)
    // A system may back untouched pages, and pages of zeros, by one and the same.
    pool.forEach(byteCount / Self.piece) { [self] _, range in
      for index in range { memset(memory + index * Self.piece, Int32(index % 255 + 1), Self.piece) }
    }
  }

  deinit { munmap(memory, byteCount) }

  /// What a thread claims at once.
  private static let piece = 16 << 20

  /// Bytes a second that all threads of a pool read together, in the way that is fastest on this machine.
  func measure(on pool: WorkerPool, _ stopwatch: Stopwatch) -> Double {
    let pieces = byteCount / Self.piece
    func seconds(_ read: @Sendable @escaping (UnsafeRawPointer, Int) -> UInt64) -> Double {
      stopwatch.median {
        pool.forEach(pieces) { [self] _, range in
          for index in range { _ = read(memory + index * Self.piece, Self.piece) }
        }
      }
    }
    return Double(pieces * Self.piece) / min(seconds(readFourStreams), seconds(readAskingAhead))
  }
}

/// Reads memory as four streams side by side, which keeps more reads under way than one.
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

/// Reads memory as one stream, of which the second cache asks from afar and the first from near.
///
/// Where a first cache waits for few lines at once, as on Intel's Golden Cove, memory is not busy all the time without it.
@inline(never)
private func readAskingAhead(_ start: UnsafeRawPointer, _ byteCount: Int) -> UInt64 {
  var (a, b) = (SIMD8<UInt64>(), SIMD8<UInt64>())
  for offset in stride(from: 0, to: byteCount, by: 128) {
    let place = start + offset
    askSecondCache(place + 16384)
    askSecondCache(place + (16384 + 64))
    askFirstCache(place + 2048)
    askFirstCache(place + (2048 + 64))
    a |= place.load(as: SIMD8<UInt64>.self)
    b |= (place + 64).load(as: SIMD8<UInt64>.self)
  }
  return (a | b).wrappedSum()
}

/// Asks for a cache line, which need not exist: nothing is read.
@inline(__always)
private func askFirstCache(_ place: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(place._rawValue, Int32(0)._value, Int32(3)._value, Int32(1)._value)
}

/// The same, and no further than the second cache.
@inline(__always)
private func askSecondCache(_ place: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(place._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
}
