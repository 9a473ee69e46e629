import SwiftletGuides
import SwiftletTokenizers

extension GuideMatcher {
  /// Returns the longest prefix of a draft that the guide allows, with the forced tokens inserted.
  ///
  /// Forced text is tokenized by the tokenizer. Where its tokens differ from those of the draft, the rest of the draft
  /// belongs to other positions, and the result ends with the forced tokens.
  ///
  /// - Parameters:
  ///   - draft: The draft tokens.
  ///   - limit: The maximum number of tokens.
  ///   - tokenizer: The tokenizer of forced text.
  /// - Returns: The tokens that the sequence continues with if the draft is accepted.
  func allowedPrefix(of draft: [TokenID], limit: Int, _ tokenizer: Tokenizer) -> [TokenID] {
    var ahead = self
    var tokens: [TokenID] = []
    var rest = draft[...]
    while tokens.count < limit, let token = rest.popFirst() {
      // The end-of-generation token is never run.
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
