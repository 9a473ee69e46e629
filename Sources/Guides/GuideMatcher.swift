public import SwiftletTokenizers

/// A matcher tracks the state of one answer in a guide: it provides token masks and accepts tokens.
///
/// Matchers are values: a copy is independent of the original and cheap.
public struct GuideMatcher: Sendable {
  /// The guide.
  public let guide: Guide
  var position = GuidePosition()
  /// The last shortest completion, without the tokens accepted since.
  var cachedCompletion: [TokenID]?
  /// True once an end-of-generation token has been accepted.
  public private(set) var isFinished = false

  init(_ guide: Guide) { self.guide = guide }

  /// The text accepted so far.
  public var text: [UInt8] { position.text }

  /// Returns the allowed tokens, including the end-of-generation tokens if the answer is complete.
  public mutating func mask() -> TokenMask { guide.mask(&position) }

  /// Throws if an allowed token may be missing from a mask, or may have been rejected, since the last check.
  ///
  /// The matchers of a guide share what they have found out; a check concerns the matcher that was used last.
  ///
  /// - Throws: ``GuideError/tooComplex(pointer:reason:)`` if there were too many alternatives to follow.
  public func checkCompleteness() throws(GuideError) { try guide.checkCompleteness() }

  /// True if the text so far is a complete answer; it may still be continued.
  public var isAccepting: Bool {
    mutating get { guide.withMachine(&position) { machine, state in machine.accepts(state) } }
  }

  /// True if the answer is complete and only end-of-generation tokens are allowed.
  public var mustEnd: Bool {
    mutating get {
      guard isAccepting, let tokens = mask().sparseTokens else { return false }
      return tokens.allSatisfy { guide.index.endTokens.contains(Int32($0)) }
    }
  }

  /// True if the answer is complete, and white space alone may follow.
  public var isComplete: Bool {
    mutating get {
      guard isAccepting, let tokens = mask().sparseTokens else { return false }
      return tokens.allSatisfy { token in
        if guide.index.endTokens.contains(Int32(token)) { return true }
        return guide.index.text(of: token)?.allSatisfy(" \n\r\t".utf8.contains) == true
      }
    }
  }

  /// Returns true if a token is allowed; much cheaper than computing the mask.
  public mutating func allows(_ token: TokenID) -> Bool {
    guard !isFinished else { return false }
    if guide.index.endTokens.contains(Int32(truncatingIfNeeded: token)) { return isAccepting }
    guard let bytes = guide.index.text(of: token) else { return false }
    return guide.withMachine(&position) { machine, state in
      var current = state
      for byte in bytes where current >= 0 { current = machine.step(current, byte) }
      return current >= 0
    }
  }

  /// Advances by a token.
  ///
  /// - Throws: ``GuideError/tokenNotAllowed(id:)`` if the token is not allowed; the matcher then is unchanged.
  public mutating func accept(_ token: TokenID) throws(GuideError) {
    guard !isFinished else { throw .tokenNotAllowed(id: token) }
    if guide.index.endTokens.contains(Int32(truncatingIfNeeded: token)), isAccepting {
      isFinished = true
      return
    }
    let rest = cachedCompletion.flatMap { $0.first == token ? Array($0.dropFirst()) : nil }
    guard let bytes = guide.index.text(of: token), accept(bytes: bytes) else { throw .tokenNotAllowed(id: token) }
    cachedCompletion = rest
  }

  /// Advances by a token if the answer can be completed within `count` more; otherwise returns false and changes
  /// nothing.
  ///
  /// The text is not copied, unlike in a copy of the matcher that accepts a token.
  ///
  /// - Throws: ``GuideError/tokenNotAllowed(id:)`` if the token is not allowed; the matcher then is unchanged.
  public mutating func accept(_ token: TokenID, leaving count: Int) throws(GuideError) -> Bool {
    let (state, generation, length) = (position.state, position.generation, position.text.count)
    let completion = cachedCompletion
    try accept(token)
    if isFinished || shortestCompletion().count <= count { return true }
    position.text.removeLast(position.text.count - length)
    (position.state, position.generation, cachedCompletion) = (state, generation, completion)
    return false
  }

  /// Advances by bytes if they are allowed; otherwise returns false and leaves the matcher unchanged.
  public mutating func accept(bytes: some Sequence<UInt8> & Sendable) -> Bool {
    let isAllowed = guide.withMachine(&position) { machine, state in
      var current = state
      for byte in bytes where current >= 0 { current = machine.step(current, byte) }
      if current >= 0 { state = current }
      return current >= 0
    }
    if isAllowed {
      position.text += bytes
      cachedCompletion = nil
    }
    return isAllowed
  }
}

extension TokenIndex {
  /// Returns the bytes of a text token, nil for control, unused and suppressed tokens.
  func text(of token: TokenID) -> ArraySlice<UInt8>? {
    guard !suppressed.contains(token) else { return nil }
    switch markers.contains(token) ? .userDefined : vocabulary.kind(of: token) {
    case .normal, .byte, .userDefined:
      let bytes = vocabulary.piece(of: token)
      return bytes.isEmpty ? nil : bytes
    case .undefined, .unknown, .control, .unused: return nil
    }
  }
}
