import SwiftletGGUF

/// The shapes of published models.
extension ProjectorShape {
  private static let clipMean: [Float] = [0.481_454_66, 0.457_827_5, 0.408_210_73]
  private static let clipDeviation: [Float] = [0.268_629_54, 0.261_302_58, 0.275_777_11]

  static let smolVLM256 = ProjectorShape(
    name: "smolvlm-256m", projector: "idefics3", blockCount: 12, width: 768, feedForwardWidth: 3072, headCount: 12,
    patchSize: 16, imageSize: 512, textWidth: 576, positionCount: 1024,
    keys: [("projector.scale_factor", .number(4)), ("preproc_image_size", .number(2048))],
    tensors: [.matrix("mm.model.fc", 768 * 16, 576)])

  static let smolVLM2B = ProjectorShape(
    name: "smolvlm2-2.2b", projector: "idefics3", blockCount: 27, width: 1152, feedForwardWidth: 4304, headCount: 16,
    patchSize: 14, imageSize: 384, textWidth: 2048, positionCount: 729,
    keys: [("projector.scale_factor", .number(3)), ("preproc_image_size", .number(1536))],
    tensors: [.matrix("mm.model.fc", 1152 * 9, 2048)])

  static let lfm2VL = ProjectorShape(
    name: "lfm2-vl-450m", projector: "lfm2", blockCount: 12, width: 768, feedForwardWidth: 3072, headCount: 12,
    patchSize: 16, imageSize: 256, textWidth: 1024, positionCount: 256,
    keys: [("projector.scale_factor", .number(2))],
    tensors: [.norm("mm.input_norm", 3072), .bias("mm.input_norm", 3072)] + linear("mm.1", 3072, 2560)
      + linear("mm.2", 2560, 1024))

  static let gemma3 = ProjectorShape(
    name: "gemma-3-4b", projector: "gemma3", blockCount: 27, width: 1152, feedForwardWidth: 4304, headCount: 16,
    patchSize: 14, imageSize: 896, textWidth: 2560, positionCount: 4096,
    // Converters leave this matrix as it is, so its rows are those of the encoder.
    tensors: [.norm("mm.soft_emb_norm", 1152), .floats("mm.input_projection", 2560, 1152)])

  static let internVL3 = ProjectorShape(
    name: "internvl3-1b", projector: "internvl", blockCount: 24, width: 1024, feedForwardWidth: 4096, headCount: 16,
    patchSize: 14, imageSize: 448, textWidth: 896, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225],
    positionCount: 1025, hasClassToken: true, hasLayerScales: true, hasPostNorm: false,
    keys: [("projector.scale_factor", .number(2))],
    tensors: [.norm("mm.0", 4096), .bias("mm.0", 4096)] + linear("mm.1", 4096, 896) + linear("mm.3", 896, 896))

  static let qwen25VL = ProjectorShape(
    name: "qwen2.5-vl-3b", projector: "qwen2.5vl_merger", blockCount: 32, width: 1280, feedForwardWidth: 3420,
    headCount: 16, patchSize: 14, imageSize: 560, textWidth: 2048, mean: clipMean, deviation: clipDeviation,
    activation: "use_silu", positionCount: 0, hasPatchBias: false, frameCount: 2, isGated: true, hasNormBiases: false,
    keys: [("n_wa_pattern", .number(8)), ("spatial_merge_size", .number(2))],
    tensors: linear("mm.0", 5120, 5120) + linear("mm.2", 5120, 2048))

  static let qwen3VL = ProjectorShape(
    name: "qwen3-vl-2b", projector: "qwen3vl_merger", blockCount: 24, width: 1024, feedForwardWidth: 4096,
    headCount: 16, patchSize: 16, imageSize: 768, textWidth: 2048, positionCount: 2304, frameCount: 2,
    hasFusedAttention: true, keys: [("spatial_merge_size", .number(2))],
    tensors: linear("mm.0", 4096, 4096) + linear("mm.2", 4096, 2048)
      + [5, 11, 17].flatMap { index -> [ShapeTensor] in
        let prefix = "v.deepstack.\(index)."
        return [.norm(prefix + "norm", 4096), .bias(prefix + "norm", 4096)] + linear(prefix + "fc1", 4096, 4096)
          + linear(prefix + "fc2", 4096, 2048)
      })

  private static func linear(_ name: String, _ columns: Int, _ rows: Int) -> [ShapeTensor] {
    [.matrix(name, columns, rows), .bias(name, rows)]
  }
}
