import SwiftletGGUF
import Testing

@testable import SwiftletInference

/// Missing or wrong tensors and keys are named in errors, before anything is packed.
@Suite struct ArchitectureRefusalTests {
  /// Keys that a file may do without.
  private static let optionalKeys: Set<String> = [
    "attention.head_count_kv", "rope.freq_base", "rope.dimension_count", "attention.sliding_window",
    "attention.sliding_window_pattern", "attention.scale", "embedding_scale", "residual_scale",
    "final_logit_softcapping", "attn_logit_softcapping", "rope.freq_base_swa", "rope.scaling.type",
    "rope.scaling.attn_factor", "rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow",
    "rope.scaling.yarn_attn_factor", "rope.scaling.yarn_log_multiplier", "attention.temperature_scale",
    "use_parallel_residual", "attention.value_length", "expert_weights_scale", "expert_weights_norm",
    "expert_gating_func", "expert_group_used_count", "full_attention_interval", "rope.scaling.finetuned",
    "attention.causal", "pooling_type", "rope.dimension_count_swa", "attention.value_length_swa",
    "dense_2_feat_in", "dense_2_feat_out", "dense_3_feat_in", "dense_3_feat_out",
    // What they are without it follows from others, and if not, tensors show that.
    "attention.key_length", "expert_feed_forward_length",
  ]

  /// Those among them that single architectures may not do without: nothing else would show that they are missing.
  private static let neededKeys: Set<String> = Set(
    ["phi2", "stablelm", "glm4", "qwen3next", "qwen35", "qwen35moe", "deepseek2"].map { $0 + ".rope.dimension_count" }
      + ["deepseek2.attention.key_length", "gemma3n.attention.key_length", "gemma4.attention.key_length"]
      + ["gemma3n", "gemma4", "deepseek2", "lfm2", "granitehybrid", "nemotron_h", "nemotron_h_moe"].map {
        $0 + ".attention.head_count_kv"
      } + [
        "deepseek2.expert_group_used_count", "deepseek2.expert_feed_forward_length",
        "gemma4.attention.sliding_window_pattern",
      ])

  /// Keys that single architectures may do without, because they are as in others that do not need them.
  private static let unusedKeys: Set<String> = [
    // Granite's logits may be as they are, and Gemma's positions unstretched.
    "granite.logit_scale", "granitemoe.logit_scale", "granitehybrid.logit_scale", "gemma3.rope.scaling.factor",
    // Converters write them, though there is no such norm, and neither attention nor feed-forward networks.
    "nemotron_h.attention.layer_norm_epsilon", "nemotron_h_moe.attention.layer_norm_epsilon",
    "modern-bert.attention.layer_norm_rms_epsilon", "mamba2.attention.layer_norm_epsilon",
    "mamba2.attention.head_count", "mamba2.feed_forward_length", "granitehybrid.expert_shared_feed_forward_length",
    "nemotron_h_moe.expert_shared_count", "nemotron_h_moe.expert_group_count",
  ]

  /// True if an error names a key or a tensor, and not only one that begins alike.
  private func names(_ error: String, _ name: String) -> Bool {
    error.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }.contains { $0 == name }
  }

  /// The error with which a changed fixture is refused; nil if it is not.
  private func refusal(
    of variant: ModelVariant, _ folder: TemporaryFolder, _ change: (inout ModelVariant) -> Void
  ) throws -> String? {
    var variant = variant
    change(&variant)
    let file = try GGUFFile(path: variant.write(to: folder))
    do {
      let configuration = try DecoderConfiguration(file)
      try TensorPlan(configuration, file).check()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Each key of the architecture, needed or not: without it the file is accepted, or an error names it.
  @Test(arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model))
  func missingKeysAreNamed(_ fixture: ArchitectureFixture) throws {
    let (folder, variant) = (try TemporaryFolder(), try fixture.variant())
    let prefix = try #require(try variant.metadata.string("general.architecture")) + "."
    for key in variant.metadata.keys where key.hasPrefix(prefix) {
      let name = String(key.dropFirst(prefix.count))
      let isOptional = Self.optionalKeys.contains(name) || Self.unusedKeys.contains(key)
      let error = try refusal(of: variant, folder) { $0.metadata[key] = nil }
      let isRight = error.map { names($0, key) } ?? (isOptional && !Self.neededKeys.contains(key))
      #expect(isRight, "without \(key): \(error ?? "no error")")
    }
  }

  /// The tensors of the first and last layer, and those of none.
  private func chosenTensors(_ variant: ModelVariant) throws -> [ModelVariant.Tensor] {
    let prefix = try #require(try variant.metadata.string("general.architecture"))
    let last = try #require(try variant.metadata.integer(prefix + ".block_count")) - 1
    return variant.tensors.filter { tensor in
      !tensor.name.hasPrefix("blk.") || ["blk.0.", "blk.\(last)."].contains { tensor.name.hasPrefix($0) }
    }
  }

  @Test(arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model))
  func wrongShapesAreNamed(_ fixture: ArchitectureFixture) throws {
    let (folder, variant) = (try TemporaryFolder(), try fixture.variant())
    // How many rows the embeddings have is what the model is described by.
    for tensor in try chosenTensors(variant) where tensor.name != "token_embd.weight" {
      let error = try refusal(of: variant, folder) { variant in
        variant.change(tensor.name) {
          if let last = $0.dimensions.lastIndex(where: { $0 > 1 }) {
            $0.bytes.removeLast($0.bytes.count / $0.dimensions[last])
            $0.dimensions[last] -= 1
          } else {
            $0.bytes += $0.bytes
            $0.dimensions[0] += 1
          }
        }
      }
      #expect(error.map { names($0, tensor.name) } == true, "\(tensor.name): \(error ?? "no error")")
    }
  }

  @Test(arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model))
  func wrongWidthsAreNamed(_ fixture: ArchitectureFixture) throws {
    let (folder, variant) = (try TemporaryFolder(), try fixture.variant())
    for tensor in try chosenTensors(variant) where tensor.dimensions.count > 1 {
      let error = try refusal(of: variant, folder) { variant in
        variant.change(tensor.name) {
          let column = $0.bytes.count / $0.dimensions[0]
          if $0.dimensions[0] > 1 { $0.bytes.removeLast(column) } else { $0.bytes += $0.bytes }
          $0.dimensions[0] += $0.dimensions[0] > 1 ? -1 : 1
        }
      }
      #expect(error.map { names($0, tensor.name) } == true, "\(tensor.name): \(error ?? "no error")")
    }
  }

  @Test(arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model))
  func missingTensorsAreNamed(_ fixture: ArchitectureFixture) throws {
    let (folder, variant) = (try TemporaryFolder(), try fixture.variant())
    for tensor in try chosenTensors(variant) {
      let error = try refusal(of: variant, folder) { $0.tensors.removeAll { $0.name == tensor.name } }
      if let error {
        // Where queries, keys and values are one matrix, three would do too.
        let name = tensor.name.replacing("attn_qkv", with: "attn_q")
        let isNamed = error.contains(tensor.name) || error.contains(name) || error.contains("rope_factors_long.weight")
        #expect(isNamed, "without \(tensor.name): \(error)")
      } else {
        var optional = ["rope_freqs.weight", "output.weight", "output.bias", "attn_output.bias"]
        // Where there is one kind of token only, its vector may be missing.
        if fixture.name == "jina-bert-v3" { optional.append("token_types.weight") }
        #expect(optional.contains { tensor.name.hasSuffix($0) }, "nobody needs \(tensor.name)")
      }
    }
  }

  /// Numbers that are there and make no sense together.
  @Test(arguments: [
    ("gemma3n", "attention.shared_kv_layers", GGUFValue.uint32(7)),
    ("gemma3n", "attention.shared_kv_layers", .uint32(6)),
    ("gemma3n", "altup.num_inputs", .uint32(1)), ("gemma3n", "altup.active_idx", .uint32(4)),
    ("gemma3n", "activation_sparsity_scale", .array(.float32([1, 2]))),
    ("gemma3n", "activation_sparsity_scale", .array(.float32(Array(repeating: .nan, count: 7)))),
    ("gemma3n", "activation_sparsity_scale", .array(.float32(Array(repeating: .infinity, count: 7)))),
    ("gemma3n", "embedding_length_per_layer_input", .uint32(0)), ("gemma3n", "attention.sliding_window", .uint32(0)),
    ("gemma4", "attention.key_length_swa", .uint32(0)), ("gemma4", "attention.value_length_swa", .uint32(8)),
    ("gemma4", "attention.key_length_swa", .uint32(1 << 20)), ("gemma4", "rope.dimension_count_swa", .uint32(17)),
    ("gemma4", "feed_forward_length", .array(.int32([24, 24, 24, 24, 48, 48]))),
    ("gemma4", "feed_forward_length", .array(.int32([24, 24, 24, 24, 48, 48, -1]))),
    ("gemma4moe", "attention.head_count_kv", .array(.int32([2, 1, 2, 0]))),
    ("gemma4moe", "attention.head_count_kv", .array(.int32([2, 1, 3, 1]))),
    ("gemma4moe", "expert_used_count", .uint32(6)),
  ])
  func numbersThatMakeNoSenseAreNamed(_ name: String, _ key: String, _ value: GGUFValue) throws {
    let variant = try ArchitectureFixture(name: name).variant()
    let prefix = try #require(try variant.metadata.string("general.architecture")) + "."
    let error = try refusal(of: variant, TemporaryFolder()) { $0.metadata[prefix + key] = value }
    #expect(error?.contains(prefix + key) == true, "\(error ?? "no error")")
  }

  @Test(arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model))
  func strayTensorsAreNamed(_ fixture: ArchitectureFixture) throws {
    let error = try refusal(of: fixture.variant(), TemporaryFolder()) { $0.add("blk.0.something.weight", [1, 2]) }
    #expect(error?.contains("blk.0.something.weight") == true)
  }
}
