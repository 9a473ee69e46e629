extension MutableSpan {
  /// Returns a part of the span under the name that all compilers know.
  @inline(__always)
  @_lifetime(&self)
  mutating func part(_ range: Range<Int>) -> MutableSpan<Element> {
    #if compiler(>=6.3)
      _mutatingExtracting(range)
    #else
      extracting(range)
    #endif
  }
}
