/// The texts of all tokens in one allocation, in the order of their ids.
struct TokenTexts: Sendable {
  /// All texts, one after the other.
  private(set) var storage: [UInt8] = []
  /// Where each text starts, and at the end where the last one ends.
  private var starts: [Int] = [0]

  /// The number of texts.
  var count: Int { starts.count - 1 }

  /// Where the text of a token lies in `storage`.
  func range(of id: Int) -> Range<Int> { starts[id]..<starts[id + 1] }

  /// The text of a token.
  subscript(id: Int) -> ArraySlice<UInt8> { storage[range(of: id)] }

  mutating func reserveCapacity(texts: Int, bytes: Int) {
    starts.reserveCapacity(texts + 1)
    storage.reserveCapacity(bytes)
  }

  /// Adds the text of the next token.
  mutating func append(_ text: some Sequence<UInt8>) {
    storage.append(contentsOf: text)
    starts.append(storage.count)
  }

  /// Adds the text of the next token, which `body` writes behind the bytes that it is given.
  mutating func append(writing body: (inout [UInt8]) -> Void) {
    body(&storage)
    starts.append(storage.count)
  }

  /// Whether the text of a token is exactly the given stretch.
  @inline(__always)
  func matches(_ id: Int, _ text: Span<UInt8>, _ stretch: Range<Int>) -> Bool {
    let start = starts[id]
    guard starts[id + 1] - start == stretch.count else { return false }
    for offset in 0..<stretch.count where storage[start + offset] != text[stretch.lowerBound + offset] { return false }
    return true
  }
}
