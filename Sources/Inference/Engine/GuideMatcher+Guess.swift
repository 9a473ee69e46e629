import SwiftletGuides
import SwiftletTokenizers

extension GuideMatcher {
  /// As much of a guess as the guide allows, with the tokens that it then forces: what the sequence goes on with if the
  /// guess is right.
  ///
  /// What is forced has the tokens that the tokenizer writes it with. Where these are others than those of the guess, what
  /// was guessed behind them stands in another place, and the guess ends with them.
  ///
  /// - Parameters:
  ///   - guess: Tokens that may come.
  ///   - limit: The most tokens.
  ///   - tokenizer: Writes what is forced.
  /// - Returns: The tokens.
  func allowedPart(of guess: [TokenID], limit: Int, _ tokenizer: Tokenizer) -> [TokenID] {
    var ahead = self
    var tokens: [TokenID] = []
    var rest = guess[...]
    while tokens.count < limit, let token = rest.popFirst() {
      // The token that ends an answer is never run.
      guard (try? ahead.accept(token)) != nil, !ahead.isFinished else { break }
      tokens.append(token)
      let forced = ahead.forcedTokens(tokenizer)
      for token in forced where (try? ahead.accept(token)) == nil { return Array(tokens.prefix(limit)) }
      tokens += forced
      guard rest.starts(with: forced) else { break }
      rest = rest.dropFirst(forced.count)
    }
    return Array(tokens.prefix(limit))
  }
}
