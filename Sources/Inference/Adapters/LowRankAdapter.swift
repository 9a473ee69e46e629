public import SwiftletGGUF
import SwiftletKernels

/// A low-rank adapter (LoRA) of a model: small matrices whose products are added to those of the model's own.
///
///     y = W x + s · B (A x),   s = alpha / rank
///
/// The packed weights stay as they are, and sequences with different adapters, or with none, share them in one batch.
/// See Hu et al. 2021, and for the file `convert_lora_to_gguf` of llama.cpp: `general.type` is `adapter`, `adapter.type`
/// is `lora`, and each adapted tensor `T` has `T.lora_a` (columns, rank) and `T.lora_b` (rank, rows).
public final class LowRankAdapter: Sendable {
  /// The path of the file.
  public let path: String
  /// `general.name` of the file.
  public let name: String?
  /// All keys of the file.
  public let metadata: GGUFMetadata
  /// The number of matrices that it adapts.
  public let matrixCount: Int
  let layers: [Layer]
  let output: LowRankUpdate?
  /// What tells the file from others.
  let identity: ModelIdentity
  /// The decoder that it was checked against, and in whose passes alone its memory may be used.
  private let decoder: Decoder.Identity

  /// What is adapted in a layer.
  struct Layer: Sendable {
    var queryKeyValue: LowRankUpdate?
    var attentionOutput: LowRankUpdate?
    var gateUp: LowRankUpdate?
    var down: LowRankUpdate?
  }

  /// Reads an adapter and checks that it fits a decoder's model.
  ///
  /// - Throws: ``InferenceError`` if the file is not an adapter, is one for another architecture or other extents, or
  ///   adapts a tensor that cannot be adapted.
  init(contentsOf path: String, for decoder: Decoder.Properties) throws(InferenceError) {
    let model = decoder.model
    let header = try AdapterHeader(contentsOf: path)
    guard header.architecture == model.configuration.architecture else {
      throw AdapterHeader.mismatch(
        header.file, "general.architecture", header.architecture, model.configuration.architecture)
    }
    (self.path, name, metadata) = (path, header.name, header.metadata)
    identity = ModelIdentity(header.file)
    self.decoder = decoder.identity
    var loader = AdapterLoader(header: header, decoder: decoder)
    var layers: [Layer] = []
    for layer in model.weights.layers {
      var updates = Layer()
      for case .attention(let attention) in layer.mixers {
        updates.queryKeyValue = try loader.update(of: attention.queryKeyValue)
        updates.attentionOutput = try loader.update(of: attention.output)
      }
      if case .dense(let dense) = layer.feedForward {
        updates.gateUp = try loader.update(of: dense.gateUp)
        updates.down = try loader.update(of: dense.down)
      }
      layers.append(updates)
    }
    self.layers = layers
    // A change of the embedding table, where it serves as the output's, would have to be one of the embeddings too.
    output = model.weights.output.names == ["output"] ? try loader.update(of: model.weights.output) : nil
    matrixCount = try loader.finish()
  }

  /// Whether it may be used in a decoder's passes.
  func isFor(_ decoder: Decoder.Properties) -> Bool { self.decoder === decoder.identity }
}
