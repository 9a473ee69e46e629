import SwiftletGGUF

/// The shape of an mmproj file, a vision encoder with its projector.
struct ProjectorShape: Sendable {
  /// The name of the model that the encoder belongs to.
  var name: String
  /// The projector type.
  var projector: String
  var blockCount: Int
  var width: Int
  var feedForwardWidth: Int
  var headCount: Int
  var patchSize: Int
  var imageSize: Int
  /// The width of the text model.
  var textWidth: Int
  var epsilon: Float = 1e-6
  /// The numbers of the channels' means and standard deviations.
  var mean: [Float] = [0.5, 0.5, 0.5]
  var deviation: [Float] = [0.5, 0.5, 0.5]
  var activation = "use_gelu"
  /// The rows of the position table; 0 for none.
  var positionCount: Int
  var hasPatchBias = true
  /// The number of frames that a patch has weights for.
  var frameCount = 1
  var hasClassToken = false
  var hasLayerScales = false
  /// True if blocks have one matrix for queries, keys and values.
  var hasFusedAttention = false
  var isGated = false
  /// True if norms have biases.
  var hasNormBiases = true
  var hasPostNorm = true
  /// The further keys, after `clip.vision.`.
  var keys: [ShapeKey] = []
  /// The tensors of the projector.
  var tensors: [ShapeTensor] = []

  /// All shapes.
  static let all = [
    smolVLM256, smolVLM2B, lfm2VL, gemma3, internVL3, qwen25VL, qwen3VL,
  ]

  /// The keys of the file after `clip.`.
  var fileKeys: [ShapeKey] {
    let numbers = [
      ("image_size", imageSize), ("patch_size", patchSize), ("embedding_length", width),
      ("feed_forward_length", feedForwardWidth), ("block_count", blockCount), ("projection_dim", textWidth),
      ("attention.head_count", headCount),
    ]
    return [
      ("has_vision_encoder", .bool(true)), ("projector_type", .text(projector)), (activation, .bool(true)),
    ] + numbers.map { ("vision.\($0.0)", .number($0.1)) } + [
      ("vision.attention.layer_norm_epsilon", .float32(epsilon)), ("vision.image_mean", .array(.float32(mean))),
      ("vision.image_std", .array(.float32(deviation))),
    ] + keys.map { ("vision.\($0.name)", $0.value) }
  }

  /// The tensors of the file.
  var fileTensors: [ShapeTensor] {
    var result: [ShapeTensor] = [.floats("v.patch_embd", patchSize, patchSize, 3, width)]
    if frameCount > 1 {
      result.append(
        ShapeTensor(
          name: "v.patch_embd.weight.1", dimensions: [patchSize, patchSize, 3, width], values: .floats))
    }
    if hasPatchBias { result.append(.bias("v.patch_embd", width)) }
    if hasClassToken { result.append(ShapeTensor(name: "v.class_embd", dimensions: [width], values: .floats)) }
    if positionCount > 0 { result.append(.floats("v.position_embd", width, positionCount)) }
    for index in 0..<blockCount { result += block("v.blk.\(index).") }
    if hasPostNorm { result += norm("v.post_ln", width) }
    return result + tensors
  }

  private func norm(_ name: String, _ width: Int) -> [ShapeTensor] {
    [.norm(name, width)] + (hasNormBiases ? [.bias(name, width)] : [])
  }

  private func block(_ prefix: String) -> [ShapeTensor] {
    func linear(_ name: String, _ columns: Int, _ rows: Int) -> [ShapeTensor] {
      [.matrix(prefix + name, columns, rows), .bias(prefix + name, rows)]
    }
    var result = norm(prefix + "ln1", width)
    if hasFusedAttention {
      result += linear("attn_qkv", width, 3 * width)
    } else {
      result += ["attn_q", "attn_k", "attn_v"].flatMap { linear($0, width, width) }
    }
    result += linear("attn_out", width, width) + norm(prefix + "ln2", width)
    if isGated { result += linear("ffn_gate", width, feedForwardWidth) }
    result += linear("ffn_up", width, feedForwardWidth) + linear("ffn_down", feedForwardWidth, width)
    if hasLayerScales {
      result += [.norm(prefix + "ls1", width, value: 0.1), .norm(prefix + "ls2", width, value: 0.1)]
    }
    return result
  }
}
