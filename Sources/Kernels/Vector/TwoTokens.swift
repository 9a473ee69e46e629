#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// A token tile of two tokens, for instructions that multiply the activations of one token.
  typealias TwoTokens = Pair<OneToken, OneToken>
#endif
