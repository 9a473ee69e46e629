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

  /// No layer has one.
  public static let none = LayerStates(count: 0, columns: 0)
}

/// Where the keys and values of a model's sequences are kept: pages of 64 positions.
///
/// A page holds all layers of its positions, so that sequences with the same beginning share it by sharing one
/// reference. Memory of pages that nobody refers to is used again, and given back with the pool.
public final class KeyValuePool: Sendable {
  /// The number of positions of a page: one run of attention.
  public static let positionsPerPage = AttentionState.run

  /// The number of layers.
  public let layerCount: Int
  /// The extents of the attention that the pages serve.
  public let shape: AttentionShape
  /// How keys and values are kept.
  public let type: KeyValueType
  /// The states of layers that have those instead.
  public let states: LayerStates
  /// What errors call the memory.
  public static let purpose = "keys and values"
  /// The most pages at a time; nil for as many as the system gives.
  public let pageLimit: Int?

  private struct State {
    var unused: [AlignedMemory] = []
    var usedCount = 0
  }

  private let state = Mutex(State())

  /// Creates a pool without pages, kept below `byteLimit` bytes; one page is always allowed.
  public init(
    layers: Int, shape: AttentionShape, type: KeyValueType, byteLimit: Int? = nil, states: LayerStates = .none
  ) {
    (layerCount, self.shape, self.type, self.states) = (layers, shape, type, states)
    let pageByteCount = Self.positionsPerPage * layers * Self.bytesPerPosition(shape, type)
    pageLimit = byteLimit.map { max(1, $0 / max(1, pageByteCount)) }
  }

  /// The bytes that one position of one layer takes.
  public static func bytesPerPosition(_ shape: AttentionShape, _ type: KeyValueType) -> Int {
    2 * shape.keyValueHeadCount * type.rowByteCount(shape.paddedWidth)
  }

  /// The size of a page in bytes.
  public var pageByteCount: Int { Self.positionsPerPage * layerCount * Self.bytesPerPosition(shape, type) }

  /// The number of pages that are referred to.
  public var usedPageCount: Int { state.withLock { $0.usedCount } }

  /// The memory in bytes that pages have been given, those that wait to be used again included.
  public var byteCount: Int { state.withLock { $0.usedCount + $0.unused.count } * pageByteCount }

  /// Why a sequence of `count` positions can never be held; nil if it can.
  public func objection(toPositions count: Int) -> KernelError? {
    let needed = (count + Self.positionsPerPage - 1) / Self.positionsPerPage
    guard let pageLimit, needed > pageLimit else { return nil }
    return .limitReached(bytes: needed * pageByteCount, limit: pageLimit * pageByteCount, purpose: Self.purpose)
  }

  /// A page for 64 positions; what is in it is undefined.
  ///
  /// - Throws: ``KernelError/limitReached(bytes:limit:purpose:)``, or ``KernelError/outOfMemory(bytes:purpose:)`` if the
  ///   system refuses.
  func makePage() throws(KernelError) -> KeyValuePage {
    let unused = try state.withLock { state throws(KernelError) -> AlignedMemory? in
      if let pageLimit, state.usedCount >= pageLimit {
        throw KernelError.limitReached(
          bytes: (state.usedCount + 1) * pageByteCount, limit: pageLimit * pageByteCount, purpose: Self.purpose)
      }
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
