/// Finds the token that has a given text.
///
/// An open-addressing hash table that holds ids only and compares with the texts themselves, so that a lookup of a
/// stretch of a larger text allocates nothing. Texts come from files that nobody vouches for, and a file made of
/// colliding texts would make loading quadratic; therefore the hash starts from a number drawn for each index.
struct TextIndex: Sendable {
  /// A place of the table: empty if the id is negative.
  private struct Slot {
    var tag: UInt32 = 0
    var id: Int32 = -1
  }

  private let texts: TokenTexts
  private var slots: [Slot]
  private let mask: Int
  private let seed = UInt64.random(in: .min ... .max)
  /// The longest text in the index, in bytes.
  private(set) var longest = 0

  /// Indexes the texts of those tokens that `isIncluded` names; of equal texts, the one with the lowest id.
  init(_ texts: TokenTexts, where isIncluded: (TokenID) -> Bool) {
    self.texts = texts
    var capacity = 16
    while capacity < texts.count * 2 { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    mask = capacity - 1
    let bytes = texts.storage.span
    for id in 0..<texts.count where isIncluded(id) { insert(id, bytes, texts.range(of: id)) }
  }

  private mutating func insert(_ id: Int, _ bytes: Span<UInt8>, _ stretch: Range<Int>) {
    guard !stretch.isEmpty else { return }
    let hash = hash(bytes, stretch)
    let tag = UInt32(truncatingIfNeeded: hash)
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[position].id >= 0 {
      if slots[position].tag == tag, texts.matches(Int(slots[position].id), bytes, stretch) { return }
      position = (position + 1) & mask
    }
    slots[position] = Slot(tag: tag, id: Int32(id))
    longest = max(longest, stretch.count)
  }

  /// The token whose text is the given stretch, negative if there is none.
  @inline(__always)
  func id(_ text: Span<UInt8>, _ stretch: Range<Int>) -> Int32 {
    guard stretch.count <= longest else { return -1 }
    let hash = hash(text, stretch)
    let tag = UInt32(truncatingIfNeeded: hash)
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[position].id >= 0 {
      if slots[position].tag == tag, texts.matches(Int(slots[position].id), text, stretch) { return slots[position].id }
      position = (position + 1) & mask
    }
    return -1
  }

  @inline(__always)
  private func hash(_ text: Span<UInt8>, _ stretch: Range<Int>) -> UInt64 {
    var hash = seed
    for position in stretch { hash = (hash ^ UInt64(text[position])) &* 0x9E37_79B9_7F4A_7C15 }
    // The product leaves the low bits a function of the low bits alone; the table wants the high ones mixed in.
    return hash ^ (hash >> 29)
  }
}
