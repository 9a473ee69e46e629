import SwiftletGGUF

/// The classification head of a reranker (cross-encoder), which reads a query and a document together.
///
/// The pooled vector goes through a dense layer with an activation function and a norm, either of which a file may
/// lack, and an output of one score, or of the logits of "yes" and "no", whose difference is the score.
struct RankingHead: Sendable, Equatable {
  /// The activation function of the dense layer.
  enum Function: Sendable {
    case tanh, gelu
  }

  /// The names of its tensors, without suffix.
  static let (denseName, normName, outputName) = ("cls", "cls.norm", "cls.output")

  /// The pooling before the head.
  var pooling: Pooling
  /// The activation function; nil without a dense layer.
  var function: Function?
  var hasNorm: Bool
  /// The number of outputs, 1 or 2.
  var outputCount: Int

  /// Reads the head of a file.
  ///
  /// - Throws: ``InferenceError/unsupportedFeature(file:found:expected:)`` if it has none, or one for several classes.
  init(_ keys: ArchitectureKeys, _ model: DecoderConfiguration) throws(InferenceError) {
    guard let output = keys.file[Self.outputName + ".weight"] else {
      throw .unsupportedFeature(
        file: keys.file.path, found: "a reranking model without \(Self.outputName).weight",
        expected: "a score, or \"yes\" and \"no\", as outputs")
    }
    outputCount = output.rows
    // Generative rerankers have the rows of two tokens of the vocabulary.
    guard outputCount == (model.isCausal ? 2 : 1) || outputCount == 1 else {
      throw .unsupportedFeature(
        file: keys.file.path, found: "a head with \(outputCount) outputs",
        expected: model.isCausal ? "a score, or \"yes\" and \"no\"" : "a reranking model, whose head has one output")
    }
    let isModern = model.architecture == "modern-bert"
    let known: Pooling = model.isCausal ? .last : isModern ? .mean : .cls
    let value = try keys.integer("classifier.pooling_type", in: 1...3, default: known.rawValue)
    pooling = Pooling(rawValue: value) ?? known
    function = keys.file[Self.denseName + ".weight"] == nil ? nil : isModern ? .gelu : .tanh
    hasNorm = keys.file[Self.normName + ".weight"] != nil
  }
}
