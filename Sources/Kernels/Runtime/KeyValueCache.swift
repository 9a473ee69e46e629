internal import SwiftletKernelsPortable
internal import Synchronization

/// The KV cache of one sequence: a list of pages, some of which are shared with other sequences.
///
/// Sliding-window layers have separate pages, which are released once the window has moved past them; see
/// ``releaseLocal(before:)``. The states of recurrent layers are kept here too. A state covers all tokens so far:
/// sequences can share a whole state like pages, but not a part of it.
///
/// In a page, the keys and then the values of each head are contiguous. Values are rows, one per position. Keys are
/// panels of 16 positions, interleaved by element; see ``Panel``. A single owner calls ``reserve(for:)``,
/// ``adopt(_:states:)`` and ``releaseLocal(before:)``, and not during a pass over the sequence.
@safe public final class KeyValueCache: Sendable {
  /// The pool that the pages are allocated from.
  public let pool: KeyValuePool
  /// The maximum number of positions.
  public let capacity: Int
  private let contents = Mutex<[KeyValueRun]>([])
  private let ownStates = Mutex<SequenceStates?>(nil)
  private let runCount = Atomic<Int>(0)
  /// The index of the first run that has a page of sliding-window layers.
  private let firstLocalRun = Atomic<Int>(0)
  /// The page tables for kernels; entries after the last page and of missing pages are undefined.
  // Safe to share: written by the owner between passes and read by threads during them; the thread pool synchronises
  // both.
  private nonisolated(unsafe) let fullTable: UnsafeMutablePointer<UnsafeRawPointer>
  private nonisolated(unsafe) let localTable: UnsafeMutablePointer<UnsafeRawPointer>

  /// Creates an empty cache; see ``reserve(for:)``.
  public init(pool: KeyValuePool, capacity: Int) {
    (self.pool, self.capacity) = (pool, max(0, capacity))
    let runs = KeyValuePool.runCount(self.capacity)
    unsafe fullTable = .allocate(capacity: pool.fullByteCount > 0 ? max(1, runs) : 1)
    unsafe localTable = .allocate(capacity: pool.localByteCount > 0 ? max(1, runs) : 1)
  }

  /// Creates a cache with a pool of its own, and reserves its whole capacity.
  ///
  /// Memory is committed as positions are written.
  public convenience init(
    layers: Int, shape: AttentionShape, capacity: Int, type: KeyValueType, states: LayerStates = .none
  ) throws(KernelError) {
    try self.init(
      pool: KeyValuePool(layers: layers, shape: shape, type: type, states: states), roomFor: capacity)
  }

  /// Creates a cache and reserves its whole capacity.
  public convenience init(pool: KeyValuePool, roomFor capacity: Int) throws(KernelError) {
    self.init(pool: pool, capacity: capacity)
    try reserve(for: 0..<capacity)
  }

  deinit {
    unsafe fullTable.deallocate()
    unsafe localTable.deallocate()
  }

  /// The element type of keys and values.
  public var type: KeyValueType { pool.type }
  /// The number of reserved positions.
  public var count: Int { runCount.load(ordering: .relaxed) * KeyValuePool.positionsPerPage }
  /// The pages in order of position.
  public var runs: [KeyValueRun] { contents.withLock { $0 } }

  /// The states of recurrent layers; nil before any are reserved.
  public var states: SequenceStates? { ownStates.withLock { $0 } }

  /// Makes a range of positions writable: allocates pages, and copies shared pages and states (copy-on-write).
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)`` or ``KernelError/outOfMemory(bytes:purpose:)``; pages
  ///   that were already added are kept.
  public func reserve(for positions: Range<Int>) throws(KernelError) {
    precondition(positions.upperBound <= capacity, "positions outside the cache")
    guard !positions.isEmpty else { return }
    if pool.states.count > 0 {
      try ownStates.withLock { states throws(KernelError) in
        if !isKnownUniquelyReferenced(&states) { states = try pool.makeStates(copying: states) }
      }
    }
    let requiredCount = KeyValuePool.runCount(positions.upperBound)
    let firstLocal = firstLocalRun.load(ordering: .relaxed)
    try contents.withLock { contents throws(KernelError) in
      for index in positions.lowerBound / KeyValuePool.positionsPerPage..<min(requiredCount, contents.count) {
        // Copied pages are recorded even if copying the other page fails.
        defer { recordAddresses(contents[index], at: index) }
        try pool.makeUnique(&contents[index].full, .full)
        try pool.makeUnique(&contents[index].local, .local)
      }
      while contents.count < requiredCount {
        let run = try pool.makeRun(withLocal: contents.count >= firstLocal)
        contents.append(run)
        recordAddresses(run, at: contents.count - 1)
      }
    }
  }

  /// Replaces the contents of the cache with shared pages of the same pool and the states that belong to them.
  ///
  /// Pages of sliding-window layers may be missing at the start only.
  public func adopt(_ runs: some Collection<KeyValueRun>, states: SequenceStates? = nil) {
    precondition(runs.count <= KeyValuePool.runCount(capacity), "more pages than the cache has room for")
    precondition(runs.allSatisfy { $0.pages.allSatisfy { $0.isOf(pool) } }, "a page of another pool")
    precondition(
      runs.isEmpty || pool.states.count == 0 || states != nil, "pages without the states that belong to them")
    precondition(states?.isOf(pool) ?? true, "states of another pool")
    let missing = pool.localByteCount == 0 ? 0 : runs.prefix { $0.local == nil }.count
    precondition(
      runs.enumerated().allSatisfy { index, run in
        (run.full != nil) == (pool.fullByteCount > 0)
          && (run.local != nil) == (pool.localByteCount > 0 && index >= missing)
      }, "a page is missing")
    ownStates.withLock { $0 = states }
    contents.withLock { $0 = Array(runs) }
    firstLocalRun.store(missing, ordering: .relaxed)
    for (index, run) in runs.enumerated() { recordAddresses(run, at: index) }
    runCount.store(runs.count, ordering: .relaxed)
  }

  /// Releases all pages.
  public func removeAll() { adopt([]) }

  /// Releases the pages of sliding-window layers that only hold positions before the given one.
  ///
  /// Such pages are not allocated later either.
  ///
  /// - Returns: True if pages were released.
  @discardableResult
  public func releaseLocal(before position: Int) -> Bool {
    let (first, end) = (firstLocalRun.load(ordering: .relaxed), position / KeyValuePool.positionsPerPage)
    guard pool.localByteCount > 0, end > first else { return false }
    firstLocalRun.store(end, ordering: .relaxed)
    return contents.withLock { contents in
      guard first < contents.count else { return false }
      for index in first..<min(end, contents.count) { contents[index].local = nil }
      return true
    }
  }

  /// Records the addresses of the pages of a run in the page tables.
  private func recordAddresses(_ run: KeyValueRun, at index: Int) {
    // Safe: the number of pages never exceeds what the capacity requires.
    if let page = run.full { unsafe (fullTable + index).initialize(to: UnsafeRawPointer(page.memory.start)) }
    if let page = run.local { unsafe (localTable + index).initialize(to: UnsafeRawPointer(page.memory.start)) }
    runCount.store(max(index + 1, runCount.load(ordering: .relaxed)), ordering: .relaxed)
  }
}

/// Addresses for the kernels.
extension KeyValueCache {
  /// The state of a layer, zero before the first token.
  func state(_ index: Int) -> UnsafeMutablePointer<Float> {
    guard let states else { preconditionFailure("no states are reserved") }
    // Safe: the cache, which outlives the pass, keeps the rows.
    return unsafe states.rows.row(index)
  }

  /// The page table of a layer, with an entry for each run of 64 positions.
  func pageTable(layer: Int) -> UnsafePointer<UnsafeRawPointer> {
    unsafe UnsafePointer(pool.isLocal[layer] ? localTable : fullTable)
  }

  /// The first position whose keys and values are available to a layer.
  func firstPosition(layer: Int) -> Int {
    pool.isLocal[layer] ? firstLocalRun.load(ordering: .relaxed) * KeyValuePool.positionsPerPage : 0
  }

  /// The byte offset of a head in a page: its keys, followed by its values.
  func headOffset(layer: Int, head: Int) -> Int {
    precondition(layer >= 0 && layer < pool.layerCount, "outside the cache")
    precondition(head >= 0 && head < pool.shapes[layer].keyValueHeadCount, "outside the cache")
    return pool.offsets[layer] + head * 2 * KeyValuePool.positionsPerPage * rowByteCount(layer)
  }

  /// The addresses of a position's key, as a panel and a lane, and of its value.
  func slot(
    position: Int, layer: Int, head: Int
  ) -> (panel: UnsafeMutableRawPointer, lane: Int, value: UnsafeMutableRawPointer) {
    precondition(position >= firstPosition(layer: layer) && position < count, "position outside the cache")
    let (page, offset) = position.quotientAndRemainder(dividingBy: KeyValuePool.positionsPerPage)
    let rowByteCount = rowByteCount(layer)
    // Safe: the table has the addresses of all pages, which are memory to write to.
    let start = unsafe UnsafeMutableRawPointer(mutating: pageTable(layer: layer)[page])
    let keys = unsafe start + headOffset(layer: layer, head: head)
    let values = (KeyValuePool.positionsPerPage + offset) * rowByteCount
    return unsafe (keys + offset / 16 * 16 * rowByteCount, offset % 16, keys + values)
  }

  /// The size in bytes of a key or value of a head.
  private func rowByteCount(_ layer: Int) -> Int { type.rowByteCount(pool.shapes[layer].paddedWidth) }
}
