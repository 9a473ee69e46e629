/// The number of recurrent layers, which have a state instead of keys and values, and the length of a state.
public struct LayerStates: Sendable, Equatable {
  /// The number of recurrent layers.
  public var count: Int
  /// The number of floats per state.
  public var columns: Int

  /// Creates the extents of states.
  public init(count: Int, columns: Int) { (self.count, self.columns) = (count, columns) }

  /// The size in bytes of all states of a sequence; each is aligned to 64 bytes.
  public var byteCount: Int { count * ((columns + 15) / 16 * 64) }

  /// No recurrent layers.
  public static let none = LayerStates(count: 0, columns: 0)
}
