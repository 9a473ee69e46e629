public import SwiftletTokenizers

/// Follows one answer along a guide: which tokens may come, and what those that came lead to.
///
/// A value: a copy goes its own way from where the original is, and costs next to nothing.
public struct GuideMatcher: Sendable {
  /// The guide.
  public let guide: Guide
  var position = GuidePosition()
  /// The way to the end that was found last, shortened by the tokens that followed it.
  var plan: [TokenID]?
  /// Whether a token that ends answers has been accepted.
  public private(set) var isFinished = false

  init(_ guide: Guide) { self.guide = guide }

  /// The text accepted so far.
  public var text: [UInt8] { position.text }

  /// The tokens that may come next; those that end the answer are among them if it is complete.
  public mutating func mask() -> TokenMask { guide.mask(&position) }

  /// Whether the answer is complete, though it might go on.
  public var isAccepting: Bool {
    mutating get { guide.withMachine(&position) { machine, state in machine.accepts(state) } }
  }

  /// Whether the answer is complete and nothing can come but what ends it.
  public var mustEnd: Bool {
    mutating get {
      guard isAccepting, let few = mask().few else { return false }
      return few.allSatisfy { guide.index.ends.contains(Int32($0)) }
    }
  }

  /// Whether a token may come next; much cheaper than a whole mask.
  public mutating func allows(_ token: TokenID) -> Bool {
    guard !isFinished else { return false }
    if guide.index.ends.contains(Int32(truncatingIfNeeded: token)) { return isAccepting }
    guard let bytes = guide.index.text(of: token) else { return false }
    return guide.withMachine(&position) { machine, state in
      var current = state
      for byte in bytes where current >= 0 { current = machine.step(current, byte) }
      return current >= 0
    }
  }

  /// Goes on by a token.
  ///
  /// - Throws: ``GuideError/tokenNotAllowed(id:)`` if the token may not come; the matcher then stays where it is.
  public mutating func accept(_ token: TokenID) throws(GuideError) {
    guard !isFinished else { throw .tokenNotAllowed(id: token) }
    if guide.index.ends.contains(Int32(truncatingIfNeeded: token)), isAccepting {
      isFinished = true
      return
    }
    let rest = plan.flatMap { $0.first == token ? Array($0.dropFirst()) : nil }
    guard let bytes = guide.index.text(of: token), accept(bytes: bytes) else { throw .tokenNotAllowed(id: token) }
    plan = rest
  }

  /// Goes on by some bytes, if they may come; otherwise returns false and stays where it is.
  public mutating func accept(bytes: some Sequence<UInt8> & Sendable) -> Bool {
    let isAllowed = guide.withMachine(&position) { machine, state in
      var current = state
      for byte in bytes where current >= 0 { current = machine.step(current, byte) }
      if current >= 0 { state = current }
      return current >= 0
    }
    if isAllowed {
      position.text += bytes
      plan = nil
    }
    return isAllowed
  }
}

extension TokenIndex {
  /// The bytes of a token that stands for text, nil for any other.
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
