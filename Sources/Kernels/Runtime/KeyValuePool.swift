internal import SwiftletKernelsPortable
internal import Synchronization

/// Where the keys and values of a model's sequences are kept: pages of 64 positions.
///
/// A page holds all layers of its positions that see every position, or all that see a window, so that sequences with the
/// same beginning share it by sharing one reference, and what is past every window can be given back alone. Memory of
/// pages that nobody refers to is used again, and given back with ``releaseUnused()`` or the pool. The states of sequences
/// count as what is kept here, too.
public final class KeyValuePool: Sendable {
  /// The number of positions of a page: one run of attention.
  public static let positionsPerPage = AttentionState.run

  /// The extents of the attention that each layer serves.
  public let shapes: [AttentionShape]
  /// The number of layers.
  public var layerCount: Int { shapes.count }
  /// Whether each layer sees a window only.
  let isLocal: [Bool]
  /// How many positions before its own a row sees at most in layers with windows; nil if there are no such layers.
  public let reach: Int?
  /// The size of a page of the layers that see all positions, in bytes; 0 if there are none.
  public let fullByteCount: Int
  /// The size of a page of the layers with windows, in bytes; 0 if there are none.
  public let localByteCount: Int
  /// What 64 positions take in all layers, in bytes.
  public var pageByteCount: Int { fullByteCount + localByteCount }
  /// Where each layer begins in its page, in bytes.
  let offsets: [Int]
  /// How many rows of a sequence any layer can take together.
  let rowsPerUnit: Int
  /// How keys and values are kept.
  public let type: KeyValueType
  /// The states of layers that have those instead.
  public let states: LayerStates
  /// What errors call the memory.
  public static let purpose = "keys and values"
  /// The most bytes of pages and states in use; nil for as many as the system gives.
  public let byteLimit: Int?

  private let books = Mutex(Books())

  /// Creates a pool without pages, kept below `byteLimit` bytes; 64 positions with their states are always allowed.
  public convenience init(
    layers: Int, shape: AttentionShape, type: KeyValueType, byteLimit: Int? = nil, states: LayerStates = .none
  ) {
    self.init(shapes: Array(repeating: shape, count: layers), type: type, byteLimit: byteLimit, states: states)
  }

  /// Creates a pool as above for layers whose attention may differ.
  ///
  /// `windows` has for each layer the number of positions that rows see, their own among them, nil for all; nothing if
  /// all layers see all.
  public init(
    shapes: [AttentionShape], windows: [Int?] = [], type: KeyValueType, byteLimit: Int? = nil,
    states: LayerStates = .none
  ) {
    precondition(windows.isEmpty || windows.count == shapes.count, "a window, or none, is expected for each layer")
    (self.shapes, self.type, self.states) = (shapes, type, states)
    isLocal = shapes.indices.map { !windows.isEmpty && windows[$0] != nil }
    // One at least, so that the last position read is always there to go on behind.
    reach = windows.compactMap(\.self).max().map { max(1, $0 - 1) }
    var (offsets, full, local) = ([Int](), 0, 0)
    for (shape, isLocal) in zip(shapes, isLocal) {
      let size = Self.positionsPerPage * Self.bytesPerPosition(shape, type)
      offsets.append(isLocal ? local : full)
      if isLocal { local += size } else { full += size }
    }
    // One that holds nothing takes a page of the system's all the same.
    if shapes.isEmpty { full = 4096 }
    (self.offsets, fullByteCount, localByteCount) = (offsets, full, local)
    rowsPerUnit = shapes.map(\.rowsPerUnit).min() ?? 1
    let (smallest, isUniform) = (full + local, states.count == 0 && (full == 0 || local == 0))
    self.byteLimit = byteLimit.map {
      isUniform ? max(1, $0 / smallest) * smallest : max($0, states.byteCount + smallest)
    }
  }

  /// The bytes that one position of one layer takes.
  public static func bytesPerPosition(_ shape: AttentionShape, _ type: KeyValueType) -> Int {
    2 * shape.keyValueHeadCount * type.rowByteCount(shape.paddedWidth)
  }

  /// The number of pages that are referred to, of either kind.
  public var usedPageCount: Int { books.withLock { $0.full.usedCount + $0.local.usedCount } }

  /// The memory in bytes of the pages that are referred to, and of the states.
  public var usedByteCount: Int { books.withLock { usedByteCount($0) } }

  /// The memory in bytes that pages and states have been given, pages that wait to be used again included.
  public var byteCount: Int { books.withLock { byteCount($0) } }

  /// The number of sequences and of moments whose states are kept.
  public var usedStatesCount: Int { books.withLock { $0.statesCount } }

  /// Gives the memory of pages that nobody refers to back to the system.
  public func releaseUnused() {
    // Outside the lock, others need not wait for the system.
    var unused: [[AlignedMemory]] = [[], []]
    books.withLock {
      swap(&unused[0], &$0.full.unused)
      swap(&unused[1], &$0.local.unused)
    }
  }
}

/// What is there, of which kind.
private struct Books {
  struct Shelf {
    var unused: [AlignedMemory] = []
    var usedCount = 0
  }

  var full = Shelf()
  var local = Shelf()
  /// The number of sequences and of moments whose states are kept.
  var statesCount = 0

  subscript(kind: KeyValuePage.Kind) -> Shelf {
    get { kind == .full ? full : local }
    _modify { if kind == .full { yield &full } else { yield &local } }
  }
}

/// Taking memory and giving it back.
extension KeyValuePool {
  private func byteCount(of kind: KeyValuePage.Kind) -> Int { kind == .full ? fullByteCount : localByteCount }

  private func usedByteCount(_ books: borrowing Books) -> Int {
    books.full.usedCount * fullByteCount + books.local.usedCount * localByteCount
      + books.statesCount * states.byteCount
  }

  private func byteCount(_ books: borrowing Books) -> Int {
    usedByteCount(books) + books.full.unused.count * fullByteCount + books.local.unused.count * localByteCount
  }

  private func checkLimit(_ books: borrowing Books, adding bytes: Int) throws(KernelError) {
    let total = usedByteCount(books) + bytes
    guard let byteLimit, total > byteLimit else { return }
    throw .limitReached(bytes: total, limit: byteLimit, purpose: Self.purpose)
  }

  /// Unused memory that what is new would have above the limit, to be given back outside the lock.
  private func takeSurplus(_ books: inout Books) -> [AlignedMemory] {
    var surplus: [AlignedMemory] = []
    while let byteLimit, byteCount(books) > byteLimit,
      let memory = books.full.unused.popLast() ?? books.local.unused.popLast()
    {
      surplus.append(memory)
    }
    return surplus
  }

  /// The pages of a run, undefined what is in them; of the layers with windows only if they are wanted.
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)``, or ``KernelError/outOfMemory(bytes:purpose:)`` if the
  ///   system refuses.
  func makeRun(withLocal wantsLocal: Bool) throws(KernelError) -> KeyValueRun {
    KeyValueRun(
      full: fullByteCount > 0 ? try makePage(.full) : nil,
      local: localByteCount > 0 && wantsLocal ? try makePage(.local) : nil)
  }

  /// Puts a copy in the place of a page that others refer to.
  func makeUnique(_ page: inout KeyValuePage?, _ kind: KeyValuePage.Kind) throws(KernelError) {
    guard page != nil, !isKnownUniquelyReferenced(&page), let original = page else { return }
    let copy = try makePage(kind)
    // Safe: pages of a kind have one size.
    unsafe copy.memory.start.copyMemory(from: original.memory.start, byteCount: byteCount(of: kind))
    page = copy
  }

  private func makePage(_ kind: KeyValuePage.Kind) throws(KernelError) -> KeyValuePage {
    let byteCount = byteCount(of: kind)
    var surplus: [AlignedMemory] = []
    let unused = try books.withLock { books throws(KernelError) -> AlignedMemory? in
      try checkLimit(books, adding: byteCount)
      books[kind].usedCount += 1
      if let memory = books[kind].unused.popLast() { return memory }
      surplus = takeSurplus(&books)
      return nil
    }
    surplus.removeAll()
    if let unused { return KeyValuePage(unused, kind, of: self) }
    do throws(KernelError) {
      // Only the last page of a sequence is filled in part: large pages take hardly more memory.
      return KeyValuePage(
        try AlignedMemory(byteCount: byteCount, usesLargePages: true, for: Self.purpose), kind, of: self)
    } catch {
      books.withLock { $0[kind].usedCount -= 1 }
      throw error
    }
  }

  /// The states of a sequence: those of another one, or zero.
  func makeStates(copying other: SequenceStates?) throws(KernelError) -> SequenceStates {
    var surplus: [AlignedMemory] = []
    try books.withLock { books throws(KernelError) in
      try checkLimit(books, adding: states.byteCount)
      books.statesCount += 1
      surplus = takeSurplus(&books)
    }
    surplus.removeAll()
    let rows: FloatRows
    do throws(KernelError) {
      rows = try FloatRows(rows: states.count, columns: states.columns)
    } catch {
      takeBackStates()
      throw error
    }
    if let other {
      for row in 0..<states.count { unsafe rows.row(row).update(from: other.rows.row(row), count: states.columns) }
    }
    return SequenceStates(rows, of: self)
  }

  func takeBackStates() { books.withLock { $0.statesCount -= 1 } }

  func takeBack(_ memory: AlignedMemory, _ kind: KeyValuePage.Kind) {
    books.withLock {
      $0[kind].usedCount -= 1
      $0[kind].unused.append(memory)
    }
  }
}
