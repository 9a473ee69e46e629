extension Transcript {
  /// All entries except leading instructions.
  ///
  /// Assigning replaces them and keeps the leading instructions:
  ///
  /// ```swift
  /// transcript.history.removeAll()              // the instructions stay
  /// transcript.history = transcript.history.suffix(4)
  /// ```
  ///
  /// Later instructions entries are part of the history.
  public var history: HistoryView {
    get { HistoryView(base: entries[historyStart...]) }
    set { entries.replaceSubrange(historyStart..., with: newValue.base) }
  }

  /// The position of the first entry that is not leading instructions.
  private var historyStart: Int {
    if case .instructions? = entries.first { 1 } else { 0 }
  }

  /// The entries of a transcript after its leading instructions.
  public struct HistoryView: Sendable {
    var base: ArraySlice<Transcript.Entry>
  }
}

extension Transcript.HistoryView: MutableCollection, RandomAccessCollection, RangeReplaceableCollection {
  /// An entry.
  public typealias Element = Transcript.Entry

  /// The type of a slice of the view.
  public typealias SubSequence = Transcript.HistoryView

  /// A position in the view.
  public struct Index: Comparable, Hashable, Sendable {
    let position: Int

    /// Returns whether a position is before another.
    ///
    /// - Parameters:
    ///   - left: A position.
    ///   - right: Another position of the same view.
    /// - Returns: True if the first is before the second.
    public static func < (left: Index, right: Index) -> Bool { left.position < right.position }
  }

  /// Creates an empty view.
  public init() { base = [] }

  /// The position of the first entry.
  public var startIndex: Index { Index(position: base.startIndex) }

  /// The position after the last entry.
  public var endIndex: Index { Index(position: base.endIndex) }

  /// Returns the position after another.
  ///
  /// - Parameter i: A position.
  /// - Returns: The next one.
  public func index(after i: Index) -> Index { Index(position: i.position + 1) }

  /// Returns the position before another.
  ///
  /// - Parameter i: A position.
  /// - Returns: The previous one.
  public func index(before i: Index) -> Index { Index(position: i.position - 1) }

  /// Returns the position at a distance from another.
  ///
  /// - Parameters:
  ///   - i: A position.
  ///   - distance: The distance.
  /// - Returns: The other position.
  public func index(_ i: Index, offsetBy distance: Int) -> Index { Index(position: i.position + distance) }

  /// Returns the distance between two positions.
  ///
  /// - Parameters:
  ///   - start: A position.
  ///   - end: Another position.
  /// - Returns: The number of positions between them.
  public func distance(from start: Index, to end: Index) -> Int { end.position - start.position }

  /// The entry at a position.
  ///
  /// - Parameter position: A position within the view.
  public subscript(position: Index) -> Transcript.Entry {
    get { base[position.position] }
    set { base[position.position] = newValue }
  }

  /// The entries at a range of positions.
  ///
  /// - Parameter bounds: Positions within the view.
  public subscript(bounds: Range<Transcript.HistoryView.Index>) -> Transcript.HistoryView {
    get { Self(base: base[bounds.lowerBound.position..<bounds.upperBound.position]) }
    set { base.replaceSubrange(bounds.lowerBound.position..<bounds.upperBound.position, with: newValue.base) }
  }
}

extension Transcript.HistoryView: ExpressibleByArrayLiteral {
  /// Creates a view with the given entries.
  ///
  /// - Parameter elements: The entries.
  public init(arrayLiteral elements: Transcript.Entry...) { base = elements[...] }

  /// Adds an entry at the end.
  ///
  /// - Parameter newElement: The entry.
  public mutating func append(_ newElement: Transcript.Entry) { base.append(newElement) }

  /// Adds entries at the end.
  ///
  /// - Parameter newElements: The entries.
  public mutating func append(contentsOf newElements: some Sequence<Transcript.Entry>) {
    base.append(contentsOf: newElements)
  }

  /// Replaces a range of entries.
  ///
  /// - Parameters:
  ///   - subrange: The range of positions to replace.
  ///   - newElements: The new entries.
  public mutating func replaceSubrange<C>(_ subrange: Range<Index>, with newElements: C)
  where C: Collection, C.Element == Transcript.Entry {
    base.replaceSubrange(subrange.lowerBound.position..<subrange.upperBound.position, with: newElements)
  }
}
