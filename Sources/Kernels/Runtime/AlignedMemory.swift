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
    let isLarge = usesLargePages && size >= Self.largePage
    let mapping = unsafe mmap(
      nil, isLarge ? size + Self.largePage : size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw .outOfMemory(bytes: byteCount, purpose: purpose)
    }
    self.byteCount = byteCount
    unsafe start = isLarge ? Self.aligned(mapping, size) : mapping
  }

  /// The size of what one address translation covers, where the system has such pages.
  static let largePage = 2 << 20

  /// Asks for large pages in `size` bytes of a mapping that is a large page longer, and gives the rest of it back.
  ///
  /// They save most of the address translations of a pass over keys and values; only what begins and ends at a
  /// multiple of their size can be one.
  private static func aligned(_ mapping: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer {
    let start = unsafe mapping.alignedUp(toMultipleOf: largePage)
    let before = unsafe start - mapping
    if before > 0 { unsafe munmap(mapping, before) }
    let end = unsafe (start + size).alignedUp(toMultipleOf: Int(getpagesize()))
    let behind = unsafe mapping + (size + largePage) - end
    if behind > 0 { unsafe munmap(end, behind) }
    #if os(Linux) || os(Android)
      _ = unsafe madvise(start, size, MADV_HUGEPAGE)
    #endif
    return unsafe start
  }

  deinit { unsafe munmap(start, max(byteCount, 1)) }
}
