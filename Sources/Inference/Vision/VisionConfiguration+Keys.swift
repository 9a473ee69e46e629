import SwiftletGGUF
import SwiftletKernels

extension VisionConfiguration {
  /// Reads the configuration of an mmproj file.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the file has no encoder or an unknown projector, or the error of a key
  ///   that is missing or out of range.
  init(_ file: GGUFFile) throws(InferenceError) {
    let family = try VisionFamily.of(file)
    let keys = ArchitectureKeys(file, "clip.vision")
    try self.init(family, keys)
    try family.describe(&self, keys)
  }

  /// Reads the keys that all families share.
  private init(_ family: VisionFamily, _ keys: ArchitectureKeys) throws(InferenceError) {
    let width = try keys.integer("embedding_length", in: 1...1 << 16)
    let heads = try keys.integer("attention.head_count", in: 1...1 << 10)
    guard width % heads == 0 else {
      throw keys.error("attention.head_count", found: "\(heads)", expected: "a divisor of the width \(width)")
    }
    let epsilon = try keys.positive("attention.layer_norm_epsilon", below: 1)
    projector = family.projector
    patchSize = try keys.integer("patch_size", in: 1...256)
    imageSize = try keys.integer("image_size", in: patchSize...1 << 14)
    self.width = width
    feedForwardWidth = try keys.integer("feed_forward_length", in: 1...1 << 18)
    shape = AttentionShape(headCount: heads, keyValueHeadCount: heads, headWidth: width / heads)
    blockCount = try keys.integer("block_count", in: 1...512)
    norm = NormConfiguration(kind: .layer, hasBias: true, epsilon: Float(epsilon))
    (mean, deviation) = (try keys.channels("image_mean"), try keys.channels("image_std"))
    guard deviation.allSatisfy({ $0 > 0 }) else {
      throw keys.error("image_std", found: keys.summary("image_std"), expected: "positive numbers")
    }
    let flags = try wrapping { () throws(GGUFError) in
      (try keys.file.metadata.bool("clip.use_gelu") ?? false, try keys.file.metadata.bool("clip.use_silu") ?? false)
    }
    switch flags {
    case (true, false): function = .geluTanh
    case (false, true): function = .silu
    case (false, false): (function, functionScale) = (.silu, 1.702)
    case (true, true):
      throw .unsupportedFeature(
        file: keys.file.path, found: "both clip.use_gelu and clip.use_silu", expected: "at most one of them")
    }
  }
}

extension ArchitectureKeys {
  /// Reads a number for each of the three channels.
  fileprivate func channels(_ key: String) throws(InferenceError) -> [Float] {
    let values = try wrapping { () throws(GGUFError) in try file.metadata.floats(name(key)) } ?? []
    guard values.count == 3, values.allSatisfy(\.isFinite) else {
      throw error(key, found: summary(key), expected: "three numbers")
    }
    return values
  }
}
