public import SwiftletTokenizers

/// A request for the log-probabilities of tokens.
///
/// They are natural logarithms of the model's own probabilities, before temperature, penalties, filters and guides.
public struct LogProbabilityRequest: Sendable, Hashable {
  /// The number of the most likely tokens that are reported at each position.
  public var topCount: Int
  /// True if the tokens of the prompt are reported too, so that no part of it comes from the prefix cache.
  public var ofPrompt: Bool

  /// Creates a request.
  public init(topCount: Int = 0, ofPrompt: Bool = false) { (self.topCount, self.ofPrompt) = (topCount, ofPrompt) }
}

/// A token with its log-probability and those of the most likely tokens at its position.
public struct TokenLogProbability: Sendable, Hashable {
  /// A token that was likely at a position.
  public struct Alternative: Sendable, Hashable {
    /// The token.
    public var token: TokenID
    /// The bytes of its text, possibly a part of a character.
    public var bytes: [UInt8]
    /// The natural logarithm of its probability.
    public var logProbability: Double

    /// Creates a token that was likely.
    package init(token: TokenID, bytes: [UInt8], logProbability: Double) {
      (self.token, self.bytes, self.logProbability) = (token, bytes, logProbability)
    }
  }

  /// The token.
  public var token: TokenID
  /// The bytes of its text, possibly a part of a character.
  public var bytes: [UInt8]
  /// The natural logarithm of its probability, possibly −∞; nil for the first token of a prompt.
  public var logProbability: Double?
  /// The most likely tokens, best first, which need not include the token itself.
  public var top: [Alternative] = []

  /// Creates a token with its log-probability.
  package init(token: TokenID, bytes: [UInt8], logProbability: Double?, top: [Alternative] = []) {
    (self.token, self.bytes, self.logProbability, self.top) = (token, bytes, logProbability, top)
  }
}

extension TokenLogProbability {
  /// Creates the first token of a prompt, which nothing predicts.
  init(first token: TokenID, _ vocabulary: Vocabulary) {
    self.init(token: token, bytes: Array(vocabulary.piece(of: token)), logProbability: nil)
  }

  /// Creates the log-probability of a token from the logits that predict it.
  init(_ token: TokenID, topCount: Int, _ logits: borrowing Logits, _ vocabulary: Vocabulary) {
    let normalizer = logits.logarithmOfSum
    // Padding behind the vocabulary, which only a prompt can contain.
    let logit = token < logits.count ? logits[token] : -.infinity
    self.init(first: token, vocabulary)
    logProbability = logit.isNaN ? -.infinity : Double(logit) - normalizer
    guard topCount > 0 else { return }
    top = logits.top(topCount, atLeast: -.infinity).map { candidate in
      Alternative(
        token: candidate.token, bytes: Array(vocabulary.piece(of: candidate.token)),
        logProbability: Double(candidate.logit) - normalizer)
    }
  }
}
