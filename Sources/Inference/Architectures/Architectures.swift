import SwiftletGGUF
import SwiftletKernels

/// A model family that can be run.
public struct ModelFamily: Sendable, Equatable {
  /// The name in files, as `general.architecture`.
  public let architecture: String
  /// Models that use it.
  public let models: String

  /// All families that can be run.
  public static let all = Architectures.all.map { ModelFamily(architecture: $0.name, models: $0.models) }
}

/// The model families that the decoder has descriptions of.
enum Architectures {
  /// A family: what its models have in common with Llama is read for it, the rest it says itself.
  struct Family: Sendable {
    /// The name in files.
    var name: String
    /// Models that use it.
    var models: String
    /// How pairs of rotated elements lie, which files do not say.
    var pairing: HeadSteps.Pairing = .halves
    /// What its norms compute.
    var norm = Norm.Kind.rootMeanSquare
    /// The key of the norms' epsilon, where it is not the usual one.
    var epsilonKey: String?
    /// Whether its norms have biases.
    var normsHaveBias = false
    /// Whether a part of each head is rotated, so that no default can stand for how much.
    var rotatesPart = false
    /// Whether its layers have nothing but a recurrence each.
    var isRecurrent = false
    /// Whether its keys and values are compressed.
    var isLatent = false
    /// Whether its layers may differ in their heads of keys and values, and in the width of feed-forward networks.
    var layersDiffer = false
    /// Changes the description of a model like Llama into that of this family.
    var describe: @Sendable (inout DecoderConfiguration, ArchitectureKeys) throws(InferenceError) -> Void
  }

  static let all: [Family] = [
    llama, mistral3, qwen2, qwen2moe, qwen3, qwen3moe, gemma, gemma2, gemma3, gemma3n, gemma4, phi2, phi3, phimoe,
    olmo2,
    olmoe, granite, granitemoe, gptOSS, deepseek2, glm4, commandR, cohere2, stablelm, starcoder2, gpt2, exaone4,
    seedOSS, arcee,
    ernie4_5, smollm3, lfm2, qwen3next, qwen35, qwen35moe, granitehybrid, falconH1, nemotronH, nemotronHMoE, mamba2,
    bert, nomicBERT, modernBERT, jinaBERT3, euroBERT, gemmaEmbedding,
  ]
}
