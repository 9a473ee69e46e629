import SwiftletKernels

/// The projections from an embedding to several residual streams and back; see ``AltUpWeights``.
struct StreamProjections: Sendable {
  let input: ExpertProjection  // (streams but the first · embedding, embedding)
  let output: ExpertProjection  // likewise

  var byteCount: Int { input.byteCount + output.byteCount }
}

extension Decoder {
  /// Creates the streams from the residual stream: itself and its projections, scaled to the same magnitude.
  func makeStreams(rows: Int) {
    guard let projections = model.weights.streams else { return }
    let (first, residual) = (buffers.streams[0], buffers.residual)
    kernels.copy(residual, rows: rows, into: buffers.normed, forms: projections.input.inputForms)
    kernels.gather(residual, rows: Array(0..<rows), into: first)
    for (index, stream) in buffers.streams.dropFirst().enumerated() {
      kernels.multiply(projections.input, buffers.normed, ExpertSlots(expert: index, rows: rows), into: stream)
      kernels.match(stream, to: first, rows: rows)
    }
  }

  /// Sets the residual stream to the mean of the first stream and the others' projections, with equal magnitudes.
  func joinStreams(rows: Int) {
    guard rows > 0, let projections = model.weights.streams else { return }
    let (first, residual) = (buffers.streams[0], buffers.residual)
    kernels.gather(first, rows: Array(0..<rows), into: residual)
    for (index, stream) in buffers.streams.dropFirst().enumerated() {
      kernels.copy(stream, rows: rows, into: buffers.normed, forms: projections.output.inputForms)
      kernels.multiply(projections.output, buffers.normed, ExpertSlots(expert: index, rows: rows), into: buffers.branch)
      kernels.match(buffers.branch, to: first, rows: rows)
      kernels.add(buffers.branch, to: residual, rows: rows)
    }
    kernels.scale(residual, rows: rows, by: 1 / Float(buffers.streams.count))
  }

  /// Finishes a layer after its feed-forward network: corrects the streams, adds the layer's input, and scales.
  func finish(_ layer: DecoderWeights.Layer, _ index: Int, rows: Int) {
    guard layer.altUp != nil || layer.input != nil || layer.outputScale != 1 else { return }
    let forms = layer.input?.gate.projection.inputForms ?? []
    var targets = [buffers.residual]
    if let altUp = layer.altUp {
      kernels.correct(
        buffers.streams, by: buffers.residual, rows: rows, altUp, into: buffers.normed, forms: forms)
      targets = Array(buffers.streams.dropFirst())
    } else if layer.input != nil {
      kernels.copy(buffers.residual, rows: rows, into: buffers.normed, forms: forms)
    }
    if let input = layer.input { addInput(input, layer: index, to: targets, rows: rows) }
    if layer.outputScale != 1 { kernels.scale(buffers.residual, rows: rows, by: layer.outputScale) }
  }
}

extension TensorLoader {
  mutating func streams(_ model: DecoderConfiguration) throws(InferenceError) -> StreamProjections? {
    guard let altUp = model.altUp else { return nil }
    return StreamProjections(
      input: try experts(["altup_proj"], count: altUp.count - 1),
      output: try experts(["altup_unembd_proj"], count: altUp.count - 1))
  }

  mutating func altUp(_ prefix: String, _ model: DecoderConfiguration) throws(InferenceError) -> AltUpWeights? {
    guard let altUp = model.altUp else { return nil }
    let count = altUp.count
    return AltUpWeights(
      active: altUp.active, norm: try norm(prefix + "altup_router_norm", model.norm),
      router: try vectors([prefix + "altup_router.weight"], rows: count),
      prediction: try vectors([prefix + "altup_predict_coef.weight"], rows: count * count),
      correction: try vectors([prefix + "altup_correct_coef.weight"], rows: count),
      outputScale: try vectors([prefix + "altup_correct_scale.weight"]))
  }
}

extension TensorPlan {
  /// Requires the tensors of alternating updates.
  mutating func require(_ altUp: AltUpConfiguration, _ model: DecoderConfiguration) throws(InferenceError) {
    let (count, width) = (altUp.count, model.embeddingWidth)
    try requireWholePanels("streams of width", width)
    require("altup_proj.weight", [width, width, count - 1])
    require("altup_unembd_proj.weight", [width, width, count - 1])
    for index in model.layers.indices {
      let prefix = "blk.\(index).altup_"
      require(prefix + "router.weight", [width, count])
      require(prefix + "router_norm.weight", [width])
      require(prefix + "predict_coef.weight", [count, count * count])
      require(prefix + "correct_coef.weight", [count, count])
      require(prefix + "correct_scale.weight", [width])
    }
  }
}
