/// The pages of a run of up to 64 consecutive positions.
public struct KeyValueRun: Sendable {
  /// The page of the full-attention layers; nil if there are no such layers.
  public var full: KeyValuePage?
  /// The page of the sliding-window layers; nil if there are none, or if the positions have left the window.
  public var local: KeyValuePage?

  /// Creates a run from its pages.
  public init(full: KeyValuePage? = nil, local: KeyValuePage? = nil) { (self.full, self.local) = (full, local) }

  /// The pages that are not nil.
  public var pages: [KeyValuePage] { [full, local].compactMap(\.self) }
}

/// A KV page: the keys and values of up to 64 consecutive positions, in layers of one kind.
public final class KeyValuePage: Sendable {
  /// The kind of layers whose keys and values a page holds.
  enum Kind { case full, local }

  let memory: AlignedMemory
  private let kind: Kind
  private let pool: KeyValuePool

  init(_ memory: AlignedMemory, _ kind: Kind, of pool: KeyValuePool) {
    (self.memory, self.kind, self.pool) = (memory, kind, pool)
  }

  deinit { pool.recycle(memory, kind) }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}

/// The states of all recurrent layers after a number of tokens of a sequence.
public final class SequenceStates: Sendable {
  let rows: FloatRows  // (layers, columns)
  private let pool: KeyValuePool

  init(_ rows: FloatRows, of pool: KeyValuePool) { (self.rows, self.pool) = (rows, pool) }

  deinit { pool.releaseStates() }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}
