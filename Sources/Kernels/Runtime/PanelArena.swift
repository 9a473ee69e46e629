/// An arena for the panels of many matrices, which allocates memory in large chunks.
///
/// So the matrices of a model are contiguous. A chunk is no larger than what is still expected: address space may be
/// limited (`ulimit -v`), and where the system promises no more than it has, all of a mapping counts.
///
/// Huge pages are not requested at allocation: the system clears each of them at once, and on a virtual machine that
/// had returned its free memory to the host that took most of the load time (1.2 instead of 0.35 s for 700 MB of
/// weights). Memory is collapsed into huge pages later; see ``HugePageCollapser``.
public struct PanelArena {
  /// The size in bytes of a chunk at most, unless a matrix is larger.
  static let chunkByteCount = 256 << 20
  /// The allocated chunks and their used sizes; small matrices share the last chunk.
  private var chunks: [(memory: AlignedMemory, used: Int)] = []
  /// The size of all matrices in bytes, as it is known before they are packed.
  private let expectedByteCount: Int
  private var allocatedByteCount = 0

  /// Creates an empty arena.
  ///
  /// - Parameter byteCount: The size of all matrices in bytes; more than that is allocated matrix by matrix.
  public init(expecting byteCount: Int = 0) { expectedByteCount = byteCount }

  /// The mapped size in bytes.
  var byteCount: Int { chunks.reduce(0) { $0 + $1.memory.byteCount } }

  /// Allocates zeroed bytes, aligned to 64.
  ///
  /// - Throws: ``KernelError/outOfMemory(bytes:purpose:)`` with the expected size, too.
  mutating func allocate(_ byteCount: Int, for purpose: String) throws(KernelError) -> (AlignedMemory, offset: Int) {
    let rest = expectedByteCount - allocatedByteCount
    let used = (byteCount + 63) / 64 * 64
    if let (memory, end) = chunks.last, end <= memory.byteCount - byteCount {
      chunks[chunks.count - 1].used = end + used
      allocatedByteCount += used
      return (memory, end)
    }
    let size = max(byteCount, min(Self.chunkByteCount, rest))
    let memory: AlignedMemory
    do throws(KernelError) { memory = try AlignedMemory(byteCount: size, for: purpose) } catch {
      guard expectedByteCount > byteCount else { throw error }
      throw .outOfMemory(bytes: size, purpose: "\(purpose), of \(expectedByteCount) bytes of packed weights in all")
    }
    // A matrix that fills a chunk of its own leaves the rest of the last chunk to others.
    chunks.insert((memory, used), at: byteCount < size ? chunks.count : max(0, chunks.count - 1))
    allocatedByteCount += used
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
    HugePageCollapser(
      chunks.map { HugePageCollapser.Region(memory: $0.memory, used: min($0.used, $0.memory.byteCount)) })
  }
}
