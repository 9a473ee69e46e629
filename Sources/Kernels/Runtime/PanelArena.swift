/// An arena for the panels of many matrices, which allocates memory in large chunks.
///
/// So the matrices of a model are contiguous. Unused memory of a chunk is not committed.
///
/// Huge pages are not requested at allocation: the system clears each of them at once, and on a virtual machine that
/// had returned its free memory to the host that took most of the load time (1.2 instead of 0.35 s for 700 MB of
/// weights). Memory is collapsed into huge pages later; see ``HugePageCollapser``.
public struct PanelArena {
  private static let chunkByteCount = 256 << 20
  /// The allocated chunks and their used sizes; small matrices share the last chunk.
  private var chunks: [(memory: AlignedMemory, used: Int)] = []

  /// Creates an empty arena.
  public init() {}

  /// Allocates zeroed bytes, aligned to 64.
  mutating func allocate(_ byteCount: Int, for purpose: String) throws(KernelError) -> (AlignedMemory, offset: Int) {
    if let (memory, used) = chunks.last, used <= memory.byteCount - byteCount {
      chunks[chunks.count - 1].used = (used + byteCount + 63) / 64 * 64
      return (memory, used)
    }
    let memory = try AlignedMemory(byteCount: max(byteCount, Self.chunkByteCount), for: purpose)
    // A matrix that fills a chunk of its own leaves the rest of the last chunk to others.
    let index = byteCount < Self.chunkByteCount ? chunks.count : max(0, chunks.count - 1)
    chunks.insert((memory, (byteCount + 63) / 64 * 64), at: index)
    return (memory, 0)
  }

  /// Collapses all allocated memory into huge pages in the background.
  public func collapseHugePages() -> HugePageCollapser {
    let collapser = makeCollapser()
    collapser.start()
    return collapser
  }

  /// Creates the collapsing of all allocated memory into huge pages, to be started or cancelled later.
  func makeCollapser() -> HugePageCollapser {
    HugePageCollapser(chunks.map { HugePageCollapser.Region(memory: $0.memory, used: $0.used) })
  }
}
