/// Memory for the panels of many matrices, taken from the system in large pieces.
///
/// Small matrices share large pages that way: walks over the weights touch few translations, and the processor's
/// prefetching, which ends at a page, runs on from one matrix into the next. What is not used of a piece costs nothing.
public struct PanelArena {
  private static let pieceByteCount = 256 << 20
  private var piece: AlignedMemory?
  private var used = 0

  /// Creates an arena without any memory yet.
  public init() {}

  /// Room for so many zeroed bytes, on a multiple of 64.
  mutating func take(_ byteCount: Int, for purpose: String) throws(KernelError) -> (AlignedMemory, offset: Int) {
    if let piece, used <= piece.byteCount - byteCount {
      defer { used = (used + byteCount + 63) / 64 * 64 }
      return (piece, used)
    }
    let memory = try AlignedMemory(
      byteCount: max(byteCount, Self.pieceByteCount), usesLargePages: true, for: purpose)
    // A matrix that fills a piece of its own leaves what is left of the last one to others.
    if byteCount < Self.pieceByteCount { (piece, used) = (memory, (byteCount + 63) / 64 * 64) }
    return (memory, 0)
  }
}
