#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Zeroed, page-aligned memory that is mapped directly from the system.
///
/// Pages are committed on first access, so a cache can be allocated for the longest context at no cost.
@safe final class AlignedMemory: Sendable {
  let byteCount: Int
  // Safe to share: the types that own the memory define and document write access.
  nonisolated(unsafe) let start: UnsafeMutableRawPointer

  /// Maps memory of the given size.
  ///
  /// - Throws: ``KernelError/outOfMemory(bytes:purpose:)``.
  init(byteCount: Int, usesHugePages: Bool = false, for purpose: String) throws(KernelError) {
    let size = max(byteCount, 1)
    #if os(Linux) || os(Android)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    guard byteCount >= 0, byteCount < 1 << 47 else { throw .outOfMemory(bytes: byteCount, purpose: purpose) }
    let isLarge = usesHugePages && size >= Self.hugePageSize
    let mapping = unsafe mmap(
      nil, isLarge ? size + Self.hugePageSize : size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw .outOfMemory(bytes: byteCount, purpose: purpose)
    }
    guard ProcessResource.leavesMemory else {
      unsafe munmap(mapping, isLarge ? size + Self.hugePageSize : size)
      throw .outOfMemory(bytes: byteCount, purpose: purpose)
    }
    self.byteCount = byteCount
    unsafe start = isLarge ? Self.aligned(mapping, size) : mapping
  }

  /// The size of a huge page, on systems that have them.
  static let hugePageSize = 2 << 20

  /// Aligns `size` bytes within a mapping that is one huge page longer, unmaps the rest, and enables huge pages.
  ///
  /// Huge pages avoid most TLB misses of a pass over keys and values. They have to be aligned to their size.
  private static func aligned(_ mapping: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer {
    let start = unsafe mapping.alignedUp(toMultipleOf: hugePageSize)
    let before = unsafe start - mapping
    if before > 0 { unsafe munmap(mapping, before) }
    let end = unsafe (start + size).alignedUp(toMultipleOf: Int(getpagesize()))
    let behind = unsafe mapping + (size + hugePageSize) - end
    if behind > 0 { unsafe munmap(end, behind) }
    #if os(Linux) || os(Android)
      _ = unsafe madvise(start, size, MADV_HUGEPAGE)
    #endif
    return unsafe start
  }

  /// Sets all bytes to 0.
  func clear() { unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }

  deinit { unsafe munmap(start, max(byteCount, 1)) }
}
