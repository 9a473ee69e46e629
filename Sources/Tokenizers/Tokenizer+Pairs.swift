extension Tokenizer {
  /// Encodes two texts for models that read them together, such as cross-encoders.
  ///
  /// Each text has the special tokens after it that a text of its own has, and BOS comes before the first; vocabularies
  /// in the manner of RoBERTa have a separator more between the texts (`add_sep_token`). Control tokens are not parsed.
  ///
  /// - Parameters:
  ///   - first: The first text.
  ///   - second: The second text.
  ///   - limit: The number of tokens to which the end of the second text is cut; no more than it has are removed.
  /// - Returns: The tokens, and the index of the first one of the second text.
  public func encode(
    _ first: String, and second: String, cuttingTo limit: Int = .max
  ) -> (tokens: [TokenID], secondStart: Int) {
    let special = vocabulary.special
    var ending: [TokenID] = []
    if special.addsSeparator, let separator = vocabulary.separatorID {
      ending = [separator]
    } else if vocabulary.addsEOS, let eos = vocabulary.eosID {
      ending = [eos]
    }
    var tokens: [TokenID] = []
    if vocabulary.addsBOS, let bos = vocabulary.bosID { tokens.append(bos) }
    tokens += encode(first, addingBOSAndEOS: false) + ending
    if special.separatesPairs, let separator = vocabulary.separatorID ?? vocabulary.eosID { tokens.append(separator) }
    let start = tokens.count
    var content = encode(second, addingBOSAndEOS: false)
    let excess = start + content.count + ending.count - limit
    if excess > 0 { content.removeLast(min(excess, content.count)) }
    return (tokens + content + ending, start)
  }
}
