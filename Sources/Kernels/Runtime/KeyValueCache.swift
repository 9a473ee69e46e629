internal import SwiftletKernelsPortable
internal import Synchronization

/// The keys and values of one sequence, for each layer and head: a list of pages, some shared with other sequences.
///
/// Layers that have a state instead have it here too. A state is of all tokens so far: sequences can share it as they share
/// pages, but no part of it.
///
/// In a page keys and then values of a head lie together. Values are rows, one for each position. Keys are panels of 16
/// positions, element by element; see ``Panel``. One owner calls ``makeRoom(for:)`` and ``take(_:)``, and not while
/// a pass over the sequence runs.
@safe public final class KeyValueCache: Sendable {
  /// Where the pages come from.
  public let pool: KeyValuePool
  /// The most positions that there will ever be room for.
  public let capacity: Int
  private let contents = Mutex<[KeyValuePage]>([])
  private let ownStates = Mutex<SequenceStates?>(nil)
  private let pageCount = Atomic<Int>(0)
  /// The pages' addresses, as kernels want them; those behind the last page are undefined.
  // Safe to share: written by the owner between passes, read by threads during them; the pool of threads hands out work
  // and waits for it behind locks, so each sees what was written.
  private nonisolated(unsafe) let table: UnsafeMutablePointer<UnsafeRawPointer>

  /// Creates a cache without room; see ``makeRoom(for:)``.
  public init(pool: KeyValuePool, capacity: Int) {
    (self.pool, self.capacity) = (pool, max(0, capacity))
    unsafe table = .allocate(capacity: max(1, Self.pageCount(self.capacity)))
  }

  /// Creates a cache with room for its whole capacity in a pool of its own.
  ///
  /// Memory is taken as positions are used.
  public convenience init(
    layers: Int, shape: AttentionShape, capacity: Int, type: KeyValueType, states: LayerStates = .none
  ) throws(KernelError) {
    try self.init(
      pool: KeyValuePool(layers: layers, shape: shape, type: type, states: states), roomFor: capacity)
  }

  /// Creates a cache with room for its whole capacity.
  public convenience init(pool: KeyValuePool, roomFor capacity: Int) throws(KernelError) {
    self.init(pool: pool, capacity: capacity)
    try makeRoom(for: 0..<capacity)
  }

  deinit { unsafe table.deallocate() }

  private static func pageCount(_ positions: Int) -> Int {
    (positions + KeyValuePool.positionsPerPage - 1) / KeyValuePool.positionsPerPage
  }

  /// How rows are kept.
  public var type: KeyValueType { pool.type }
  /// The number of positions that there is room for.
  public var count: Int { pageCount.load(ordering: .relaxed) * KeyValuePool.positionsPerPage }
  /// The pages, in the order of their positions.
  public var pages: [KeyValuePage] { contents.withLock { $0 } }

  /// The states, nil before there is room for any.
  public var states: SequenceStates? { ownStates.withLock { $0 } }

  /// Makes a range of positions writable: adds pages, and replaces those that others refer to by copies, as it does with
  /// states.
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)`` or ``KernelError/outOfMemory(bytes:purpose:)``; pages
  ///   that were added stay.
  public func makeRoom(for positions: Range<Int>) throws(KernelError) {
    precondition(positions.upperBound <= capacity, "positions outside the cache")
    guard !positions.isEmpty else { return }
    if pool.states.count > 0 {
      try ownStates.withLock { states throws(KernelError) in
        if !isKnownUniquelyReferenced(&states) { states = try pool.makeStates(copying: states) }
      }
    }
    let wanted = Self.pageCount(positions.upperBound)
    try contents.withLock { contents throws(KernelError) in
      for index in positions.lowerBound / KeyValuePool.positionsPerPage..<min(wanted, contents.count)
      where !isKnownUniquelyReferenced(&contents[index]) {
        let copy = try pool.makePage()
        // Safe: pages of a pool have one size.
        unsafe copy.memory.start.copyMemory(from: contents[index].memory.start, byteCount: pool.pageByteCount)
        contents[index] = copy
        note(copy, at: index)
      }
      while contents.count < wanted {
        let page = try pool.makePage()
        contents.append(page)
        note(page, at: contents.count - 1)
      }
    }
  }

  /// Takes over pages of a cache of the same pool, and the states that belong to them, in place of the cache's own.
  public func take(_ pages: some Collection<KeyValuePage>, states: SequenceStates? = nil) {
    precondition(pages.count <= Self.pageCount(capacity), "more pages than the cache has room for")
    precondition(pages.allSatisfy { $0.isOf(pool) }, "a page of another pool")
    precondition(
      pages.isEmpty || pool.states.count == 0 || states != nil, "pages without the states that belong to them")
    precondition(states?.isOf(pool) ?? true, "states of another pool")
    ownStates.withLock { $0 = states }
    contents.withLock { $0 = Array(pages) }
    for (index, page) in pages.enumerated() { note(page, at: index) }
    pageCount.store(pages.count, ordering: .relaxed)
  }

  /// Lets go of all pages.
  public func removeAll() { take([]) }

  /// Writes down where a page is.
  private func note(_ page: KeyValuePage, at index: Int) {
    // Safe: there are never more pages than the capacity needs.
    unsafe (table + index).initialize(to: UnsafeRawPointer(page.memory.start))
    pageCount.store(max(index + 1, pageCount.load(ordering: .relaxed)), ordering: .relaxed)
  }

  // MARK: What kernels are told

  /// The state of a layer, zero before the first token.
  func state(_ index: Int) -> UnsafeMutablePointer<Float> {
    guard let states else { preconditionFailure("the cache has no room for states") }
    // Safe: the cache, which outlives the pass, keeps the rows.
    return unsafe states.rows.row(index)
  }

  /// The page of each run of 64 positions.
  var pageTable: UnsafePointer<UnsafeRawPointer> { unsafe UnsafePointer(table) }

  /// Where in a page the keys of a layer's head begin, which its values follow, in bytes.
  func place(layer: Int, head: Int) -> Int {
    precondition(layer >= 0 && layer < pool.layerCount, "outside the cache")
    precondition(head >= 0 && head < pool.shapes[layer].keyValueHeadCount, "outside the cache")
    return pool.offsets[layer] + head * 2 * KeyValuePool.positionsPerPage * rowByteCount(layer)
  }

  /// Where a position's key and value are.
  func place(
    position: Int, layer: Int, head: Int
  ) -> (panel: UnsafeMutableRawPointer, lane: Int, value: UnsafeMutableRawPointer) {
    precondition(position >= 0 && position < count, "position outside the cache")
    let (page, offset) = position.quotientAndRemainder(dividingBy: KeyValuePool.positionsPerPage)
    let rowByteCount = rowByteCount(layer)
    // Safe: the table has the addresses of all pages, which are memory to write to.
    let keys = unsafe UnsafeMutableRawPointer(mutating: table[page]) + place(layer: layer, head: head)
    let values = (KeyValuePool.positionsPerPage + offset) * rowByteCount
    return unsafe (keys + offset / 16 * 16 * rowByteCount, offset % 16, keys + values)
  }

  /// The size of a key, or value, of a head.
  private func rowByteCount(_ layer: Int) -> Int { type.rowByteCount(pool.shapes[layer].paddedWidth) }
}
