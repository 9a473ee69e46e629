public import SwiftletGGUF

/// The tokenizer of a model, which encodes text into tokens and decodes tokens into text.
///
/// ```swift
/// let tokenizer = try Tokenizer(metadata: GGUFFile(path: "model.gguf").metadata)
/// let ids = tokenizer.encode("Hello, world!")
/// let bytes = try tokenizer.decode(ids, skippingControlTokens: true)
/// ```
///
/// A tokenizer is an immutable value that is safe to use from any number of threads.
public struct Tokenizer: Sendable {
  /// The algorithm with its tables.
  enum Algorithm: Sendable {
    case bytePair(BytePairModel)
    case sentencePiece(SentencePieceModel)
    case wordPiece(WordPieceModel)
    case unigram(UnigramModel)
  }

  /// The vocabulary.
  public let vocabulary: Vocabulary
  /// The irregularities of the file and how they are handled, one sentence each.
  public let warnings: [String]
  let algorithm: Algorithm
  let matcher: SpecialTokenMatcher

  /// Reads the tokenizer of a model from the metadata of its file.
  ///
  /// - Throws: ``TokenizerError`` if the metadata is incomplete or inconsistent, or if the tokenizer model is not
  ///   supported. An unknown pre-tokenizer is not an error but a warning.
  public init(metadata: GGUFMetadata) throws(TokenizerError) {
    let keys = TokenizerKeys(metadata)
    guard let name = try keys.string("model") else { throw .missingKey(TokenizerKeys.prefix + "model") }
    guard let model = Vocabulary.Model(rawValue: name) else {
      throw .unsupportedModel(name, supported: Vocabulary.Model.allCases.map(\.rawValue))
    }
    var warnings: [String] = []
    let profile =
      switch model {
      case .sentencePiece, .wordPiece, .unigram: PreTokenizer.Profile(stages: [])
      case .bytePair: Self.profile(named: try keys.string("pre"), warnings: &warnings)
      case .characterPair: PreTokenizer.gemma4
      }
    let vocabulary = try Vocabulary(metadata, profile: profile, model: model, warnings: &warnings)
    algorithm = try Self.algorithm(vocabulary, profile, keys)
    matcher = try SpecialTokenMatcher(vocabulary)
    self.vocabulary = vocabulary
    self.warnings = warnings
  }

  private static func algorithm(
    _ vocabulary: Vocabulary, _ profile: PreTokenizer.Profile, _ keys: TokenizerKeys
  ) throws(TokenizerError) -> Algorithm {
    switch vocabulary.model {
    case .sentencePiece:
      return .sentencePiece(SentencePieceModel(vocabulary))
    case .bytePair, .characterPair:
      guard let merges = try keys.byteStrings("merges") else { throw .missingKey(TokenizerKeys.prefix + "merges") }
      return .bytePair(BytePairModel(vocabulary, merges: merges, profile: profile))
    case .wordPiece:
      return .wordPiece(WordPieceModel(vocabulary, normalizer: try keys.bertNormalizer()))
    case .unigram:
      let normalizer = UnigramNormalizer(
        map: try keys.characterMap(), addsSpacePrefix: vocabulary.addsSpacePrefix,
        removesExtraSpaces: try keys.removesExtraSpaces())
      return .unigram(UnigramModel(vocabulary, normalizer: normalizer))
    }
  }

  private static func profile(named name: String?, warnings: inout [String]) -> PreTokenizer.Profile {
    let key = TokenizerKeys.prefix + "pre"
    guard let name, !name.isEmpty else {
      warnings.append("the key \(key) is missing; using the \"default\" pre-tokenizer, which is likely wrong")
      return PreTokenizer.fallback
    }
    guard let profile = PreTokenizer.profile(named: name) else {
      warnings.append("the \(key) \"\(name)\" is unknown; using the \"default\" pre-tokenizer instead")
      return PreTokenizer.fallback
    }
    if name == "default" { warnings.append("the \(key) is \"default\", which few models were trained with") }
    return profile
  }
}
