import SwiftletGGUF
import SwiftletKernels

/// A supported model family.
public struct ModelFamily: Sendable, Equatable {
  /// The value of `general.architecture` in files.
  public let architecture: String
  /// Models that use it.
  public let models: String

  /// All supported families.
  public static let all = Architectures.all.map { ModelFamily(architecture: $0.name, models: $0.models) }
}

/// The supported model families.
enum Architectures {
  /// A family, described by its differences from Llama.
  struct Family: Sendable {
    /// The name in files.
    var name: String
    /// Models that use it.
    var models: String
    /// The layout of rotary pairs, which files do not specify.
    var pairing: QKVEpilogue.Pairing = .halves
    /// The kind of its norms.
    var norm = Norm.Kind.rootMeanSquare
    /// The key of the norms' epsilon; nil for the default key.
    var epsilonKey: String?
    /// True if its norms have biases.
    var normsHaveBias = false
    /// True if only a part of each head is rotated, so that the file has to specify the number of dimensions.
    var rotatesPart = false
    /// True if its layers have only a recurrent mixer each.
    var isRecurrent = false
    /// True if it has multi-head latent attention.
    var isLatent = false
    /// True if its layers may differ in the number of key/value heads and the width of feed-forward networks.
    var layersDiffer = false
    /// Changes a Llama configuration to that of this family.
    var describe: @Sendable (inout DecoderConfiguration, ArchitectureKeys) throws(InferenceError) -> Void
  }

  static let all: [Family] = [
    llama, mistral3, qwen2, qwen2moe, qwen2vl, qwen3, qwen3moe, qwen3vl, qwen3vlmoe, gemma, gemma2, gemma3, gemma3n,
    gemma4, phi2, phi3, phimoe, olmo2, olmoe, granite, granitemoe, gptOSS, deepseek2, glm4, commandR, cohere2, stablelm,
    starcoder2, gpt2, exaone4, seedOSS, arcee, ernie4_5, smollm3, lfm2, qwen3next, qwen35, qwen35moe, granitehybrid,
    falconH1, nemotronH, nemotronHMoE, mamba2,
    bert, nomicBERT, modernBERT, jinaBERT3, euroBERT, gemmaEmbedding,
  ]
}
