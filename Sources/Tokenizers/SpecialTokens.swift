/// The special tokens of a vocabulary, and the flags for adding them.
struct SpecialTokens: Sendable {
  var bos: TokenID?
  var eos: TokenID?
  var eot: TokenID?
  var eom: TokenID?
  var unknown: TokenID?
  var padding: TokenID?
  var separator: TokenID?
  var mask: TokenID?
  /// The tokens that end fill-in-the-middle output, or separate its files.
  var fimEnds: [TokenID] = []
  /// The tokens for filling in the middle of a text.
  var fillInTheMiddle: FillInTheMiddleTokens?
  var addsBOS = false
  var addsEOS = false
  var addsSeparator = false
  /// True if a separator comes between two texts, after the tokens that end the first.
  var separatesPairs = false
  var addsSpacePrefix = false
  var endOfGeneration: Set<TokenID> = []
  /// The tokens that strip the whitespace after them (`rstrip`).
  var stripsAfter: Set<TokenID> = []
  /// The tokens that strip the whitespace before them (`lstrip`).
  var stripsBefore: Set<TokenID> = []
  /// The tokens that must never be generated, in ascending order.
  var suppressed: [TokenID] = []
}

/// The special tokens that are recognised by their text, because files often fail to name or to mark them.
enum WellKnownTokens {
  /// The texts of end-of-turn tokens, in the order of lookup if the file does not name the token.
  static let endOfTurn = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "<|end_of_text|>", "<EOT>", "_<EOT>",
    "<｜end▁of▁sentence｜>", "<end_of_utterance>",
  ]

  /// The texts of end-of-message tokens.
  static let endOfMessage = ["<|eom_id|>"]

  /// The texts of end-of-generation tokens, regardless of the keys and the token types of the file.
  static let endOfGeneration = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>",
    "<|endoftext|>", "<|eom_id|>", "<EOT>", "_<EOT>", "<|end_of_text|>", "<end_of_utterance>", "<turn|>",
    "<|tool_response>", "<start_function_response>", "<｜end▁of▁sentence｜>",
  ]

  /// The texts of end-of-generation tokens only if marked as special; some vocabularies use them as plain text.
  static let endOfGenerationIfMarked = ["</s>", "<eos>", "[EOS]", "[EOT]", "[e~["]

  /// The texts of tokens that end fill-in-the-middle output, by the key that may name such a token.
  static let fimEnds = [
    "fim_pad_token_id": ["<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"],
    "fim_rep_token_id": ["<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"],
    "fim_sep_token_id": ["<|file_sep|>"],
  ]
}

extension SpecialTokens {
  /// Collects the end-of-generation tokens.
  ///
  /// `find` returns the token of a text, `findMarked` only a token that the file does not mark as normal.
  mutating func collectEndOfGeneration(_ find: (String) -> TokenID?, _ findMarked: (String) -> TokenID?) {
    endOfGeneration = Set(WellKnownTokens.endOfGeneration.compactMap(find) + fimEnds)
    endOfGeneration.formUnion(WellKnownTokens.endOfGenerationIfMarked.compactMap(findMarked))
    for id in [eos, eot, eom] {
      if let id { endOfGeneration.insert(id) }
    }
    // If a model has its own end-of-turn tokens, `<|end|>` ends only one of several messages in the turn.
    let calls = find("<|call|>") ?? find("<|calls|>")
    let ends = find("<|return|>") ?? find("<|flush|>")
    if let end = find("<|end|>"), end != eos, calls != nil, ends != nil { endOfGeneration.remove(end) }
    // Gemma 4 uses `</s>` as markup.
    if let strike = find("</s>"), strike != eos, find("<|tool_response>") != nil { endOfGeneration.remove(strike) }
  }
}
