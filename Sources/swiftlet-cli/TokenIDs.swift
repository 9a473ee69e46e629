import SwiftletTokenizers

/// The token ids in a text, separated by white space or commas, which is read piece by piece.
struct TokenIDs {
  private var pieces: InputPieces
  private var word: [UInt8] = []
  /// The number of ids before the next one.
  private var count = 0

  /// The maximum length of an id with leading zeros: a longer word is not read to its end.
  private static let maximumLength = 64

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { pieces = try InputPieces(path) }

  /// Calls `body` with each id of the next piece of the text.
  ///
  /// - Returns: False at the end.
  /// - Throws: ``FileError``, ``UsageError`` for a word that is no id, or the error of `body`.
  mutating func forEachInPiece(_ body: (_ id: TokenID) throws -> Void) throws -> Bool {
    guard let piece = try pieces.next() else {
      try finishWord(body)
      return false
    }
    for byte in piece {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: " "), 0x09...0x0D: try finishWord(body)
      default:
        word.append(byte)
        if word.count > Self.maximumLength { throw wrongWord }
      }
    }
    return true
  }

  private mutating func finishWord(_ body: (_ id: TokenID) throws -> Void) throws {
    if word.isEmpty { return }
    guard let id = Int(String(decoding: word, as: UTF8.self)) else { throw wrongWord }
    try body(id)
    count += 1
    word.removeAll(keepingCapacity: true)
  }

  private var wrongWord: UsageError {
    UsageError(
      argument: String(decoding: word, as: UTF8.self),
      reason: "expected a token id as number \(count + 1) of \(pieces.name)")
  }
}
