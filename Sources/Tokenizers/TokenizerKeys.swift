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

  /// The special tokens that keys name, with the defaults of the model.
  func specialTokens(
    _ model: Vocabulary.Model, _ profile: PreTokenizer.Profile, count: Int
  ) throws(TokenizerError) -> SpecialTokens {
    let isSentencePiece = model == .sentencePiece
    var tokens = SpecialTokens()
    let defaultBOS = isSentencePiece ? 1 : profile.lacksBOS ? nil : 11
    tokens.bos = try token("bos_token_id", default: defaultBOS, count: count)
    tokens.eos = try token("eos_token_id", default: isSentencePiece ? 2 : 11, count: count)
    tokens.unknown = try token("unknown_token_id", default: isSentencePiece ? 0 : nil, count: count)
    tokens.eot = try token("eot_token_id", default: nil, count: count)
    tokens.eom = try token("eom_token_id", default: nil, count: count)
    tokens.padding = try token("padding_token_id", default: nil, count: count)
    tokens.addsBOS = try flag("add_bos_token", default: isSentencePiece || profile.addsBOS)
    tokens.addsEOS = try flag("add_eos_token", default: false)
    tokens.addsSpacePrefix = try flag("add_space_prefix", default: isSentencePiece)
    return tokens
  }

  /// Whether the model's name says that it is a Phi-3; no key tells how its special tokens treat whitespace.
  func namesPhi3() throws(TokenizerError) -> Bool {
    let name: String?
    do { name = try metadata.string("general.name")?.lowercased() } catch { throw .metadata("\(error)") }
    guard let name else { return false }
    return name.contains("phi-3") || name.contains("phi3")
  }
}
