/// The operands of attention for a set of queries over the keys and values of one head.
package struct AttentionTask {
  /// The element type of keys and values.
  package var type: KeyValueType
  /// The scaled queries, in groups laid out as `ActivationGroup` describes.
  package var queries: UnsafeRawPointer
  /// The number of queries.
  package var count: Int
  /// The number of elements per query, a multiple of 32.
  package var width: Int
  /// The KV pages of the sequence, one for each run of positions.
  package var pages: UnsafePointer<UnsafeRawPointer>
  /// The byte offset of the head in each page.
  ///
  /// The run's keys come first, in panels of 16 positions, then its values, in rows.
  package var headOffset: Int
  /// The visible positions of each query: the first one and the end, exclusive.
  package var bounds: UnsafePointer<Int32>
  /// The soft cap of the scores; 0 disables it.
  package var softCap: Float
  /// The output buffer of `count` × `AttentionState.stride(width)` floats.
  ///
  /// The first `width` floats of each query are its weighted sums, not yet divided by the sum of the softmax weights.
  package var state: UnsafeMutablePointer<Float>
  /// True if the state holds the result for earlier positions, which is continued; otherwise it is initialised.
  ///
  /// Splitting the positions at a multiple of `AttentionState.run` and continuing does not change the result.
  package var continues: Bool
  /// The address of the keys that are likely to be read next; they are prefetched.
  package var next: UnsafeRawPointer

  /// Creates a task from its operands.
  package init(
    type: KeyValueType, queries: UnsafeRawPointer, count: Int, width: Int, pages: UnsafePointer<UnsafeRawPointer>,
    headOffset: Int, bounds: UnsafePointer<Int32>, softCap: Float, state: UnsafeMutablePointer<Float>,
    continues: Bool = false, next: UnsafeRawPointer
  ) {
    self.type = type
    self.queries = queries
    self.count = count
    self.width = width
    self.pages = pages
    self.headOffset = headOffset
    self.bounds = bounds
    self.softCap = softCap
    self.state = state
    self.continues = continues
    self.next = next
  }
}
