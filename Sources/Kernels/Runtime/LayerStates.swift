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
