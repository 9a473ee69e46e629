internal import SwiftletKernelsPortable
internal import Synchronization

/// The keys and values of one sequence, for each layer and head: a list of pages, some shared with other sequences.
///
/// Layers with windows have pages of their own, which are given back when the sequence has left them behind; see
/// ``releaseLocal(before:)``. Layers that have a state instead have it here too. A state is of all tokens so far:
/// sequences can share it as they share pages, but no part of it.
///
/// In a page keys and then values of a head lie together. Values are rows, one for each position. Keys are panels of 16
/// positions, element by element; see ``Panel``. One owner calls ``makeRoom(for:)``, ``take(_:)`` and
/// ``releaseLocal(before:)``, and not while a pass over the sequence runs.
@safe public final class KeyValueCache: Sendable {
  /// Where the pages come from.
  public let pool: KeyValuePool
  /// The most positions that there will ever be room for.
  public let capacity: Int
  private let contents = Mutex<[KeyValueRun]>([])
  private let ownStates = Mutex<SequenceStates?>(nil)
  private let runCount = Atomic<Int>(0)
  /// From which run on there are pages of layers with windows.
  private let firstLocalRun = Atomic<Int>(0)
  /// The pages' addresses, as kernels want them; those behind the last page, and of pages that are not there, are
  /// undefined.
  // Safe to share: written by the owner between passes, read by threads during them; the pool of threads hands out work
  // and waits for it behind locks, so each sees what was written.
  private nonisolated(unsafe) let fullTable: UnsafeMutablePointer<UnsafeRawPointer>
  private nonisolated(unsafe) let localTable: UnsafeMutablePointer<UnsafeRawPointer>

  /// Creates a cache without room; see ``makeRoom(for:)``.
  public init(pool: KeyValuePool, capacity: Int) {
    (self.pool, self.capacity) = (pool, max(0, capacity))
    let runs = KeyValuePool.runCount(self.capacity)
    unsafe fullTable = .allocate(capacity: pool.fullByteCount > 0 ? max(1, runs) : 1)
    unsafe localTable = .allocate(capacity: pool.localByteCount > 0 ? max(1, runs) : 1)
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

  deinit {
    unsafe fullTable.deallocate()
    unsafe localTable.deallocate()
  }

  /// How rows are kept.
  public var type: KeyValueType { pool.type }
  /// The number of positions that there is room for.
  public var count: Int { runCount.load(ordering: .relaxed) * KeyValuePool.positionsPerPage }
  /// The pages, in the order of their positions.
  public var runs: [KeyValueRun] { contents.withLock { $0 } }

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
    let wanted = KeyValuePool.runCount(positions.upperBound)
    let firstLocal = firstLocalRun.load(ordering: .relaxed)
    try contents.withLock { contents throws(KernelError) in
      for index in positions.lowerBound / KeyValuePool.positionsPerPage..<min(wanted, contents.count) {
        // What has been copied is noted even if there is no memory for the other.
        defer { note(contents[index], at: index) }
        try pool.makeUnique(&contents[index].full, .full)
        try pool.makeUnique(&contents[index].local, .local)
      }
      while contents.count < wanted {
        let run = try pool.makeRun(withLocal: contents.count >= firstLocal)
        contents.append(run)
        note(run, at: contents.count - 1)
      }
    }
  }

  /// Takes over pages of a cache of the same pool, and the states that belong to them, in place of the cache's own.
  ///
  /// From the first page of layers with windows that is there, if any, none may be missing.
  public func take(_ runs: some Collection<KeyValueRun>, states: SequenceStates? = nil) {
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
    for (index, run) in runs.enumerated() { note(run, at: index) }
    runCount.store(runs.count, ordering: .relaxed)
  }

  /// Lets go of all pages.
  public func removeAll() { take([]) }

  /// Lets go of the pages of layers with windows that hold only positions before the given one; those to come do not get
  /// any either.
  ///
  /// - Returns: Whether there were such pages.
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

  /// Writes down where the pages of a run are.
  private func note(_ run: KeyValueRun, at index: Int) {
    // Safe: there are never more pages than the capacity needs.
    if let page = run.full { unsafe (fullTable + index).initialize(to: UnsafeRawPointer(page.memory.start)) }
    if let page = run.local { unsafe (localTable + index).initialize(to: UnsafeRawPointer(page.memory.start)) }
    runCount.store(max(index + 1, runCount.load(ordering: .relaxed)), ordering: .relaxed)
  }
}

/// What kernels are told.
extension KeyValueCache {
  /// The state of a layer, zero before the first token.
  func state(_ index: Int) -> UnsafeMutablePointer<Float> {
    guard let states else { preconditionFailure("the cache has no room for states") }
    // Safe: the cache, which outlives the pass, keeps the rows.
    return unsafe states.rows.row(index)
  }

  /// The page of each run of 64 positions.
  func pageTable(layer: Int) -> UnsafePointer<UnsafeRawPointer> {
    unsafe UnsafePointer(pool.isLocal[layer] ? localTable : fullTable)
  }

  /// The first position that a layer's keys and values are there of.
  func firstPosition(layer: Int) -> Int {
    pool.isLocal[layer] ? firstLocalRun.load(ordering: .relaxed) * KeyValuePool.positionsPerPage : 0
  }

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
    precondition(position >= firstPosition(layer: layer) && position < count, "position outside the cache")
    let (page, offset) = position.quotientAndRemainder(dividingBy: KeyValuePool.positionsPerPage)
    let rowByteCount = rowByteCount(layer)
    // Safe: the table has the addresses of all pages, which are memory to write to.
    let keys = unsafe UnsafeMutableRawPointer(mutating: pageTable(layer: layer)[page]) + place(layer: layer, head: head)
    let values = (KeyValuePool.positionsPerPage + offset) * rowByteCount
    return unsafe (keys + offset / 16 * 16 * rowByteCount, offset % 16, keys + values)
  }

  /// The size of a key, or value, of a head.
  private func rowByteCount(_ layer: Int) -> Int { type.rowByteCount(pool.shapes[layer].paddedWidth) }
}
