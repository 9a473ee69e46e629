import SwiftletGGUF
import SwiftletKernels

/// Loads the weights of vision encoders, whose shapes are checked as they are loaded.
extension TensorLoader {
  /// Loads a vector of a length.
  mutating func vector(_ name: String, _ count: Int) throws(InferenceError) -> FloatRows {
    try wrapping { () throws(GGUFError) in try file.tensor(name).require(dimensions: [count]) }
    return try vectors([name])
  }

  /// Loads a norm of rows of a length.
  mutating func visionNorm(
    _ name: String, _ configuration: NormConfiguration, _ width: Int
  ) throws(InferenceError) -> Norm {
    let hasBias = file[name + ".bias"] != nil
    return Norm(
      configuration.kind, weight: try vector(name + ".weight", width),
      bias: hasBias ? try vector(name + ".bias", width) : nil, epsilon: configuration.epsilon)
  }

  /// Loads matrices of one input, and the biases that the file has for all of them.
  mutating func visionLinear(
    _ names: [String], rows: [Int], columns: Int
  ) throws(InferenceError) -> DecoderWeights.Linear {
    for (name, count) in zip(names, rows) {
      try wrapping { () throws(GGUFError) in
        try file.tensor(name + ".weight").require(dimensions: [columns, count])
        if let bias = file[name + ".bias"] { try bias.require(dimensions: [count]) }
      }
    }
    return try linear(names)
  }

  /// Loads the matrices of patch embeddings: one, or one for each of two equal frames, whose products are added.
  mutating func patches(_ model: VisionConfiguration) throws(InferenceError) -> [DecoderWeights.Linear] {
    let side = model.patchSize
    var result: [DecoderWeights.Linear] = []
    for name in ["v.patch_embd.weight", "v.patch_embd.weight.1"] where result.isEmpty || file[name] != nil {
      let tensor = try tensor(name)
      try wrapping { () throws(GGUFError) in try tensor.require(dimensions: [side, side, 3, model.width]) }
      let matrix = try matrix(of: tensor.reshaped([3 * side * side, model.width]))
      result.append(DecoderWeights.Linear(projection: Projection([matrix]), names: [name], bias: nil))
    }
    return result
  }

  /// Loads the table of position embeddings.
  mutating func positions(_ model: VisionConfiguration) throws(InferenceError) -> PositionTable {
    let name = "v.position_embd.weight"
    let tensor = try tensor(name)
    if model.positions == .axes {
      let count = tensor.elementCount / (2 * max(1, model.width))
      try wrapping { () throws(GGUFError) in try tensor.require(dimensions: [model.width, count, 2]) }
      return PositionTable(axes: try wrapping { () throws(GGUFError) in try tensor.finiteFloats() }, width: model.width)
    }
    try wrapping { () throws(GGUFError) in try tensor.require(dimensions: [model.width, tensor.rows]) }
    let values = try wrapping { () throws(GGUFError) in try tensor.finiteFloats() }
    let side = model.imageSize / model.patchSize
    guard let table = PositionTable(values, width: model.width, hasClassToken: model.hasClassToken),
      table.side == side || model.positions != .table
    else {
      throw .unsupportedFeature(
        file: file.path, found: "\(tensor.rows) rows in \(name)",
        expected: "\(side) × \(side) patches\(model.hasClassToken ? " and a class token" : "")")
    }
    return table
  }

  /// Loads a block.
  mutating func block(_ index: Int, _ model: VisionConfiguration) throws(InferenceError) -> VisionWeights.Block {
    let (prefix, width, hidden) = ("v.blk.\(index).", model.width, model.feedForwardWidth)
    let isFused = file[prefix + "attn_qkv.weight"] != nil
    let names = isFused ? ["attn_qkv"] : ["attn_q", "attn_k", "attn_v"]
    let queryKeyValue = try products(
      names.map { prefix + $0 }, rows: isFused ? [3 * width] : [width, width, width], columns: width)
    var epilogue = QKVEpilogue(pairing: model.rope?.pairing ?? .halves)
    epilogue.bias = queryKeyValue.bias
    for (name, path) in [("attn_q_norm", \QKVEpilogue.queryNorm), ("attn_k_norm", \QKVEpilogue.keyNorm)] {
      guard let weight = file[prefix + name + ".weight"] else { continue }
      let count = weight.elementCount == width ? width : model.shape.headWidth
      epilogue[keyPath: path] = try visionNorm(prefix + name, model.norm, count)
    }
    if model.hasValueNorm { epilogue.valueNorm = try unitNorm(model.norm, model.shape.headWidth) }
    let output = try products([prefix + "attn_out"], rows: [width], columns: width)
    // Old LLaVA files have the names of both matrices swapped.
    var (up, down) = (prefix + "ffn_up", prefix + "ffn_down")
    if hidden != width, file[up + ".weight"]?.columns == hidden { swap(&up, &down) }
    let ups = model.isGated ? [prefix + "ffn_gate", up] : [up]
    let upProducts = try products(ups, rows: ups.map { _ in hidden }, columns: width)
    let downProducts = try products([down], rows: [width], columns: hidden)
    return VisionWeights.Block(
      attentionNorm: try visionNorm(prefix + "ln1", model.norm, width), queryKeyValue: queryKeyValue,
      epilogue: epilogue, output: output,
      attentionEpilogue: try residualEpilogue(output, norm: prefix + "attn_post_norm", scale: prefix + "ls1", model),
      feedForwardNorm: try visionNorm(prefix + "ln2", model.norm, width), up: upProducts, down: downProducts,
      feedForwardEpilogue: try residualEpilogue(
        downProducts, norm: prefix + "ffn_post_norm", scale: prefix + "ls2", model))
  }

  /// Loads what is done with the products of a branch before they are added to the residual stream.
  private mutating func residualEpilogue(
    _ products: VisionProducts, norm: String, scale: String, _ model: VisionConfiguration
  ) throws(InferenceError) -> ResidualEpilogue {
    ResidualEpilogue(
      bias: products.bias, norm: file[norm + ".weight"] == nil ? nil : try visionNorm(norm, model.norm, model.width),
      weights: file[scale + ".weight"] == nil ? nil : try vector(scale + ".weight", model.width))
  }

  /// Loads a matrix of any number of rows, which may be one of squares, and its bias.
  private mutating func linear(_ name: String, columns: Int) throws(InferenceError) -> DecoderWeights.Linear {
    let tensor = try tensor(name + ".weight")
    let rows = tensor.dimensions.last ?? 0
    guard tensor.dimensions.count == 4, tensor.dimensions.dropLast().reduce(1, *) == columns else {
      return try visionLinear([name], rows: [rows], columns: columns)
    }
    let hasBias = file[name + ".bias"] != nil
    return DecoderWeights.Linear(
      projection: Projection([try matrix(of: tensor.reshaped([columns, rows]))]), names: [name],
      bias: hasBias ? try vector(name + ".bias", rows) : nil)
  }

  /// Makes a norm whose weights are 1.
  private func unitNorm(_ configuration: NormConfiguration, _ width: Int) throws(InferenceError) -> Norm {
    let weight = try DecoderBuffers.rows(1, width)
    weight[row: 0] = [Float](repeating: 1, count: width)
    return Norm(configuration.kind, weight: weight, epsilon: configuration.epsilon)
  }

  /// Loads the steps of a projector; returns the width of its rows, too.
  mutating func steps(
    _ steps: [ProjectorStep], width: Int
  ) throws(InferenceError) -> (steps: [VisionWeights.Step], width: Int) {
    var (loaded, width): ([VisionWeights.Step], Int) = ([], width)
    for step in steps {
      switch step {
      case .shuffle(let side):
        loaded.append(.shuffle(side: side))
        width *= side * side
      case .unfold(let side):
        loaded.append(.unfold(side: side))
        width *= side * side
      case .pool(let side): loaded.append(.pool(side: side))
      case .scale(let factor): loaded.append(.scale(factor))
      case .standardize(let bias, let scale):
        loaded.append(
          .standardize(bias: try vector(bias, width)[row: 0], scale: try vector(scale, width)[row: 0]))
      case .unitNorm(let configuration): loaded.append(.norm(try unitNorm(configuration, width)))
      case .norm(let name, let configuration, let isOptional):
        if isOptional, file[name + ".weight"] == nil { continue }
        loaded.append(.norm(try visionNorm(name, configuration, width)))
      case .linear(let name):
        let linear = try linear(name, columns: width)
        loaded.append(.linear(linear))
        width = linear.projection.rows
      case .gated(let gate, let up, let down, let function):
        let hidden = try wrapping { () throws(GGUFError) in try file.tensor(gate + ".weight").rows }
        let gateUp = try visionLinear([gate, up], rows: [hidden, hidden], columns: width)
        let output = try linear(down, columns: hidden)
        loaded.append(.gated(gateUp: gateUp, down: output, function))
        width = output.projection.rows
      case .transposed(let name):
        let tensor = try tensor(name + ".weight")
        try wrapping { () throws(GGUFError) in try tensor.require(dimensions: [tensor.columns, width]) }
        let matrix: PackedMatrix
        do {
          matrix = try PackedMatrix(transposing: tensor, arena: &arena)
        } catch {
          throw InferenceError(packing: error)
        }
        loaded.append(
          .linear(DecoderWeights.Linear(projection: Projection([matrix]), names: [name], bias: nil)))
        width = tensor.columns
      case .activation(let function): loaded.append(.activation(function))
      }
    }
    return (loaded, width)
  }
}
