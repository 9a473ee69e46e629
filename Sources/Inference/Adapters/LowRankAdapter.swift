public import SwiftletGGUF
import SwiftletKernels

/// A low-rank adapter (LoRA): small matrices whose products are added to those of the model's matrices.
///
///     y = W x + s · B (A x),   s = alpha / rank
///
/// The packed weights are unchanged, so sequences with different adapters, or with none, can share a batch.
/// See Hu et al. 2021, and for the file `convert_lora_to_gguf` of llama.cpp: `general.type` is `adapter`,
/// `adapter.type` is `lora`, and each adapted tensor `T` has `T.lora_a` (columns, rank) and `T.lora_b` (rank, rows).
public final class LowRankAdapter: Sendable {
  /// The path of the file.
  public let path: String
  /// `general.name` of the file.
  public let name: String?
  /// The metadata of the file.
  public let metadata: GGUFMetadata
  /// The number of adapted matrices.
  public let matrixCount: Int
  let layers: [Layer]
  let output: LowRankUpdate?
  /// The identity of the file.
  let identity: ModelIdentity
  /// The decoder that it was loaded for; its buffers may be used in passes of that one only.
  private let decoder: Decoder.Identity

  /// The updates of a layer.
  struct Layer: Sendable {
    var queryKeyValue: LowRankUpdate?
    var attentionOutput: LowRankUpdate?
    var gateUp: LowRankUpdate?
    var down: LowRankUpdate?
  }

  /// Loads an adapter and checks that it fits a decoder's model.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - strength: The factor of the adapter's own scale.
  ///   - decoder: The decoder that will run it.
  /// - Throws: ``InferenceError`` if the file is not an adapter, is for another architecture or other dimensions, or
  ///   adapts a tensor that cannot be adapted.
  init(contentsOf path: String, strength: Float = 1, for decoder: Decoder.Properties) throws(InferenceError) {
    let model = decoder.model
    let header = try AdapterHeader(contentsOf: path)
    guard header.architecture == model.configuration.architecture else {
      throw AdapterHeader.mismatch(
        header.file, "general.architecture", header.architecture, model.configuration.architecture)
    }
    (self.path, name, metadata) = (path, header.name, header.metadata)
    identity = ModelIdentity(header.file, settings: strength == 1 ? [] : ["strength \(strength)"])
    self.decoder = decoder.identity
    var loader = AdapterLoader(header: header, strength: strength, decoder: decoder)
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
    // Not for tied embeddings, where the update would have to apply to the embedding table too.
    output = model.weights.output.names == ["output"] ? try loader.update(of: model.weights.output) : nil
    matrixCount = try loader.finish()
  }

  /// Loads an adapter for a decoder that the caller runs itself.
  ///
  /// - Throws: ``InferenceError`` as ``InferenceEngine/loadAdapter(contentsOf:strength:)``.
  public convenience init(contentsOf path: String, strength: Float = 1, for decoder: Decoder) throws(InferenceError) {
    try self.init(contentsOf: path, strength: strength, for: decoder.properties)
  }

  /// Returns true if the adapter was loaded for a decoder.
  func isCompatible(with decoder: Decoder.Properties) -> Bool { self.decoder === decoder.identity }
}
