import Foundation

/// The received bytes that wait for the reader, in pieces.
///
/// Large pieces are handed on as they were received, since copies of a whole model's bytes take as long as writing them.
struct UnreadBytes: Sendable {
  private var pieces: [Data] = []

  /// The number of bytes.
  private(set) var count = 0

  /// The size in bytes up to which pieces are joined.
  private static let joinedByteCount = 1 << 16

  /// Adds received bytes.
  mutating func append(_ data: Data) {
    count += data.count
    if let last = pieces.last, last.count + data.count <= Self.joinedByteCount {
      pieces[pieces.count - 1].append(data)
    } else if !data.isEmpty {
      pieces.append(data)
    }
  }

  /// Removes the oldest piece; `nil` if there is none.
  mutating func removeFirst() -> Data? {
    guard !pieces.isEmpty else { return nil }
    let data = pieces.removeFirst()
    count -= data.count
    return data
  }
}
