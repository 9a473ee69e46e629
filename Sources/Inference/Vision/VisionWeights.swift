import SwiftletGGUF
import SwiftletKernels

/// The weights of a vision encoder and its projector, packed; shapes are (rows, columns).
struct VisionWeights: Sendable {
  /// A block.
  struct Block: Sendable {
    let attention: Attention
    let feedForwardNorm: Norm
    let up: VisionProducts  // (feed-forward, width), or the gate before it
    let down: VisionProducts  // (width, feed-forward)
    let feedForwardEpilogue: ResidualEpilogue
  }

  /// Attention with its norm.
  struct Attention: Sendable {
    let norm: Norm
    let queryKeyValue: VisionProducts  // (3 · width, width)
    let epilogue: QKVEpilogue
    let output: VisionProducts  // (width, width)
    let residualEpilogue: ResidualEpilogue

    var products: [VisionProducts] { [queryKeyValue, output] }
  }

  /// Attention inside squares of patches, which then become one each: the results of steps are added to means.
  struct Merger: Sendable {
    let attention: Attention
    let steps: [Step]
  }

  /// A step of a projector.
  enum Step: Sendable {
    case shuffle(side: Int)
    case unfold(side: Int)
    case pool(side: Int)
    case scale(Float)
    case standardize(bias: [Float], scale: [Float])
    case norm(Norm)
    case linear(DecoderWeights.Linear)
    case gated(gateUp: DecoderWeights.Linear, down: DecoderWeights.Linear, GateFunction)
    case activation(GateFunction)
  }

  let patches: [DecoderWeights.Linear]  // (width, channels · side · side), whose products are added
  let patchBias: FloatRows?
  let classToken: [Float]?
  let positions: PositionTable?
  /// True if a product has limits.
  var hasLimits: Bool {
    blocks.contains { block in (block.attention.products + [block.up, block.down]).contains { $0.hasLimits } }
  }
  let patchNorm: Norm?
  let preNorm: Norm?
  let postNorm: Norm?
  let blocks: [Block]
  let merger: Merger?
  let steps: [Step]
  let deepstack: [Int: [Step]]
  /// The rows that the projector has learned, which do not depend on pictures.
  let learnedRows: [FloatRows]  // (1, output width) each
  /// The width of the projector's rows, without additional ones.
  let outputWidth: Int

  /// Loads and packs the tensors of a file, and checks their shapes.
  init(_ file: GGUFFile, _ model: VisionConfiguration, pool: WorkerPool) throws(InferenceError) {
    let matrices = file.tensors.filter { tensor in tensor.dimensions.count { $0 > 1 } > 1 }
    var loader = try TensorLoader(file: file, packing: matrices, pool: pool, cache: .off, loading: .eager) { _ in }
    patches = try loader.patches(model)
    patchBias = file["v.patch_embd.bias"] == nil ? nil : try loader.vector("v.patch_embd.bias", model.width)
    classToken = model.hasClassToken ? try loader.vector("v.class_embd", model.width)[row: 0] : nil
    positions = model.positions == .none ? nil : try loader.positions(model)
    patchNorm = model.hasPatchNorm ? try loader.visionNorm("v.norm_embd", model.norm, model.width) : nil
    preNorm = model.hasPreNorm ? try loader.visionNorm("v.pre_ln", model.norm, model.width) : nil
    postNorm = model.hasPostNorm ? try loader.visionNorm("v.post_ln", model.norm, model.width) : nil
    var blocks: [Block] = []
    for index in 0..<model.blockCount { blocks.append(try loader.block(index, model)) }
    self.blocks = blocks
    merger = model.mergingBlock == nil ? nil : try loader.merger(model)
    (steps, outputWidth) = try loader.steps(model.steps, width: model.width)
    var deepstack: [Int: [Step]] = [:]
    for index in model.deepstack {
      let prefix = "v.deepstack.\(index)."
      let steps: [ProjectorStep] = [
        .shuffle(side: model.merge), .norm(prefix + "norm", model.norm), .linear(prefix + "fc1"), .activation(.gelu),
        .linear(prefix + "fc2"),
      ]
      let (loaded, width) = try loader.steps(steps, width: model.width)
      guard width == outputWidth else {
        throw .vision(.widthMismatch(file: file.path, found: width, model: "the projector", expected: outputWidth))
      }
      deepstack[index] = loaded
    }
    self.deepstack = deepstack
    var learned: [FloatRows] = []
    for name in model.learnedRows { learned.append(try loader.vector(name, outputWidth)) }
    learnedRows = learned
    _ = loader.finish()
  }

  /// The size of the packed matrices in bytes.
  var byteCount: Int {
    let inBlocks = blocks.reduce(0) { sum, block in
      sum + (block.attention.products + [block.up, block.down]).reduce(0) { $0 + $1.byteCount }
    }
    let inMerger = merger?.attention.products.reduce(0) { $0 + $1.byteCount } ?? 0
    let inSteps = ([steps, merger?.steps ?? []] + deepstack.values).joined().reduce(0) { sum, step in
      switch step {
      case .linear(let linear): sum + linear.byteCount
      case .gated(let gateUp, let down, _): sum + gateUp.byteCount + down.byteCount
      default: sum
      }
    }
    return inBlocks + inMerger + inSteps + patches.reduce(0) { $0 + $1.byteCount }
  }
}
