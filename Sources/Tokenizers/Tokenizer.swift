public import SwiftletGGUF

/// Turns text into the tokens of a model, and tokens into text.
///
/// ```swift
/// let tokenizer = try Tokenizer(metadata: GGUFFile(path: "model.gguf").metadata)
/// let ids = tokenizer.encode("Hello, world!")
/// let bytes = try tokenizer.decode(ids, skippingControlTokens: true)
/// ```
///
/// A tokenizer is an immutable value that any number of threads may use at once.
public struct Tokenizer: Sendable {
  /// The algorithm with its tables.
  enum Algorithm: Sendable {
    case bytePair(BytePairModel)
    case sentencePiece(SentencePieceModel)
  }

  /// The tokens.
  public let vocabulary: Vocabulary
  /// What is odd about the file and what is done about it, a sentence each.
  public let warnings: [String]
  let algorithm: Algorithm
  let matcher: SpecialTokenMatcher

  /// Reads the tokenizer of a model from the metadata of its file.
  ///
  /// - Throws: ``TokenizerError`` if the metadata is incomplete or contradicts itself, or if the model is of a kind that
  ///   is not implemented. An unknown pre-tokenizer is not an error but a warning.
  public init(metadata: GGUFMetadata) throws(TokenizerError) {
    let keys = TokenizerKeys(metadata)
    guard let name = try keys.string("model") else { throw .missingKey(TokenizerKeys.prefix + "model") }
    guard let model = Vocabulary.Model(rawValue: name) else {
      throw .unsupportedModel(name, supported: Vocabulary.Model.allCases.map(\.rawValue))
    }
    var warnings: [String] = []
    switch model {
    case .sentencePiece:
      vocabulary = try Vocabulary(metadata, profile: .init(stages: []), model: model, warnings: &warnings)
      algorithm = .sentencePiece(SentencePieceModel(vocabulary))
    case .bytePair:
      let profile = Self.profile(named: try keys.string("pre"), warnings: &warnings)
      vocabulary = try Vocabulary(metadata, profile: profile, model: model, warnings: &warnings)
      guard let merges = try keys.byteStrings("merges") else { throw .missingKey(TokenizerKeys.prefix + "merges") }
      algorithm = .bytePair(BytePairModel(vocabulary, merges: merges, profile: profile))
    }
    matcher = SpecialTokenMatcher(vocabulary)
    self.warnings = warnings
  }

  private static func profile(named name: String?, warnings: inout [String]) -> PreTokenizer.Profile {
    let key = TokenizerKeys.prefix + "pre"
    guard let name, !name.isEmpty else {
      warnings.append("the key \(key) is missing; text is cut by the rules named \"default\", which is likely wrong")
      return PreTokenizer.fallback
    }
    guard let profile = PreTokenizer.profile(named: name) else {
      warnings.append("the \(key) \"\(name)\" is unknown; text is cut by the rules named \"default\" instead")
      return PreTokenizer.fallback
    }
    if name == "default" { warnings.append("the \(key) is \"default\", which few models were trained with") }
    return profile
  }
}
