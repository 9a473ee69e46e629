extension [UInt8] {
  /// Creates an array of zeros and fills it through a span, which needs no check for shared storage at each write.
  init<Failure: Error>(
    count: Int, _ fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(repeating: 0, count: count)
    var span = mutableSpan
    try fill(&span)
  }
}
