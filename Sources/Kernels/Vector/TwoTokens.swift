#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// A tile of two tokens, where instructions multiply the activations of one.
  typealias TwoTokens = Pair<OneToken, OneToken>
#endif
