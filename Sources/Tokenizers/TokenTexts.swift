/// The texts of all tokens in one allocation, ordered by id.
struct TokenTexts: Sendable {
  /// The concatenated texts.
  private(set) var storage: [UInt8] = []
  /// The start offset of each text, followed by the end of the last one.
  private var starts: [Int] = [0]

  /// The number of texts.
  var count: Int { starts.count - 1 }

  /// The range of the text of a token in `storage`.
  func range(of id: Int) -> Range<Int> { starts[id]..<starts[id + 1] }

  /// The text of a token.
  subscript(id: Int) -> ArraySlice<UInt8> { storage[range(of: id)] }

  mutating func reserveCapacity(texts: Int, bytes: Int) {
    starts.reserveCapacity(texts + 1)
    storage.reserveCapacity(bytes)
  }

  /// Appends the text of the next token.
  mutating func append(_ text: some Sequence<UInt8>) {
    storage.append(contentsOf: text)
    starts.append(storage.count)
  }

  /// Appends the text of the next token, which `body` appends to its argument.
  mutating func append(writing body: (inout [UInt8]) -> Void) {
    body(&storage)
    starts.append(storage.count)
  }

  /// Returns true if the text of a token equals the given range.
  @inline(__always)
  func matches(_ id: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = starts[id]
    guard starts[id + 1] - start == range.count else { return false }
    for offset in 0..<range.count where storage[start + offset] != text[range.lowerBound + offset] { return false }
    return true
  }
}
