import SwiftletGGUF

/// Typed access to the keys `tokenizer.ggml.*`, with the defaults that files rely on.
struct TokenizerKeys {
  /// What all of the keys start with.
  static let prefix = "tokenizer.ggml."

  private let metadata: GGUFMetadata

  init(_ metadata: GGUFMetadata) { self.metadata = metadata }

  func string(_ key: String) throws(TokenizerError) -> String? {
    do { return try metadata.string(Self.prefix + key) } catch { throw .metadata("\(error)") }
  }

  func byteStrings(_ key: String) throws(TokenizerError) -> ByteStrings? {
    do { return try metadata.byteStrings(Self.prefix + key) } catch { throw .metadata("\(error)") }
  }

  /// An array that has to have at least one element for each token.
  func floats(_ key: String, count: Int) throws(TokenizerError) -> [Float]? {
    let floats: [Float]?
    do { floats = try metadata.floats(Self.prefix + key) } catch { throw .metadata("\(error)") }
    try check(floats?.count, key, count)
    return floats
  }

  /// The kinds of all tokens; they are normal if the file does not say.
  func kinds(count: Int) throws(TokenizerError) -> [Vocabulary.Kind] {
    let numbers: [Int]?
    do { numbers = try metadata.integers(Self.prefix + "token_type") } catch { throw .metadata("\(error)") }
    try check(numbers?.count, "token_type", count)
    guard let numbers else { return Array(repeating: .normal, count: count) }
    return numbers.prefix(count).map { Vocabulary.Kind(rawValue: $0) ?? .undefined }
  }

  private func check(_ found: Int?, _ key: String, _ expected: Int) throws(TokenizerError) {
    if let found, found < expected {
      throw .wrongCount(key: Self.prefix + key, expected: expected, found: found)
    }
  }

  private func flag(_ key: String, default: Bool) throws(TokenizerError) -> Bool {
    do { return try metadata.bool(Self.prefix + key) ?? `default` } catch { throw .metadata("\(error)") }
  }

  /// The token under a key.
  ///
  /// A default is meant for the model's original vocabulary, so a smaller one may lack it.
  private func token(_ key: String, default: TokenID?, count: Int) throws(TokenizerError) -> TokenID? {
    let id: Int?
    do { id = try metadata.integer(Self.prefix + key) } catch { throw .metadata("\(error)") }
    guard let id else { return `default`.flatMap { $0 < count ? $0 : nil } }
    guard (0..<count).contains(id) else {
      throw .specialTokenOutOfRange(key: Self.prefix + key, id: id, count: count)
    }
    return id
  }

  /// What the keys that name special tokens, and flags, default to.
  private struct Defaults {
    var bos: TokenID?
    var eos: TokenID?
    var unknown: TokenID?
    var padding: TokenID?
    var separator: TokenID?
    var mask: TokenID?
    var addsBOS = false
    var addsEOS = false
    var addsSpacePrefix = false

    init(_ model: Vocabulary.Model, _ profile: PreTokenizer.Profile) {
      switch model {
      case .sentencePiece: (bos, eos, unknown, addsBOS, addsSpacePrefix) = (1, 2, 0, true, true)
      case .bytePair where profile.form == .byteAlphabet:
        (bos, eos, addsBOS) = (profile.lacksBOS ? nil : 11, 11, profile.addsBOS)
      case .bytePair, .characterPair: addsBOS = profile.addsBOS
      case .wordPiece: (bos, separator, unknown, mask, padding, addsBOS) = (101, 102, 100, 103, 0, true)
      case .unigram: (eos, unknown, padding, addsEOS) = (1, 2, 0, true)
      }
    }
  }

  /// The special tokens that keys name, with the defaults of the model.
  func specialTokens(
    _ model: Vocabulary.Model, _ profile: PreTokenizer.Profile, count: Int
  ) throws(TokenizerError) -> SpecialTokens {
    let defaults = Defaults(model, profile)
    var tokens = SpecialTokens()
    let classification = model == .wordPiece ? try token("cls_token_id", default: defaults.bos, count: count) : nil
    tokens.bos = try token("bos_token_id", default: classification ?? defaults.bos, count: count)
    tokens.eos = try token("eos_token_id", default: defaults.eos, count: count)
    tokens.unknown = try token("unknown_token_id", default: defaults.unknown, count: count)
    tokens.eot = try token("eot_token_id", default: nil, count: count)
    tokens.eom = try token("eom_token_id", default: nil, count: count)
    tokens.padding = try token("padding_token_id", default: defaults.padding, count: count)
    // The key is spelled so.
    tokens.separator = try token("seperator_token_id", default: defaults.separator, count: count)
    tokens.mask = try token("mask_token_id", default: defaults.mask, count: count)
    tokens.addsBOS = try flag("add_bos_token", default: defaults.addsBOS)
    // Gemma 4's files say no, but the model was trained with it.
    if profile.keepsNewlineRuns { tokens.addsBOS = true }
    tokens.addsEOS = try flag("add_eos_token", default: defaults.addsEOS)
    tokens.addsSeparator = model == .wordPiece
    tokens.addsSpacePrefix = try flag("add_space_prefix", default: defaults.addsSpacePrefix)
    tokens.suppressed = try integers("suppress_tokens").filter { (0..<count).contains($0) }.sorted()
    return tokens
  }

  /// The token that a key names, or the first of those texts that is a token.
  func token(_ key: String, or texts: [String], count: Int, _ find: (String) -> TokenID?) throws(TokenizerError)
    -> TokenID?
  {
    if let id = try token(key, default: nil, count: count) { return id }
    return texts.lazy.compactMap(find).first
  }

  private func integers(_ key: String) throws(TokenizerError) -> [Int] {
    do { return try metadata.integers(Self.prefix + key) ?? [] } catch { throw .metadata("\(error)") }
  }

  /// How T5 rewrites characters, nil if the file does not say.
  func characterMap() throws(TokenizerError) -> CharacterMap? {
    let key = "precompiled_charsmap"
    let bytes = try integers(key)
    // Some files have the bytes as signed numbers.
    guard !bytes.isEmpty else { return nil }
    guard bytes.allSatisfy({ (-128...255).contains($0) }) else {
      throw .malformedCharacterMap(found: "numbers that are no bytes", expected: "an array of bytes")
    }
    return try CharacterMap(bytes.map { UInt8(truncatingIfNeeded: $0) })
  }

  /// How BERT's text is simplified, with the defaults of its first models.
  func bertNormalizer() throws(TokenizerError) -> BERTNormalizer {
    let lowercases = try flag("normalizer.lowercase", default: true)
    return BERTNormalizer(
      lowercases: lowercases, stripsAccents: try flag("normalizer.strip_accents", default: lowercases))
  }

  /// Whether runs of spaces count as one.
  func removesExtraSpaces() throws(TokenizerError) -> Bool { try flag("remove_extra_whitespaces", default: false) }

  /// Whether the model's name says that it is a Phi-3; no key tells how its special tokens treat whitespace.
  func namesPhi3() throws(TokenizerError) -> Bool {
    let name = try general("name")
    return name.contains("phi-3") || name.contains("phi3")
  }

  /// The texts of tokens that swallow the whitespace before them, which again no key tells.
  func strippingBefore() throws(TokenizerError) -> [String] {
    let architecture = try general("architecture")
    let hasMask =
      ["jina-v2-de", "jina-v2-es", "jina-v2-code"].contains(try string("pre") ?? "")
      || architecture.contains("nomic-bert-moe") || architecture.contains("jina-bert-v3")
    if hasMask { return ["<mask>"] }
    return try general("name").contains("modern-bert") ? ["[MASK]"] : []
  }

  private func general(_ key: String) throws(TokenizerError) -> String {
    do { return try metadata.string("general." + key)?.lowercased() ?? "" } catch { throw .metadata("\(error)") }
  }
}
