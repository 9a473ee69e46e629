/// The tokens with a special meaning, and when they are added.
struct SpecialTokens: Sendable {
  var bos: TokenID?
  var eos: TokenID?
  var eot: TokenID?
  var eom: TokenID?
  var unknown: TokenID?
  var padding: TokenID?
  var addsBOS = false
  var addsEOS = false
  var addsSpacePrefix = false
  var endOfGeneration: Set<TokenID> = []
  /// Tokens that swallow the whitespace after them.
  var stripsAfter: Set<TokenID> = []
}

/// Tokens that are recognised by their text, because files often fail to mark them.
enum WellKnownTokens {
  /// Texts that end a turn, in the order in which they are looked for if the file does not name the token.
  static let endOfTurn = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "<EOT>", "_<EOT>",
    "<｜end▁of▁sentence｜>", "<end_of_utterance>",
  ]

  /// The text that ends a message.
  static let endOfMessage = ["<|eom_id|>"]

  /// Texts after which a model has nothing more to say, whatever else the file names.
  static let endOfGeneration = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<end_of_turn>", "<|endoftext|>", "<|eom_id|>",
    "<EOT>", "_<EOT>", "<|end_of_text|>", "<turn|>", "<|tool_response>", "<end_of_utterance>",
  ]
}

extension SpecialTokens {
  /// Collects the tokens that end a generation; `find` gives the token of a text.
  mutating func collectEndOfGeneration(_ find: (String) -> TokenID?) {
    endOfGeneration = Set(WellKnownTokens.endOfGeneration.compactMap(find))
    for id in [eos, eot, eom] {
      if let id { endOfGeneration.insert(id) }
    }
    // Where a model has its own tokens for the end of a turn, `<|end|>` closes one message of several in it.
    if let end = find("<|end|>"), end != eos, find("<|return|>") != nil, find("<|call|>") != nil {
      endOfGeneration.remove(end)
    }
  }
}
