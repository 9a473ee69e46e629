internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Collapses packed weights into huge pages in the background, while they are in use.
///
/// A huge page needs one TLB entry instead of 512: on Zen 4 a 1B model decodes 8 % faster. Packing weights directly
/// into huge pages takes up to twice as long on virtual machines, which return free memory to the host in units of that
/// size. So weights are packed into small pages, and then a low-priority thread collapses them, one huge page at a
/// time; the bytes and their addresses do not change.
///
/// This requires Linux 6.1; elsewhere, and where huge pages are disabled, nothing happens.
public final class HugePageCollapser: Sendable {
  /// A range of memory, of which the first `used` bytes are in use.
  struct Region: Sendable {
    weak let memory: AlignedMemory?
    let used: Int
  }

  private let regions: [Region]
  private let finished = EventCount()
  private let collapsedByteCount = Atomic<Int>(0)

  /// The number of bytes that have been collapsed into huge pages so far.
  public var byteCount: Int { collapsedByteCount.load(ordering: .relaxed) }

  /// Creates the collapsing of regions, which may be freed before and meanwhile.
  init(_ regions: [Region]) { self.regions = regions }

  /// Starts collapsing; called once, unless ``cancel()`` is.
  func start() {
    let isRunning =
      Self.isEnabled && !regions.isEmpty
      && startThread { [self] in
        lowerThreadPriority()
        for region in regions where !collapse(region) { break }
        finished.advance()
      }
    if !isRunning { finished.advance() }
  }

  /// Ends without collapsing anything.
  func cancel() { finished.advance() }

  /// Waits until all regions have been processed.
  public func wait() { finished.wait(while: 0) }

  #if os(Linux) || os(Android)
    /// The value of MADV_COLLAPSE (madvise(2)), which not all C headers define.
    private static let madvCollapse: Int32 = 25
    /// The number of consecutive failures after which huge pages are considered unavailable.
    private static let maximumFailures = 16

    private static var isEnabled: Bool { Machine.current.hasHugePages ?? false }

    /// Collapses the huge pages that are entirely inside a region, and returns whether to continue with the next
    /// region.
    private func collapse(_ region: Region) -> Bool {
      var offset = 0
      var failures = 0
      while true {
        // Held for one page at a time, so that a model that is unloaded is freed soon.
        guard let memory = region.memory else { return true }
        let page = unsafe (memory.start + offset).alignedUp(toMultipleOf: AlignedMemory.hugePageSize)
        offset = unsafe page - memory.start + AlignedMemory.hugePageSize
        guard offset <= region.used else { return true }
        guard !SystemMemory.isLow else { return false }
        // Safe: the page is inside the memory, which is retained, and its contents do not change.
        if unsafe madvise(page, AlignedMemory.hugePageSize, Self.madvCollapse) == 0 {
          collapsedByteCount.add(AlignedMemory.hugePageSize, ordering: .relaxed)
          failures = 0
        } else {
          failures += 1
          guard failures < Self.maximumFailures else { return false }
        }
      }
    }
  #else
    private static let isEnabled = false
    private func collapse(_ region: Region) -> Bool { false }
  #endif
}
