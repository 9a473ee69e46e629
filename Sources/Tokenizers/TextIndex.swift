/// A hash index from text to token.
///
/// The open-addressing table stores ids only and compares with the texts themselves, so that looking up a range of a
/// larger text does not allocate. Texts come from untrusted files, and colliding texts would make loading quadratic;
/// therefore the hash has a random seed.
struct TextIndex: Sendable {
  /// A slot of the table, empty if the id is negative.
  private struct Slot {
    var tag: UInt32 = 0
    var id: Int32 = -1
  }

  private let texts: TokenTexts
  private var slots: [Slot]
  private let mask: Int
  private let seed = UInt64.random(in: .min ... .max)
  /// The length in bytes of the longest text.
  private(set) var maximumLength = 0

  /// Indexes the texts of the tokens that `isIncluded` accepts; of equal texts, the lowest id counts.
  init(_ texts: TokenTexts, where isIncluded: (TokenID) -> Bool) {
    self.texts = texts
    var capacity = 16
    while capacity < texts.count * 2 { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    mask = capacity - 1
    let bytes = texts.storage.span
    for id in 0..<texts.count where isIncluded(id) { insert(id, bytes, texts.range(of: id)) }
  }

  private mutating func insert(_ id: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let hash = hash(bytes, range)
    let tag = UInt32(truncatingIfNeeded: hash)
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[position].id >= 0 {
      if slots[position].tag == tag, texts.matches(Int(slots[position].id), bytes, range) { return }
      position = (position + 1) & mask
    }
    slots[position] = Slot(tag: tag, id: Int32(id))
    maximumLength = max(maximumLength, range.count)
  }

  /// The token whose text equals the given range, negative if there is none.
  @inline(__always)
  func id(_ text: Span<UInt8>, _ range: Range<Int>) -> Int32 {
    guard range.count <= maximumLength else { return -1 }
    let hash = hash(text, range)
    let tag = UInt32(truncatingIfNeeded: hash)
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[position].id >= 0 {
      if slots[position].tag == tag, texts.matches(Int(slots[position].id), text, range) { return slots[position].id }
      position = (position + 1) & mask
    }
    return -1
  }

  @inline(__always)
  private func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash = seed
    for position in range { hash = (hash ^ UInt64(text[position])) &* 0x9E37_79B9_7F4A_7C15 }
    // The low bits of a product depend on low bits only, so the high bits are mixed in.
    return hash ^ (hash >> 29)
  }
}
