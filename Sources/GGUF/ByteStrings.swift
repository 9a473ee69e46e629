/// An array of byte strings in contiguous storage, for token lists of a hundred thousand entries.
///
/// GGUF strings are nominally UTF-8, but token texts in existing files are not always valid, so they are kept as bytes.
public struct ByteStrings: RandomAccessCollection, Sendable, Equatable {
  /// The concatenated strings.
  private var storage: [UInt8]
  /// The end of each string in `storage`.
  private var ends: [Int]

  /// Creates an empty array.
  public init() { (storage, ends) = ([], []) }

  /// Creates an array of the given strings.
  public init(_ strings: some Sequence<[UInt8]>) {
    self.init()
    for string in strings { append(string) }
  }

  /// Creates an array of the UTF-8 forms of the given strings.
  public init(_ strings: some Sequence<String>) {
    self.init()
    for string in strings { append(string.utf8) }
  }

  /// Appends a string.
  public mutating func append(_ string: some Sequence<UInt8>) {
    storage.append(contentsOf: string)
    ends.append(storage.count)
  }

  mutating func reserveCapacity(strings: Int, bytes: Int) {
    ends.reserveCapacity(strings)
    storage.reserveCapacity(bytes)
  }

  /// The position of the first string.
  public var startIndex: Int { 0 }
  /// The position past the last string.
  public var endIndex: Int { ends.count }

  /// The bytes of one string.
  public subscript(position: Int) -> ArraySlice<UInt8> {
    storage[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
  }

  /// The total number of bytes of all strings.
  public var byteCount: Int { storage.count }
}
