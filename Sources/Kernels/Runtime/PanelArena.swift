/// Memory for the panels of many matrices, taken from the system in large pieces.
///
/// So the matrices of a model lie one behind the other. What is not used of a piece costs nothing.
///
/// Large pages are not asked for: the system clears each at once, and on a virtual machine that had given its free memory
/// back that took most of loading (1.2 instead of 0.35 s for 700 MB of weights). They come later; see ``PageGathering``.
public struct PanelArena {
  private static let pieceByteCount = 256 << 20
  /// What was taken from the system, and how much of it is used; matrices that are not large share the last.
  private var pieces: [(memory: AlignedMemory, used: Int)] = []

  /// Creates an arena without any memory yet.
  public init() {}

  /// Room for so many zeroed bytes, on a multiple of 64.
  mutating func take(_ byteCount: Int, for purpose: String) throws(KernelError) -> (AlignedMemory, offset: Int) {
    if let (memory, used) = pieces.last, used <= memory.byteCount - byteCount {
      pieces[pieces.count - 1].used = (used + byteCount + 63) / 64 * 64
      return (memory, used)
    }
    let memory = try AlignedMemory(byteCount: max(byteCount, Self.pieceByteCount), for: purpose)
    // A matrix that fills a piece of its own leaves what is left of the last one to others.
    let place = byteCount < Self.pieceByteCount ? pieces.count : max(0, pieces.count - 1)
    pieces.insert((memory, (byteCount + 63) / 64 * 64), at: place)
    return (memory, 0)
  }

  /// Brings all that was taken into large pages, while others go on.
  public func gatherPages() -> PageGathering {
    PageGathering(pieces.map { PageGathering.Area(memory: $0.memory, used: $0.used) })
  }
}
