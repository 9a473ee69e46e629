/// The tokens around the parts of a text whose middle a model fills in.
public struct FillInTheMiddleTokens: Sendable, Hashable {
  /// The token before the text that precedes the gap.
  public var prefix: TokenID
  /// The token before the text that follows the gap.
  public var suffix: TokenID
  /// The token after both, which the model continues with the text of the gap.
  public var middle: TokenID
  /// The token before the name of a repository; nil if there is none.
  public var repository: TokenID?
  /// The token before the name and the text of a further file; nil if there is none.
  public var separator: TokenID?
}

extension Vocabulary {
  /// The tokens for filling in the middle of a text; nil if the model lacks one of them.
  ///
  /// They are those that keys of the file name, else those with the texts that families of models have for them.
  public var fillInTheMiddle: FillInTheMiddleTokens? { special.fillInTheMiddle }
}

extension WellKnownTokens {
  /// The texts of the tokens for filling in the middle, as in Qwen2.5-Coder, StarCoder, CodeGemma, DeepSeek-Coder and
  /// Code Llama, and the keys that may name them.
  fileprivate static let fillInTheMiddle: [(keys: [String], texts: [String])] = [
    (
      ["fim_pre_token_id", "prefix_token_id"],
      ["<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>"]
    ),
    (
      ["fim_suf_token_id", "suffix_token_id"],
      ["<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<｜fim▁hole｜>", "<SUF>", "▁<SUF>"]
    ),
    (
      ["fim_mid_token_id", "middle_token_id"],
      ["<|fim_middle|>", "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>", "▁<MID>"]
    ),
  ]
}

extension TokenizerKeys {
  /// Returns the tokens for filling in the middle; nil if the vocabulary lacks one of them.
  ///
  /// - Parameters:
  ///   - count: The number of tokens.
  ///   - repository: The token before the name of a repository.
  ///   - separator: The token before a further file.
  ///   - find: Returns the token of a text.
  /// - Returns: The tokens.
  /// - Throws: ``TokenizerError`` for a key whose token is not in the vocabulary.
  func fillInTheMiddle(
    count: Int, repository: TokenID?, separator: TokenID?, _ find: (String) -> TokenID?
  ) throws(TokenizerError) -> FillInTheMiddleTokens? {
    var tokens: [TokenID] = []
    for (keys, texts) in WellKnownTokens.fillInTheMiddle {
      var token: TokenID?
      for key in keys where token == nil { token = try self.token(key, or: [], count: count, find) }
      guard let token = token ?? texts.lazy.compactMap(find).first else { return nil }
      tokens.append(token)
    }
    return FillInTheMiddleTokens(
      prefix: tokens[0], suffix: tokens[1], middle: tokens[2], repository: repository, separator: separator)
  }
}
