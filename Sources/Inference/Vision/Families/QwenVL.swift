import SwiftletGGUF
import SwiftletImages
import SwiftletKernels

extension VisionFamily {
  /// `qwen2vl_merger`: pictures of any aspect, rotary embeddings by row and column, positions likewise in the text.
  static let qwen2vl = VisionFamily(
    projector: "qwen2vl_merger", models: "Qwen 2 VL",
    markers: ["<|vision_start|><|image_pad|><|vision_end|>"]
  ) {
    model, keys throws(InferenceError) in
    model.positions = .none
    try model.useMerger(keys, rows: 4...4096)
  } plan: { model, size throws(VisionError) in
    try PicturePlan(qwen: model, size)
  }

  /// `qwen2.5vl_merger`: with attention windows, RMS norms and gates.
  static let qwen25vl = VisionFamily(
    projector: "qwen2.5vl_merger", models: "Qwen 2.5 VL",
    markers: ["<|vision_start|><|image_pad|><|vision_end|>"]
  ) {
    model, keys throws(InferenceError) in
    (model.norm.kind, model.norm.hasBias) = (.rootMeanSquare, false)
    model.isGated = true
    model.positions = .none
    try model.useMerger(keys, rows: 4...4096)
    model.windowPeriod = try keys.integer("n_wa_pattern", in: 1...512)
    let side = try keys.integer("window_size", in: 1...1 << 14, default: 112)
    model.window = max(1, side / model.merge / model.patchSize) * model.merge
  } plan: { model, size throws(VisionError) in
    try PicturePlan(qwen: model, size)
  }

  /// `qwen3vl_merger`: with a resized position table, and additional rows for the first layers of the text model.
  static let qwen3vl = VisionFamily(
    projector: "qwen3vl_merger", models: "Qwen 3 VL, Qwen 3.5 and 3.6",
    markers: ["<|vision_start|><|image_pad|><|vision_end|>"]
  ) {
    model, keys throws(InferenceError) in
    model.positions = .resized(.alignedCorners)
    try model.useMerger(keys, rows: 64...4096)
    model.deepstack = (0..<model.blockCount).filter { keys.file["v.deepstack.\($0).norm.weight"] != nil }
  } plan: { model, size throws(VisionError) in
    try PicturePlan(qwen: model, size)
  }
}

extension VisionConfiguration {
  /// Sets what the Qwen-VL families share.
  fileprivate mutating func useMerger(_ keys: ArchitectureKeys, rows: ClosedRange<Int>) throws(InferenceError) {
    merge = try keys.integer("spatial_merge_size", in: 1...16, default: 2)
    pixelLimits = try keys.pixelLimits(self, rows: rows)
    rowLimiting = .pixels
    rope = VisionRope()
    hasGridPositions = true
    guard shape.headWidth % 4 == 0 else {
      throw keys.error("attention.head_count", found: "heads of \(shape.headWidth)", expected: "a multiple of 4")
    }
    steps = [.shuffle(side: merge), .linear("mm.0"), .activation(.gelu), .linear("mm.2")]
  }
}

extension PicturePlan {
  fileprivate init(qwen model: VisionConfiguration, _ size: PictureSize) throws(VisionError) {
    let cell = model.patchSize * model.merge
    let scaled = try size.checkedForAspect().fitted(cell: cell, model.pixelLimits)
    self.init(.bicubic)
    grid = PictureSize(width: scaled.width / cell, height: scaled.height / cell)
    append("<|vision_start|>")
    append(View(sizes: [scaled]), rows: scaled.area / (cell * cell))
    append("<|vision_end|>")
  }
}

extension PictureSize {
  /// The largest ratio of the sides of a picture.
  private static var largestAspect: Int { 200 }

  /// Returns this size, of a picture that may have been enlarged, if one side is not too long for the other.
  func checkedForAspect(of picture: PictureSize? = nil) throws(VisionError) -> PictureSize {
    guard max(width, height) <= Self.largestAspect * min(width, height) else {
      let size = picture ?? self
      throw .aspectRatio(width: size.width, height: size.height, limit: Self.largestAspect)
    }
    return self
  }
}
