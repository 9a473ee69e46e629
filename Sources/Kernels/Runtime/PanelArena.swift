/// Memory for the panels of many matrices, taken from the system in large pieces.
///
/// So the matrices of a model lie one behind the other. What is not used of a piece costs nothing.
///
/// Large pages are not asked for: the system clears each at once, and on a virtual machine that had given its free memory
/// back that took most of loading (1.2 instead of 0.35 s for 700 MB of weights), while generation gained 1 %. Where a
/// system hands them out unasked, there they are.
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
    let memory = try AlignedMemory(byteCount: max(byteCount, Self.pieceByteCount), for: purpose)
    // A matrix that fills a piece of its own leaves what is left of the last one to others.
    if byteCount < Self.pieceByteCount { (piece, used) = (memory, (byteCount + 63) / 64 * 64) }
    return (memory, 0)
  }
}
