import Synchronization

/// How keys and values are kept in the cache.
public enum KeyValueType: String, Sendable, CaseIterable {
  /// 32-bit floats, for exact comparisons.
  case f32
  /// binary16 numbers.
  case f16
  /// 8-bit integers with a scale for each 32 of them.
  case q8_0

  /// The size of a row of `width` elements, a multiple of 32.
  func rowByteCount(_ width: Int) -> Int {
    switch self {
    case .f32: 4 * width
    case .f16: 2 * width
    case .q8_0: width / 32 * 36
    }
  }
}

/// The extents of a model's attention.
public struct AttentionShape: Sendable, Equatable {
  /// The number of query heads.
  public var headCount: Int
  /// The number of key/value heads, a divisor of ``headCount``.
  public var keyValueHeadCount: Int
  /// The length of a head.
  public var headWidth: Int

  /// Creates the shape from its extents.
  public init(headCount: Int, keyValueHeadCount: Int, headWidth: Int) {
    (self.headCount, self.keyValueHeadCount, self.headWidth) = (headCount, keyValueHeadCount, headWidth)
  }

  /// The number of query heads that share a key/value head.
  var groupSize: Int { headCount / keyValueHeadCount }
  /// The length of a head in the cache: rows are whole blocks.
  var paddedWidth: Int { (headWidth + 31) / 32 * 32 }
  /// The length of all query heads together.
  public var queryColumns: Int { headCount * headWidth }
  /// The length of all keys, or values, of a position.
  public var keyColumns: Int { keyValueHeadCount * headWidth }
}

/// The keys and values of one sequence, for each layer and head, and the states of layers that have those instead.
///
/// Values are rows, one for each position. Keys are panels of 16 positions, element by element; see ``Panel``.
/// Address space is taken for the whole capacity, memory only for positions that are used.
@safe public final class KeyValueCache: Sendable {
  /// The number of positions that there is room for.
  public let capacity: Int
  /// How rows are kept.
  public let type: KeyValueType
  /// The extents of the attention that the cache serves.
  public let shape: AttentionShape
  private let layerCount: Int
  private let memory: AlignedMemory
  /// For each layer the number of positions that it sees, nil for all.
  private let windows: [Int?]
  private let states: FloatRows?
  /// The number of tokens that the states have seen.
  private let statePosition = Atomic(0)
  /// The first position whose memory has not been given back, of layers with a window.
  private let firstKept = Atomic(0)
  /// Memory is given back for so many positions at once, and kept for as many before the window.
  private static let step = 1024

  /// Allocates a cache.
  ///
  /// - Parameters:
  ///   - layers: The number of layers with attention.
  ///   - shape: Its extents.
  ///   - capacity: The number of positions.
  ///   - type: How rows are kept.
  ///   - windows: How many positions each layer sees; all see all if there are none.
  ///   - states: The number of layers with a state, and of the floats of a state.
  /// - Throws: ``KernelError/outOfMemory(bytes:purpose:)``.
  public init(
    layers: Int, shape: AttentionShape, capacity: Int, type: KeyValueType, windows: [Int?] = [],
    states: (count: Int, columns: Int) = (0, 0)
  ) throws(KernelError) {
    (layerCount, self.shape, self.capacity, self.type) = (layers, shape, capacity, type)
    self.windows = windows
    self.states = states.count == 0 ? nil : try FloatRows(rows: states.count, columns: states.columns)
    let (byteCount, overflow) = Self.wholePanels(capacity)
      .multipliedReportingOverflow(by: layers * Self.bytesPerPosition(shape, type))
    memory = try AlignedMemory(
      byteCount: overflow ? .max : byteCount,
      for: "a key/value cache of \(capacity) positions")
  }

  /// The bytes that one position of one layer takes.
  public static func bytesPerPosition(_ shape: AttentionShape, _ type: KeyValueType) -> Int {
    2 * shape.keyValueHeadCount * type.rowByteCount(shape.paddedWidth)
  }

  private static func wholePanels(_ positions: Int) -> Int { (positions + 15) / 16 * 16 }

  /// The first panel of keys, or the first row of values, of a layer's head; the others follow.
  func rows(layer: Int, head: Int, values: Bool) -> UnsafeMutableRawPointer {
    precondition(layer >= 0 && layer < layerCount && head >= 0 && head < shape.keyValueHeadCount, "outside the cache")
    let plane = (2 * layer + (values ? 1 : 0)) * shape.keyValueHeadCount + head
    // Safe: layer and head were checked.
    return unsafe memory.start + plane * Self.wholePanels(capacity) * type.rowByteCount(shape.paddedWidth)
  }

  /// The state of a layer, zero before the first token.
  func state(_ index: Int) -> UnsafeMutablePointer<Float> {
    guard let states else { preconditionFailure("the cache has no states") }
    return unsafe states.row(index)
  }

  /// The length of a state.
  var stateColumns: Int { states?.columns ?? 0 }

  /// How many of the first `count` positions another sequence may start from: all of them, or none if a state has
  /// gone on, or positions have been forgotten that windows still reach from there.
  public func reusablePrefix(_ count: Int) -> Int {
    if states != nil, count != statePosition.load(ordering: .acquiring) { return 0 }
    let kept = firstKept.load(ordering: .acquiring)
    let reach = windows.lazy.compactMap { $0 }.max() ?? 0
    return kept == 0 || count + 1 - reach >= kept ? count : 0
  }

  /// Notes that the sequence has `count` tokens, and gives back the memory that no window reaches any more.
  public func advance(to count: Int) {
    if states != nil { statePosition.store(count, ordering: .releasing) }
    guard let reach = windows.lazy.compactMap({ $0 }).max() else { return }
    let first = (count - reach) / Self.step * Self.step - Self.step
    guard first > firstKept.load(ordering: .acquiring) else { return }
    firstKept.store(first, ordering: .releasing)
    for layer in windows.indices where windows[layer] != nil {
      for head in 0..<shape.keyValueHeadCount {
        for isValue in [false, true] {
          // Safe: the positions are inside the plane.
          unsafe memory.release(
            rows(layer: layer, head: head, values: isValue), first * type.rowByteCount(shape.paddedWidth))
        }
      }
    }
  }

  /// Takes over the first `count` positions of a cache of the same extents.
  public func copyPrefix(of other: KeyValueCache, count: Int) {
    precondition(other.shape == shape && other.type == type && other.layerCount == layerCount, "caches differ")
    precondition(count >= 0 && count <= min(capacity, other.capacity), "positions outside the cache")
    let kept = other.firstKept.load(ordering: .acquiring)
    firstKept.store(kept, ordering: .releasing)
    for layer in 0..<layerCount {
      // What a last panel has of later positions is copied too, and nobody looks at it.
      let first = layer < windows.count && windows[layer] != nil ? min(kept, count) : 0
      let start = first * type.rowByteCount(shape.paddedWidth)
      let end = Self.wholePanels(count) * type.rowByteCount(shape.paddedWidth)
      for head in 0..<shape.keyValueHeadCount {
        for isValue in [false, true] {
          // Safe: both caches have room for whole panels in each plane.
          unsafe (rows(layer: layer, head: head, values: isValue) + start)
            .copyMemory(
              from: other.rows(layer: layer, head: head, values: isValue) + start, byteCount: end - start)
        }
      }
    }
    guard let states, let others = other.states else { return }
    for row in 0..<states.rows { unsafe states.row(row).update(from: others.row(row), count: states.columns) }
    statePosition.store(count, ordering: .releasing)
  }
}
