import SwiftletGGUF
import SwiftletKernels
import SwiftletTokenizers

/// A smaller model that proposes tokens for speculative decoding.
///
/// Speculative decoding (Leviathan et al. 2023), with a stricter acceptance rule: a proposal is accepted if it equals
/// the token that the model samples with the sequence's own random numbers. So the output is, token by token, that
/// without a draft model. The draft model samples with the same random numbers, and so proposes the same token where
/// its distribution is similar.
final class DraftModel {
  let decoder: Decoder
  let pool: KeyValuePool
  /// The maximum length of a sequence.
  let contextSize: Int
  private let loaded: LoadedModel

  /// The maximum number of sequences that are drafted for at once.
  static let maximumSequences = 4
  /// The maximum difference of the vocabularies' lengths: padding at the end, which no text uses.
  private static let paddingLimit = 128

  /// Creates a draft model from a loaded model.
  init(
    _ loaded: LoadedModel, threads: WorkerPool, contextSize: Int, keyValueType: KeyValueType, byteLimit: Int
  ) throws(InferenceError) {
    self.loaded = loaded
    decoder = try Decoder(loaded.model, pool: threads, maximumLogits: Self.maximumSequences)
    pool = loaded.model.makePool(type: keyValueType, byteLimit: byteLimit)
    self.contextSize = min(contextSize, loaded.model.configuration.trainingContext)
  }

  /// Checks that rejected tokens can be rolled back, which recurrent states do not allow.
  static func check(_ model: DecoderModel) throws(InferenceError) {
    guard model.configuration.states.count == 0 else {
      throw .unsupportedFeature(
        file: model.path, found: "layers with states, in a model with a draft or in the draft itself",
        expected: "models all of whose layers have keys and values")
    }
  }

  /// Checks that a file has the tokens of a vocabulary.
  ///
  /// - Throws: ``InferenceError/vocabularyMismatch(file:found:expected:)`` naming the first difference.
  static func check(_ file: GGUFFile, against vocabulary: Vocabulary) throws(InferenceError) {
    let own = try wrapping { () throws(TokenizerError) in try Tokenizer(metadata: file.metadata) }.vocabulary
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
    for id in 0..<min(own.count, vocabulary.count) where own.bytes(of: id) != vocabulary.bytes(of: id) {
      throw .vocabularyMismatch(
        file: file.path, found: "\(text(own.bytes(of: id))) as token \(id)", expected: text(vocabulary.bytes(of: id)))
    }
    guard abs(own.count - vocabulary.count) <= paddingLimit else {
      throw .vocabularyMismatch(file: file.path, found: "\(own.count) tokens", expected: "\(vocabulary.count)")
    }
  }
}
