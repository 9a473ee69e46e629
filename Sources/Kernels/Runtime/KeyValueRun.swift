/// The pages of up to 64 positions that follow one another.
public struct KeyValueRun: Sendable {
  /// That of the layers that see all positions; nil if there are no such layers.
  public var full: KeyValuePage?
  /// That of the layers with windows; nil if there are none, or if nobody will see the positions through them again.
  public var local: KeyValuePage?

  /// Creates a run of some pages.
  public init(full: KeyValuePage? = nil, local: KeyValuePage? = nil) { (self.full, self.local) = (full, local) }

  /// The pages that there are.
  public var pages: [KeyValuePage] { [full, local].compactMap(\.self) }
}

/// The keys and values of up to 64 positions that follow one another, in layers of one kind.
public final class KeyValuePage: Sendable {
  /// The layers that have their keys and values in a page.
  enum Kind { case full, local }

  let memory: AlignedMemory
  private let kind: Kind
  private let pool: KeyValuePool

  init(_ memory: AlignedMemory, _ kind: Kind, of pool: KeyValuePool) {
    (self.memory, self.kind, self.pool) = (memory, kind, pool)
  }

  deinit { pool.takeBack(memory, kind) }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}

/// What the layers with states know of all tokens up to some point of a sequence.
public final class SequenceStates: Sendable {
  let rows: FloatRows  // (layers, columns)
  private let pool: KeyValuePool

  init(_ rows: FloatRows, of pool: KeyValuePool) { (self.rows, self.pool) = (rows, pool) }

  deinit { pool.takeBackStates() }

  func isOf(_ pool: KeyValuePool) -> Bool { self.pool === pool }
}
