/// The tokens with a special meaning, and when they are added.
struct SpecialTokens: Sendable {
  var bos: TokenID?
  var eos: TokenID?
  var eot: TokenID?
  var eom: TokenID?
  var unknown: TokenID?
  var padding: TokenID?
  var separator: TokenID?
  var mask: TokenID?
  /// The tokens that fill in the middle ends at, or goes on with another file after.
  var fillInEnds: [TokenID] = []
  var addsBOS = false
  var addsEOS = false
  var addsSeparator = false
  var addsSpacePrefix = false
  var endOfGeneration: Set<TokenID> = []
  /// Tokens that swallow the whitespace after them.
  var stripsAfter: Set<TokenID> = []
  /// Tokens that swallow the whitespace before them.
  var stripsBefore: Set<TokenID> = []
  /// Tokens that must never be generated, in ascending order.
  var suppressed: [TokenID] = []
}

/// Tokens that are recognised by their text, because files often fail to name or to mark them.
enum WellKnownTokens {
  /// Texts that end a turn, in the order in which they are looked for if the file does not name the token.
  static let endOfTurn = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "<|end_of_text|>", "<EOT>", "_<EOT>",
    "<｜end▁of▁sentence｜>", "<end_of_utterance>",
  ]

  /// The text that ends a message.
  static let endOfMessage = ["<|eom_id|>"]

  /// Texts after which a model has nothing more to say, whatever else the file names, and however it marks them.
  static let endOfGeneration = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>",
    "<|endoftext|>", "<|eom_id|>", "<EOT>", "_<EOT>", "<|end_of_text|>", "<end_of_utterance>", "<turn|>",
    "<|tool_response>", "<start_function_response>", "<｜end▁of▁sentence｜>",
  ]

  /// Texts that end a generation if they are marked as special; some vocabularies have them for text like any other.
  static let endOfGenerationIfMarked = ["</s>", "<eos>", "[EOS]", "[EOT]", "[e~["]

  /// Texts that end what a model fills in, for each key that may name such a token instead.
  static let fillInEnds = [
    "fim_pad_token_id": ["<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"],
    "fim_rep_token_id": ["<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"],
    "fim_sep_token_id": ["<|file_sep|>"],
  ]
}

extension SpecialTokens {
  /// Collects the tokens that end a generation; `find` gives the token of a text, `findMarked` only one that the file
  /// does not mark as normal.
  mutating func collectEndOfGeneration(_ find: (String) -> TokenID?, _ findMarked: (String) -> TokenID?) {
    endOfGeneration = Set(WellKnownTokens.endOfGeneration.compactMap(find) + fillInEnds)
    endOfGeneration.formUnion(WellKnownTokens.endOfGenerationIfMarked.compactMap(findMarked))
    for id in [eos, eot, eom] {
      if let id { endOfGeneration.insert(id) }
    }
    // Where a model has its own tokens for the end of a turn, `<|end|>` closes one message of several in it.
    let calls = find("<|call|>") ?? find("<|calls|>")
    let ends = find("<|return|>") ?? find("<|flush|>")
    if let end = find("<|end|>"), end != eos, calls != nil, ends != nil { endOfGeneration.remove(end) }
    // Gemma 4 has `</s>` for markup.
    if let strike = find("</s>"), strike != eos, find("<|tool_response>") != nil { endOfGeneration.remove(strike) }
  }
}
