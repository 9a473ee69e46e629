import SwiftletGGUF
import SwiftletKernels
import SwiftletTokenizers

/// A smaller model that proposes what another one may choose.
///
/// Speculative decoding (Leviathan et al. 2023), with a stricter rule: a proposal holds if it is the very token that the
/// model chooses with the sequence's own draw. So texts are, to the token, those that come without a draft; and as the
/// draft draws by the same numbers, it proposes the same wherever its probabilities are much the same.
final class DraftModel {
  let decoder: Decoder
  let pool: KeyValuePool
  /// The longest sequence that it can read.
  let contextSize: Int
  private let loaded: LoadedModel

  /// How many sequences are drafted for at once.
  static let maximumSequences = 4
  /// How many tokens at the end one vocabulary may have more than the other: they fill up a table, and no text has them.
  private static let paddingLimit = 128

  /// Makes a loaded model a draft.
  init(
    _ loaded: LoadedModel, threads: WorkerPool, contextSize: Int, keyValueType: KeyValueType, byteLimit: Int
  ) throws(InferenceError) {
    self.loaded = loaded
    decoder = try Decoder(loaded.model, pool: threads, maximumLogits: Self.maximumSequences)
    pool = loaded.model.makePool(type: keyValueType, byteLimit: byteLimit)
    self.contextSize = min(contextSize, loaded.model.configuration.trainingContext)
  }

  /// Checks that proposals can be taken back, which states of layers cannot.
  static func check(_ model: DecoderModel) throws(InferenceError) {
    guard model.configuration.states.count == 0 else {
      throw .unsupportedFeature(
        file: model.path, found: "layers with states, in a model with a draft or in the draft itself",
        expected: "models all of whose layers have keys and values")
    }
  }

  /// Checks that a file's tokens are those of a vocabulary.
  ///
  /// - Throws: ``InferenceError/otherVocabulary(file:found:expected:)`` naming the first difference.
  static func check(_ file: GGUFFile, against vocabulary: Vocabulary) throws(InferenceError) {
    let own = try wrapping { () throws(TokenizerError) in try Tokenizer(metadata: file.metadata) }.vocabulary
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
    for id in 0..<min(own.count, vocabulary.count) where own.bytes(of: id) != vocabulary.bytes(of: id) {
      throw .otherVocabulary(
        file: file.path, found: "\(text(own.bytes(of: id))) as token \(id)", expected: text(vocabulary.bytes(of: id)))
    }
    guard abs(own.count - vocabulary.count) <= paddingLimit else {
      throw .otherVocabulary(file: file.path, found: "\(own.count) tokens", expected: "\(vocabulary.count)")
    }
  }
}
