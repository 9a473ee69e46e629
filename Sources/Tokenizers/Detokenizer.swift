/// An incremental detokenizer, which returns complete characters only.
///
/// ```swift
/// var detokenizer = tokenizer.makeDetokenizer(isStart: false)
/// for id in ids { print(try detokenizer.append(id), terminator: "") }
/// print(detokenizer.finish())
/// ```
///
/// The concatenated texts equal ``Tokenizer/decode(_:skippingControlTokens:)``, with ill-formed bytes as U+FFFD.
public struct Detokenizer: Sendable {
  private let vocabulary: Vocabulary
  private let skipsControlTokens: Bool
  /// Control tokens that are not skipped.
  private let kept: Set<TokenID>
  /// True if the next token starts the text, so that the space that encoding prepended is dropped.
  private var dropsSpace: Bool
  /// The bytes of an incomplete character.
  private var pending: [UInt8] = []

  init(_ vocabulary: Vocabulary, skippingControlTokens: Bool, keeping kept: Set<TokenID> = [], isStart: Bool) {
    self.vocabulary = vocabulary
    self.kept = kept
    skipsControlTokens = skippingControlTokens
    dropsSpace = isStart && vocabulary.dropsFirstSpace
  }

  /// Appends a token and returns the text that it completes, which may be empty.
  ///
  /// - Throws: ``TokenizerError/unknownToken(id:count:)`` if the id is not one of the vocabulary's.
  public mutating func append(_ id: TokenID) throws(TokenizerError) -> String {
    String(decoding: try completeBytes(after: id), as: UTF8.self)
  }

  /// Appends a token and returns the bytes that it completes, ill-formed ones as they are.
  ///
  /// - Throws: As ``append(_:)`` does.
  package mutating func completeBytes(after id: TokenID) throws(TokenizerError) -> ArraySlice<UInt8> {
    pending.append(contentsOf: try nextBytes(of: id))
    let tail = pending.incompleteTailLength
    guard pending.count > tail else { return [] }
    defer { pending = Array(pending.suffix(tail)) }
    return pending.dropLast(tail)
  }

  /// Returns the remaining bytes, those of an incomplete character.
  package mutating func remainingBytes() -> [UInt8] {
    defer { pending.removeAll() }
    return pending
  }

  /// Returns the remaining text, with U+FFFD for an incomplete character.
  public mutating func finish() -> String {
    String(decoding: remainingBytes(), as: UTF8.self)
  }

  /// The bytes of the next token.
  mutating func nextBytes(of id: TokenID) throws(TokenizerError) -> ArraySlice<UInt8> {
    guard vocabulary.kinds.indices.contains(id) else { throw .unknownToken(id: id, count: vocabulary.count) }
    let kind = vocabulary.kinds[id]
    let piece = vocabulary.pieces[id]
    if kind == .control || kind == .unknown { return skipsControlTokens && !kept.contains(id) ? [] : piece }
    let drops = dropsSpace && kind != .userDefined && piece.first == UInt8(ascii: " ")
    dropsSpace = false
    return drops ? piece.dropFirst() : piece
  }
}
