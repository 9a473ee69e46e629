internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Brings packed weights into large pages, behind the back of those who use them.
///
/// Each needs one address translation instead of 512: on Zen 4 a 1B model generates 8 % faster. Weights that are packed into
/// large pages from the start take up to twice as long to load on virtual machines, which give free memory back in pieces
/// of that size. So they are packed into small ones, and then a thread that yields to all others copies them, piece by
/// piece; what is read meanwhile is the same bytes at the same places.
///
/// On Linux from 6.1 on; elsewhere, and where the system's administrator does not want large pages, nothing happens.
public final class PageGathering: Sendable {
  /// Memory whose first bytes are all in use.
  struct Area: Sendable {
    weak let memory: AlignedMemory?
    let used: Int
  }

  private let finished = Gate()
  private let gathered = Atomic<Int>(0)

  /// How many bytes have been brought into large pages so far.
  public var byteCount: Int { gathered.load(ordering: .relaxed) }

  /// Starts with some areas, which may go away meanwhile.
  init(_ areas: [Area]) {
    let isRunning =
      Self.isWanted && !areas.isEmpty
      && startThread { [self] in
        Self.yieldToOthers()
        for area in areas where !gather(area) { break }
        finished.advance()
      }
    if !isRunning { finished.advance() }
  }

  /// Returns once nothing is left to do.
  public func wait() { finished.wait(while: 0) }

  #if os(Linux) || os(Android)
    /// The advice to do so at once, which is not in every library's headers (MADV_COLLAPSE, madvise(2)).
    private static let collapse: Int32 = 25
    /// After so many failures in turn the system has no page, or not this call.
    private static let mostFailures = 16

    private static var isWanted: Bool {
      SystemMemory.text("/sys/kernel/mm/transparent_hugepage/enabled").map { !$0.contains("[never]") } ?? false
    }

    /// Of this thread alone: 0 is PRIO_PROCESS, which libraries declare as different types, and Linux takes a thread for it.
    private static func yieldToOthers() { _ = setpriority(0, 0, 19) }

    /// Gathers what lies wholly in an area, and returns whether there is any use in going on with another.
    private func gather(_ area: Area) -> Bool {
      var offset = 0
      var failures = 0
      while true {
        // Held for one piece, so that a model that nobody wants any more is gone soon.
        guard let memory = area.memory else { return true }
        let piece = unsafe (memory.start + offset).alignedUp(toMultipleOf: AlignedMemory.largePage)
        offset = unsafe piece - memory.start + AlignedMemory.largePage
        guard offset <= area.used else { return true }
        guard !SystemMemory.isShort else { return false }
        // Safe: the piece is inside the memory, which is held, and keeps its bytes.
        if unsafe madvise(piece, AlignedMemory.largePage, Self.collapse) == 0 {
          gathered.add(AlignedMemory.largePage, ordering: .relaxed)
          failures = 0
        } else {
          failures += 1
          guard failures < Self.mostFailures else { return false }
        }
      }
    }
  #else
    private static let isWanted = false
    private static func yieldToOthers() {}
    private func gather(_ area: Area) -> Bool { false }
  #endif
}
