internal import SwiftletKernelsPortable
internal import Synchronization

/// The allocator of KV pages, of 64 positions each, for the sequences of a model.
///
/// A page holds the keys and values of either all full-attention layers or all sliding-window layers. So sequences with
/// a common prefix share pages by reference, and pages that have left the sliding window can be released separately.
/// The memory of unreferenced pages is reused, and freed by ``releaseUnused()`` or with the pool. The states of
/// recurrent layers are accounted for here, too.
public final class KeyValuePool: Sendable {
  /// The number of positions per page: one run of attention.
  public static let positionsPerPage = AttentionState.run

  /// The attention shape of each layer.
  public let shapes: [AttentionShape]
  /// The number of layers.
  public var layerCount: Int { shapes.count }
  /// The layers with a sliding window.
  let isLocal: [Bool]
  /// The largest number of earlier positions in a sliding window, at least 1; nil if no layer has a window.
  ///
  /// That is one less than the size of the window, which includes the row's own position.
  public let largestWindow: Int?
  /// The size in bytes of a page of the full-attention layers; 0 if there are none.
  public let fullByteCount: Int
  /// The size in bytes of a page of the sliding-window layers; 0 if there are none.
  public let localByteCount: Int
  /// The size in bytes of 64 positions in all layers.
  public var pageByteCount: Int { fullByteCount + localByteCount }
  /// The byte offset of each layer in its page.
  let offsets: [Int]
  /// The number of rows per attention unit that all layers support.
  let rowsPerUnit: Int
  /// The element type of keys and values.
  public let type: KeyValueType
  /// The extents of the states of recurrent layers.
  public let states: LayerStates
  /// The purpose of the memory in error messages.
  public static let purpose = "keys and values"
  /// The maximum size in bytes of pages and states in use; nil for no limit.
  public let byteLimit: Int?

  private let accounting = Mutex(PageAccounting())

  /// Creates an empty pool with a limit of `byteLimit` bytes; 64 positions with their states are always allowed.
  public convenience init(
    layers: Int, shape: AttentionShape, type: KeyValueType, byteLimit: Int? = nil, states: LayerStates = .none
  ) {
    self.init(shapes: Array(repeating: shape, count: layers), type: type, byteLimit: byteLimit, states: states)
  }

  /// Creates an empty pool for layers with different attention shapes.
  ///
  /// `windows` has the sliding-window size of each layer, which includes a row's own position, or nil for full
  /// attention; it is empty if all layers use full attention.
  public init(
    shapes: [AttentionShape], windows: [Int?] = [], type: KeyValueType, byteLimit: Int? = nil,
    states: LayerStates = .none
  ) {
    precondition(windows.isEmpty || windows.count == shapes.count, "a window, or none, is expected for each layer")
    (self.shapes, self.type, self.states) = (shapes, type, states)
    isLocal = shapes.indices.map { !windows.isEmpty && windows[$0] != nil }
    // At least 1, so that the last processed position is always retained.
    largestWindow = windows.compactMap(\.self).max().map { max(1, $0 - 1) }
    var (offsets, full, local) = ([Int](), 0, 0)
    for (shape, isLocal) in zip(shapes, isLocal) {
      let size = Self.positionsPerPage * Self.bytesPerPosition(shape, type)
      offsets.append(isLocal ? local : full)
      if isLocal { local += size } else { full += size }
    }
    // Without layers, a page still takes a page of the system.
    if shapes.isEmpty { full = 4096 }
    (self.offsets, fullByteCount, localByteCount) = (offsets, full, local)
    rowsPerUnit = shapes.map(\.rowsPerUnit).min() ?? 1
    let (smallest, isUniform) = (full + local, states.count == 0 && (full == 0 || local == 0))
    self.byteLimit = byteLimit.map {
      isUniform ? max(1, $0 / smallest) * smallest : max($0, states.byteCount + smallest)
    }
  }

  /// The size in bytes of one position of one layer.
  public static func bytesPerPosition(_ shape: AttentionShape, _ type: KeyValueType) -> Int {
    2 * shape.keyValueHeadCount * type.rowByteCount(shape.paddedWidth)
  }

  /// The number of referenced pages of both kinds.
  public var usedPageCount: Int { accounting.withLock { $0.full.usedCount + $0.local.usedCount } }

  /// The size in bytes of referenced pages and states.
  public var usedByteCount: Int { accounting.withLock { usedByteCount($0) } }

  /// The size in bytes of all allocated pages and states, including pages that are free for reuse.
  public var byteCount: Int { accounting.withLock { byteCount($0) } }

  /// The number of referenced sets of states.
  public var usedStatesCount: Int { accounting.withLock { $0.statesCount } }

  /// Frees the memory of unreferenced pages.
  public func releaseUnused() {
    // The memory is freed outside the lock.
    var unused: [[AlignedMemory]] = [[], []]
    accounting.withLock {
      swap(&unused[0], &$0.full.unused)
      swap(&unused[1], &$0.local.unused)
    }
  }
}

/// The page and state counts of a pool.
private struct PageAccounting {
  struct FreeList {
    var unused: [AlignedMemory] = []
    var usedCount = 0
  }

  var full = FreeList()
  var local = FreeList()
  /// The number of referenced sets of states.
  var statesCount = 0

  subscript(kind: KeyValuePage.Kind) -> FreeList {
    get { kind == .full ? full : local }
    _modify { if kind == .full { yield &full } else { yield &local } }
  }
}

/// Allocation and deallocation.
extension KeyValuePool {
  private func byteCount(of kind: KeyValuePage.Kind) -> Int { kind == .full ? fullByteCount : localByteCount }

  private func usedByteCount(_ accounting: borrowing PageAccounting) -> Int {
    accounting.full.usedCount * fullByteCount + accounting.local.usedCount * localByteCount
      + accounting.statesCount * states.byteCount
  }

  private func byteCount(_ accounting: borrowing PageAccounting) -> Int {
    usedByteCount(accounting) + accounting.full.unused.count * fullByteCount
      + accounting.local.unused.count * localByteCount
  }

  private func checkLimit(_ accounting: borrowing PageAccounting, adding bytes: Int) throws(KernelError) {
    let total = usedByteCount(accounting) + bytes
    guard let byteLimit, total > byteLimit else { return }
    throw .limitReached(bytes: total, limit: byteLimit, purpose: Self.purpose)
  }

  /// Removes unused memory that would exceed the limit with a new allocation; the caller frees it outside the lock.
  private func takeSurplus(_ accounting: inout PageAccounting) -> [AlignedMemory] {
    var surplus: [AlignedMemory] = []
    while let byteLimit, byteCount(accounting) > byteLimit,
      let memory = accounting.full.unused.popLast() ?? accounting.local.unused.popLast()
    {
      surplus.append(memory)
    }
    return surplus
  }

  /// Allocates the pages of a run with zeros; `includesLocal` selects pages of sliding-window layers.
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)`` or ``KernelError/outOfMemory(bytes:purpose:)``.
  func makeRun(withLocal includesLocal: Bool) throws(KernelError) -> KeyValueRun {
    KeyValueRun(
      full: fullByteCount > 0 ? try makePage(.full) : nil,
      local: localByteCount > 0 && includesLocal ? try makePage(.local) : nil)
  }

  /// Replaces a shared page with a copy.
  func makeUnique(_ page: inout KeyValuePage?, _ kind: KeyValuePage.Kind) throws(KernelError) {
    guard page != nil, !isKnownUniquelyReferenced(&page), let original = page else { return }
    let copy = try makePage(kind)
    // Safe: pages of a kind have the same size.
    unsafe copy.memory.start.copyMemory(from: original.memory.start, byteCount: byteCount(of: kind))
    page = copy
  }

  private func makePage(_ kind: KeyValuePage.Kind) throws(KernelError) -> KeyValuePage {
    let byteCount = byteCount(of: kind)
    var surplus: [AlignedMemory] = []
    let unused = try accounting.withLock { accounting throws(KernelError) -> AlignedMemory? in
      try checkLimit(accounting, adding: byteCount)
      accounting[kind].usedCount += 1
      if let memory = accounting[kind].unused.popLast() { return memory }
      surplus = takeSurplus(&accounting)
      return nil
    }
    surplus.removeAll()
    if let unused {
      // Attention reads whole pages, those behind the last position with a weight of 0: what an earlier sequence left
      // there must not be NaN.
      unused.clear()
      return KeyValuePage(unused, kind, of: self)
    }
    do throws(KernelError) {
      // Only the last page of a sequence is partially filled, so huge pages waste little memory.
      return KeyValuePage(
        try AlignedMemory(byteCount: byteCount, usesHugePages: true, for: Self.purpose), kind, of: self)
    } catch {
      accounting.withLock { $0[kind].usedCount -= 1 }
      throw error
    }
  }

  /// Allocates the states of a sequence: a copy of others, or zeros.
  func makeStates(copying other: SequenceStates?) throws(KernelError) -> SequenceStates {
    var surplus: [AlignedMemory] = []
    try accounting.withLock { accounting throws(KernelError) in
      try checkLimit(accounting, adding: states.byteCount)
      accounting.statesCount += 1
      surplus = takeSurplus(&accounting)
    }
    surplus.removeAll()
    let rows: FloatRows
    do throws(KernelError) {
      rows = try FloatRows(rows: states.count, columns: states.columns)
    } catch {
      releaseStates()
      throw error
    }
    if let other {
      for row in 0..<states.count { unsafe rows.row(row).update(from: other.rows.row(row), count: states.columns) }
    }
    return SequenceStates(rows, of: self)
  }

  func releaseStates() { accounting.withLock { $0.statesCount -= 1 } }

  func recycle(_ memory: AlignedMemory, _ kind: KeyValuePage.Kind) {
    accounting.withLock {
      $0[kind].usedCount -= 1
      $0[kind].unused.append(memory)
    }
  }
}
