/// The record of a session's conversation, which is all that the model receives of it.
///
/// A transcript is a value. Store it, for instance as JSON, and continue later with
/// ``LanguageModelSession/init(model:tools:transcript:)-(SystemLanguageModel,_,_)``.
public struct Transcript: Sendable, Equatable {
  /// The entries, in order.
  ///
  /// A transcript is a collection of them itself. Sources for the first beta use this property.
  public internal(set) var entries: [Entry]

  /// Creates a transcript with the given entries.
  ///
  /// - Parameter entries: The entries, in order.
  public init(entries: some Sequence<Entry> = []) {
    self.entries = Array(entries)
  }

  /// Creates an empty transcript.
  public init() {
    entries = []
  }
}

extension Transcript {
  /// Returns the entries that satisfy a condition.
  ///
  /// The result is a transcript if one is expected, by the method of the same name for collections that can be
  /// changed. Release 26 has only the array, which its clients receive where the source does not say the type:
  ///
  /// ```swift
  /// let prompts = transcript.filter { if case .prompt = $0 { true } else { false } }  // [Transcript.Entry]
  /// let session = LanguageModelSession(transcript: transcript.filter { $0.id != "draft" })
  /// ```
  ///
  /// - Parameter isIncluded: The condition.
  /// - Returns: The entries, in order.
  /// - Throws: Any error of the condition.
  public func filter(_ isIncluded: (Transcript.Entry) throws -> Bool) rethrows -> [Transcript.Entry] {
    try entries.filter(isIncluded)
  }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The index of an entry, starting at 0.
  public typealias Index = Int

  /// An entry of the transcript.
  public typealias Element = Transcript.Entry

  /// The position of the first entry.
  public var startIndex: Int { entries.startIndex }

  /// The position after the last entry.
  public var endIndex: Int { entries.endIndex }

  /// The entry at a position.
  ///
  /// - Parameter index: A position within the transcript.
  public subscript(index: Transcript.Index) -> Transcript.Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  /// Replaces a range of entries.
  ///
  /// - Parameters:
  ///   - subrange: The range of positions to replace.
  ///   - newElements: The new entries.
  public mutating func replaceSubrange<C>(_ subrange: Range<Int>, with newElements: consuming C)
  where C: Collection, C.Element == Transcript.Entry {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
