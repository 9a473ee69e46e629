/// Attention of some queries over the keys and values of one head.
package struct AttentionTask {
  /// The element type of keys and values.
  package var type: KeyValueType
  /// The scaled queries, in groups as `ActivationGroup` has them.
  package var queries: UnsafeRawPointer
  /// The number of queries.
  package var count: Int
  /// The number of elements of a query, a multiple of 32.
  package var width: Int
  /// The pages of the sequence, one for each run of positions.
  package var pages: UnsafePointer<UnsafeRawPointer>
  /// The offset of the head in each page, in bytes: the run's keys in panels of 16 positions, then its values in rows.
  package var place: Int
  /// For each query the first position that it sees and the one behind the last.
  package var bounds: UnsafePointer<Int32>
  /// The bound of the scores, 0 for none.
  package var softCap: Float
  /// Room for `count` × `AttentionState.stride(width)` floats.
  ///
  /// The first `width` of a query's part are the sums, not yet divided by the sum of the softmax's weights.
  package var state: UnsafeMutablePointer<Float>
  /// The keys that will probably be read next, to be prefetched.
  package var next: UnsafeRawPointer

  /// Puts a task together.
  package init(
    type: KeyValueType, queries: UnsafeRawPointer, count: Int, width: Int, pages: UnsafePointer<UnsafeRawPointer>,
    place: Int, bounds: UnsafePointer<Int32>, softCap: Float, state: UnsafeMutablePointer<Float>,
    next: UnsafeRawPointer
  ) {
    self.type = type
    self.queries = queries
    self.count = count
    self.width = width
    self.pages = pages
    self.place = place
    self.bounds = bounds
    self.softCap = softCap
    self.state = state
    self.next = next
  }
}
