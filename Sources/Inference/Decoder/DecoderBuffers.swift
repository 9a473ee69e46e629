import SwiftletKernels

/// The buffers of a decoder, which every pass overwrites, for batches of up to a number of rows.
struct DecoderBuffers {
  let residual: FloatRows  // (rows, embedding)
  let normed: Activations  // (rows, embedding)
  let projections: FloatRows  // (rows, most queries + keys + values)
  let angles: [FloatRows]  // for each position embedding (rows, rotated dimensions)
  let attended: [Int: Activations]  // for each length of a layer's queries (rows, queries)
  let branch: FloatRows  // (rows, embedding)
  let gateUp: FloatRows  // (rows, 2 · widest feed-forward)
  let hidden: [Int: Activations]  // for each width of a feed-forward network (rows, width)
  let mixture: MixtureBuffers?
  let latent: LatentBuffers?
  let laurel: LaurelBuffers?
  let layerInputs: LayerInputBuffers?
  let streams: [FloatRows]  // of a model that has several of them (rows, embedding)
  let recurrence: RecurrenceBuffers?
  let gatedQueries: FloatRows?  // (rows, 2 · queries + keys + values)
  let gates: FloatRows?  // (rows, queries)
  let scratch: AttentionScratch

  /// The buffers of mixtures of experts.
  struct MixtureBuffers {
    let scores: FloatRows  // (rows, experts)
    let shared: FloatRows  // (rows, embedding)
    let sharedGate: FloatRows  // (rows, 1)
    let input: Activations  // (slots, embedding or latent)
    let gateUp: FloatRows  // (slots, 2 · expert), or half of it without a gate
    let hidden: Activations  // (slots, expert)
    let output: FloatRows  // (slots, embedding or latent)
    let latentInput: FloatRows?  // (rows, latent)
    let latentOutput: Activations?  // (rows, latent)
  }

  init(_ model: DecoderConfiguration, rows: Int, threads: Int) throws(InferenceError) {
    let (width, shape) = (model.embeddingWidth, model.attention)
    residual = try Self.rows(rows, width)
    normed = try Self.activations(rows, width)
    let shapes = [shape] + model.attentionShapes
    projections = try Self.rows(rows, shapes.map { $0.queryColumns + 2 * $0.keyColumns }.max() ?? 0)
    var angles: [FloatRows] = []
    for rope in model.ropes { angles.append(try Self.rows(rows, 2 * rope.frequencies.count)) }
    self.angles = angles
    var attended: [Int: Activations] = [:]
    for columns in Set(shapes.map(\.queryColumns)) { attended[columns] = try Self.activations(rows, columns) }
    self.attended = attended
    branch = try Self.rows(rows, width)
    let widths = Set(model.layers.compactMap { $0.feedForward?.denseWidth }).subtracting([0])
    gateUp = try Self.rows(rows, 2 * (widths.max() ?? 0))
    var hidden: [Int: Activations] = [:]
    for width in widths { hidden[width] = try Self.activations(rows, width) }
    self.hidden = hidden
    mixture = try MixtureBuffers(model, rows: rows)
    latent = try LatentBuffers(model, rows: rows)
    laurel = try LaurelBuffers(model, rows: rows)
    layerInputs = try LayerInputBuffers(model, rows: rows)
    var streams: [FloatRows] = []
    for _ in 0..<(model.altUp?.count ?? 0) { streams.append(try Self.rows(rows, width)) }
    self.streams = streams
    recurrence = try RecurrenceBuffers(model, rows: rows)
    if model.layers.contains(where: \.attention.hasOutputGate) {
      gatedQueries = try Self.rows(rows, 2 * (shape.queryColumns + shape.keyColumns))
      gates = try Self.rows(rows, shape.queryColumns)
    } else {
      (gatedQueries, gates) = (nil, nil)
    }
    scratch = try wrapping { () throws(KernelError) in try AttentionScratch(threads: threads, shapes: shapes) }
  }

  static func rows(_ count: Int, _ columns: Int) throws(InferenceError) -> FloatRows {
    try wrapping { () throws(KernelError) in try FloatRows(rows: count, columns: columns) }
  }

  static func activations(_ count: Int, _ columns: Int) throws(InferenceError) -> Activations {
    try wrapping { () throws(KernelError) in try Activations(rows: count, columns: columns) }
  }
}

// Not to be shared by two passes, although the threads of one pass divide the rows among them.
@available(*, unavailable) extension DecoderBuffers: Sendable {}
@available(*, unavailable) extension DecoderBuffers.MixtureBuffers: Sendable {}
@available(*, unavailable) extension LatentBuffers: Sendable {}
@available(*, unavailable) extension LaurelBuffers: Sendable {}
@available(*, unavailable) extension LayerInputBuffers: Sendable {}
@available(*, unavailable) extension RecurrenceBuffers: Sendable {}

extension DecoderBuffers.MixtureBuffers {
  /// Creates the buffers; nil if the model has no experts.
  ///
  /// All its mixtures have the same dimensions.
  init?(_ model: DecoderConfiguration, rows: Int) throws(InferenceError) {
    let mixtures = model.layers.compactMap { layer in
      if case .experts(let experts) = layer.feedForward { experts } else { nil }
    }
    guard let experts = mixtures.first else { return nil }
    let width = model.embeddingWidth
    let slots = ExpertSlots.maximumCount(rows: rows, usedExperts: experts.usedCount, expertCount: experts.count)
    scores = try DecoderBuffers.rows(rows, experts.count)
    shared = try DecoderBuffers.rows(rows, width)
    sharedGate = try DecoderBuffers.rows(rows, 1)
    input = try DecoderBuffers.activations(slots, experts.latentWidth ?? width)
    gateUp = try DecoderBuffers.rows(slots, (experts.isGated ? 2 : 1) * experts.width)
    hidden = try DecoderBuffers.activations(slots, experts.width)
    output = try DecoderBuffers.rows(slots, experts.latentWidth ?? width)
    if let latent = experts.latentWidth {
      latentInput = try DecoderBuffers.rows(rows, latent)
      latentOutput = try DecoderBuffers.activations(rows, latent)
    } else {
      (latentInput, latentOutput) = (nil, nil)
    }
  }
}

extension FeedForwardConfiguration {
  /// The hidden width of the dense network or shared expert; 0 without one.
  var denseWidth: Int {
    switch self {
    case .dense(let dense): dense.width
    case .experts(let experts): experts.sharedWidth
    }
  }
}
