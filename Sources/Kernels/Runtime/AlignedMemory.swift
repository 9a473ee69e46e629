#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Zeroed memory straight from the system, aligned to a page and given back whole.
///
/// Pages count only once they are touched, so a cache can be allocated for the longest context at no cost.
@safe final class AlignedMemory: Sendable {
  let byteCount: Int
  // Safe to share: whoever writes here states in its own type who may do so when.
  nonisolated(unsafe) let start: UnsafeMutableRawPointer

  /// - Throws: ``KernelError/outOfMemory(bytes:purpose:)``.
  init(byteCount: Int, usesLargePages: Bool = false, for purpose: String) throws(KernelError) {
    let size = max(byteCount, 1)
    #if os(Linux) || os(Android)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    guard byteCount >= 0, byteCount < 1 << 47 else { throw .outOfMemory(bytes: byteCount, purpose: purpose) }
    let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw .outOfMemory(bytes: byteCount, purpose: purpose)
    }
    #if os(Linux) || os(Android)
      // Large pages save most of the address translations of a pass over the weights. A cache that is hardly filled
      // would be charged for all of each page that it touches.
      if usesLargePages, size >= 4 << 20 { _ = unsafe madvise(address, size, MADV_HUGEPAGE) }
    #endif
    self.byteCount = byteCount
    unsafe start = address
  }

  deinit { unsafe munmap(start, max(byteCount, 1)) }
}
