internal import SwiftletKernelsPortable
internal import Synchronization

/// How many layers have a state instead of keys and values, and how many floats a state has.
public struct LayerStates: Sendable, Equatable {
  /// The number of layers.
  public var count: Int
  /// The length of a state.
  public var columns: Int

  /// Creates the extents.
  public init(count: Int, columns: Int) { (self.count, self.columns) = (count, columns) }

  /// The size of all states of a sequence, each of which begins on a multiple of 64 bytes.
  public var byteCount: Int { count * ((columns + 15) / 16 * 64) }

  /// No layer has one.
  public static let none = LayerStates(count: 0, columns: 0)
}

/// Where the keys and values of a model's sequences are kept: pages of 64 positions.
///
/// A page holds all layers of its positions, so that sequences with the same beginning share it by sharing one
/// reference. Memory of pages that nobody refers to is used again, and given back with ``releaseUnused()`` or the pool.
/// The states of sequences count as what is kept here, too.
public final class KeyValuePool: Sendable {
  /// The number of positions of a page: one run of attention.
  public static let positionsPerPage = AttentionState.run

  /// The extents of the attention that each layer serves.
  public let shapes: [AttentionShape]
  /// The number of layers.
  public var layerCount: Int { shapes.count }
  /// The size of a page in bytes.
  public let pageByteCount: Int
  /// Where each layer begins in a page, in bytes.
  let offsets: [Int]
  /// How many rows of a sequence any layer can take together.
  let rowsPerUnit: Int
  /// How keys and values are kept.
  public let type: KeyValueType
  /// The states of layers that have those instead.
  public let states: LayerStates
  /// What errors call the memory.
  public static let purpose = "keys and values"
  /// The most pages of one sequence; nil for as many as the system gives.
  public let pageLimit: Int?
  /// The most bytes at a time.
  private let byteLimit: Int?

  private struct State {
    var unused: [AlignedMemory] = []
    var usedCount = 0
    /// The number of sequences and of moments whose states are kept.
    var statesCount = 0
  }

  private let state = Mutex(State())

  /// Creates a pool without pages, kept below `byteLimit` bytes; one page with its states is always allowed.
  public convenience init(
    layers: Int, shape: AttentionShape, type: KeyValueType, byteLimit: Int? = nil, states: LayerStates = .none
  ) {
    self.init(shapes: Array(repeating: shape, count: layers), type: type, byteLimit: byteLimit, states: states)
  }

  /// Creates a pool as above for layers whose attention may differ.
  public init(shapes: [AttentionShape], type: KeyValueType, byteLimit: Int? = nil, states: LayerStates = .none) {
    (self.shapes, self.type, self.states) = (shapes, type, states)
    var (offsets, end) = ([Int](), 0)
    for shape in shapes {
      offsets.append(end)
      end += Self.positionsPerPage * Self.bytesPerPosition(shape, type)
    }
    // One that holds nothing takes a page of the system's all the same.
    let pageByteCount = shapes.isEmpty ? 4096 : end
    (self.offsets, self.pageByteCount) = (offsets, pageByteCount)
    rowsPerUnit = shapes.map(\.rowsPerUnit).min() ?? 1
    let pageLimit = byteLimit.map { max(1, ($0 - states.byteCount) / pageByteCount) }
    self.pageLimit = pageLimit
    self.byteLimit = pageLimit.map { pages in
      states.count == 0 ? pages * pageByteCount : max(byteLimit ?? 0, states.byteCount + pageByteCount)
    }
  }

  /// The bytes that one position of one layer takes.
  public static func bytesPerPosition(_ shape: AttentionShape, _ type: KeyValueType) -> Int {
    2 * shape.keyValueHeadCount * type.rowByteCount(shape.paddedWidth)
  }

  /// The number of pages that are referred to.
  public var usedPageCount: Int { state.withLock { $0.usedCount } }

  /// The memory in bytes that pages and states have been given, pages that wait to be used again included.
  public var byteCount: Int {
    state.withLock { ($0.usedCount + $0.unused.count) * pageByteCount + $0.statesCount * states.byteCount }
  }

  /// The number of sequences and of moments whose states are kept.
  public var usedStatesCount: Int { state.withLock { $0.statesCount } }

  /// Why a sequence of `count` positions can never be held; nil if it can.
  public func objection(toPositions count: Int) -> KernelError? {
    let needed = (count + Self.positionsPerPage - 1) / Self.positionsPerPage
    guard let pageLimit, needed > pageLimit else { return nil }
    return .limitReached(
      bytes: states.byteCount + needed * pageByteCount, limit: states.byteCount + pageLimit * pageByteCount,
      purpose: Self.purpose)
  }

  /// A page for 64 positions; what is in it is undefined.
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)``, or ``KernelError/outOfMemory(bytes:purpose:)`` if the
  ///   system refuses.
  func makePage() throws(KernelError) -> KeyValuePage {
    let unused = try state.withLock { state throws(KernelError) -> AlignedMemory? in
      try checkLimit(state, adding: pageByteCount)
      state.usedCount += 1
      return state.unused.popLast()
    }
    if let unused { return KeyValuePage(unused, of: self) }
    do throws(KernelError) {
      return KeyValuePage(try AlignedMemory(byteCount: pageByteCount, for: Self.purpose), of: self)
    } catch {
      state.withLock { $0.usedCount -= 1 }
      throw error
    }
  }

  /// The states of a sequence: those of another one, or zero.
  func makeStates(copying other: SequenceStates?) throws(KernelError) -> SequenceStates {
    try state.withLock { state throws(KernelError) in
      try checkLimit(state, adding: states.byteCount)
      state.statesCount += 1
    }
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

  private func checkLimit(_ state: borrowing State, adding bytes: Int) throws(KernelError) {
    let total = state.usedCount * pageByteCount + state.statesCount * states.byteCount + bytes
    guard let byteLimit, total > byteLimit else { return }
    throw .limitReached(bytes: total, limit: byteLimit, purpose: Self.purpose)
  }

  fileprivate func takeBackStates() { state.withLock { $0.statesCount -= 1 } }

  /// Gives the memory of pages that nobody refers to back to the system.
  public func releaseUnused() {
    // Outside the lock, others need not wait for the system.
    var unused: [AlignedMemory] = []
    state.withLock { swap(&unused, &$0.unused) }
  }

  fileprivate func takeBack(_ memory: AlignedMemory) {
    state.withLock {
      $0.usedCount -= 1
      $0.unused.append(memory)
    }
  }
}

/// The keys and values of up to 64 positions that follow one another, in all layers.
public final class KeyValuePage: Sendable {
  let memory: AlignedMemory
  private let pool: KeyValuePool

  fileprivate init(_ memory: AlignedMemory, of pool: KeyValuePool) {
    (self.memory, self.pool) = (memory, pool)
  }

  deinit { pool.takeBack(memory) }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}

/// What the layers with states know of all tokens up to some point of a sequence.
public final class SequenceStates: Sendable {
  let rows: FloatRows  // (layers, columns)
  private let pool: KeyValuePool

  fileprivate init(_ rows: FloatRows, of pool: KeyValuePool) { (self.rows, self.pool) = (rows, pool) }

  deinit { pool.takeBackStates() }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}
