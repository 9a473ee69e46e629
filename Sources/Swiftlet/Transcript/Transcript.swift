/// What has been said in a session, in order: all that the model knows of the conversation.
///
/// A transcript is a value. Keep it, store it as JSON, and go on later with
/// ``LanguageModelSession/init(model:tools:transcript:)-(SystemLanguageModel,_,_)``.
public struct Transcript: Sendable, Equatable {
  /// The entries, in order.
  ///
  /// A transcript is a collection of them itself. Sources for the first beta ask for them under this name.
  public internal(set) var entries: [Entry]

  /// Creates a transcript with the given entries.
  ///
  /// - Parameter entries: What has been said, in order.
  public init(entries: some Sequence<Entry> = []) {
    self.entries = Array(entries)
  }

  /// Creates an empty transcript.
  public init() {
    entries = []
  }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// A position in the transcript, counted from 0.
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

  /// Replaces some entries by others.
  ///
  /// - Parameters:
  ///   - subrange: The positions of the entries to replace.
  ///   - newElements: What takes their place.
  public mutating func replaceSubrange<C>(_ subrange: Range<Int>, with newElements: consuming C)
  where C: Collection, C.Element == Transcript.Entry {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
