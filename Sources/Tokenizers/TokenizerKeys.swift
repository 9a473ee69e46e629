import SwiftletGGUF

/// Typed access to the keys `tokenizer.ggml.*`, with the defaults that files rely on.
struct TokenizerKeys {
  /// The prefix of all keys.
  static let prefix = "tokenizer.ggml."

  private let metadata: GGUFMetadata

  init(_ metadata: GGUFMetadata) { self.metadata = metadata }

  func string(_ key: String) throws(TokenizerError) -> String? {
    do { return try metadata.string(Self.prefix + key) } catch { throw .metadata("\(error)") }
  }

  func byteStrings(_ key: String) throws(TokenizerError) -> ByteStrings? {
    do { return try metadata.byteStrings(Self.prefix + key) } catch { throw .metadata("\(error)") }
  }

  /// An array with at least one element per token, nil if the key is missing.
  func floats(_ key: String, count: Int) throws(TokenizerError) -> [Float]? {
    let floats: [Float]?
    do { floats = try metadata.floats(Self.prefix + key) } catch { throw .metadata("\(error)") }
    try check(floats?.count, key, count)
    return floats
  }

  /// The kinds of all tokens; `normal` if the key is missing.
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

  /// The token that a key names.
  ///
  /// Defaults refer to the original vocabulary of the model, so they are dropped if a smaller one does not contain
  /// them.
  private func token(_ key: String, default: TokenID?, count: Int) throws(TokenizerError) -> TokenID? {
    let id: Int?
    do { id = try metadata.integer(Self.prefix + key) } catch { throw .metadata("\(error)") }
    guard let id else { return `default`.flatMap { $0 < count ? $0 : nil } }
    guard (0..<count).contains(id) else {
      throw .specialTokenOutOfRange(key: Self.prefix + key, id: id, count: count)
    }
    return id
  }

  /// The default special tokens and flags.
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
    // The misspelling is part of the key.
    tokens.separator = try token("seperator_token_id", default: defaults.separator, count: count)
    tokens.mask = try token("mask_token_id", default: defaults.mask, count: count)
    tokens.addsBOS = try flag("add_bos_token", default: defaults.addsBOS)
    // Files of Gemma 4 set the flag to false, but the model was trained with BOS.
    if profile.keepsNewlineRuns { tokens.addsBOS = true }
    tokens.addsEOS = try flag("add_eos_token", default: defaults.addsEOS)
    tokens.addsSeparator = model == .wordPiece
    tokens.separatesPairs = try flag("add_sep_token", default: false) && !tokens.addsSeparator
    tokens.addsSpacePrefix = try flag("add_space_prefix", default: defaults.addsSpacePrefix)
    tokens.suppressed = try integers("suppress_tokens").filter { (0..<count).contains($0) }.sorted()
    return tokens
  }

  /// The token that a key names, or else the token of the first of `texts` that has one.
  func token(_ key: String, or texts: [String], count: Int, _ find: (String) -> TokenID?) throws(TokenizerError)
    -> TokenID?
  {
    if let id = try token(key, default: nil, count: count) { return id }
    return texts.lazy.compactMap(find).first
  }

  private func integers(_ key: String) throws(TokenizerError) -> [Int] {
    do { return try metadata.integers(Self.prefix + key) ?? [] } catch { throw .metadata("\(error)") }
  }

  /// The normalization map of T5, nil if the file has none.
  func characterMap() throws(TokenizerError) -> CharacterMap? {
    let key = "precompiled_charsmap"
    let bytes = try integers(key)
    // Some files store the bytes as signed numbers.
    guard !bytes.isEmpty else { return nil }
    guard bytes.allSatisfy({ (-128...255).contains($0) }) else {
      throw .malformedCharacterMap(found: "numbers out of the range of a byte", expected: "an array of bytes")
    }
    return try CharacterMap(bytes.map { UInt8(truncatingIfNeeded: $0) })
  }

  /// The BERT normalizer, with the defaults of the original models.
  func bertNormalizer() throws(TokenizerError) -> BERTNormalizer {
    let lowercases = try flag("normalizer.lowercase", default: true)
    return BERTNormalizer(
      lowercases: lowercases, stripsAccents: try flag("normalizer.strip_accents", default: lowercases))
  }

  /// Returns true if leading, trailing and repeated spaces are removed.
  func removesExtraSpaces() throws(TokenizerError) -> Bool { try flag("remove_extra_whitespaces", default: false) }

  /// Returns true if the model is a Phi-3 by its name; no key tells that its special tokens strip whitespace.
  func isPhi3() throws(TokenizerError) -> Bool {
    let name = try general("name")
    return name.contains("phi-3") || name.contains("phi3")
  }

  /// The texts of tokens that strip the whitespace before them, for which there is no key either.
  func leftStrippedTexts() throws(TokenizerError) -> [String] {
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
