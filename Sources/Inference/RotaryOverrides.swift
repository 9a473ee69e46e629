public import SwiftletGGUF

/// Settings of the rotary embedding that replace those of a model's file, to stretch its context.
///
/// The context that the file was trained for is replaced too: by the original one times the factor.
/// Sources: Chen et al., "Extending Context Window of Large Language Models via Positional Interpolation", 2023
/// (linear); Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023.
public struct RotaryOverrides: Sendable, Hashable {
  /// The kinds of scaling.
  public enum Scaling: String, Sendable, CaseIterable {
    /// No scaling.
    case none
    /// Positions are divided by the factor.
    case linear
    /// Slow pairs are divided by the factor, fast ones are left alone.
    case yarn
  }

  /// The kind of scaling; nil for that of the file.
  public var scaling: Scaling?
  /// The factor of the context; nil for that of the file, else for as much as the requested context needs.
  public var factor: Double?
  /// The base of the frequencies; nil for that of the file.
  public var base: Double?
  /// The context before scaling; nil for that of the file.
  public var originalContext: Int?
  /// The factor of rotated queries and keys beside YaRN's own; nil for that of the file.
  public var attentionFactor: Double?
  /// The turns in the original context from which on YaRN leaves a pair alone; nil for that of the file, else 32.
  public var fastTurns: Double?
  /// The turns below which YaRN divides a pair by the whole factor; nil for that of the file, else 1.
  public var slowTurns: Double?

  /// Creates settings that replace nothing.
  public init() {}

  /// Returns a file with the settings in its metadata.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - contextSize: The requested context; nil for that of the file.
  /// - Returns: The file itself if nothing is replaced.
  /// - Throws: ``InferenceError`` if the model has no rotary embedding, there is no factor, or a setting is of another
  ///   kind of scaling.
  public func applied(to file: GGUFFile, contextSize: Int? = nil) throws(InferenceError) -> GGUFFile {
    guard self != RotaryOverrides() else { return file }
    let configuration = try DecoderConfiguration(file)
    guard configuration.layers.contains(where: { $0.hasAttention && $0.attention.rope != nil }) else {
      throw .unsupportedFeature(
        file: file.path, found: "settings of the rotary embedding", expected: "none, as the model has no such embedding"
      )
    }
    let keys = ArchitectureKeys(file, configuration.architecture)
    try checkUse(keys)
    var values: [(key: String, value: GGUFValue)] = []
    func set(_ key: String, _ value: GGUFValue?) {
      if let value { values.append((keys.name(key), value)) }
    }
    let trained = configuration.trainingContext
    let originalKey = "rope.scaling.original_context_length"
    let original: Int
    if let originalContext {
      original = originalContext
    } else {
      original = try keys.integer(originalKey, in: 1...1 << 30, default: trained)
    }
    set("rope.freq_base", base.map { .float64($0) })
    set("rope.scaling.type", scaling.map { .string(Array($0.rawValue.utf8)) })
    set("rope.scaling.attn_factor", attentionFactor.map { .float64($0) })
    set("rope.scaling.yarn_beta_fast", fastTurns.map { .float64($0) })
    set("rope.scaling.yarn_beta_slow", slowTurns.map { .float64($0) })
    var context = trained
    switch scaling {
    case RotaryOverrides.Scaling.none?: context = original
    case nil where factor == nil: break
    case nil, .linear?, .yarn?:
      let factor = try usedFactor(keys, original: original, contextSize: contextSize)
      set("rope.scaling.factor", .float64(factor))
      set(originalKey, .uint32(UInt32(original)))
      context = max(1, Int(clamping: min(Double(original) * factor, 0x1p30)))
    }
    // How far another base reaches is not known, so the caller decides.
    if base != nil { context = max(context, contextSize ?? 0) }
    set("context_length", .uint32(UInt32(min(context, 1 << 30))))
    return file.overriding(values)
  }

  /// Throws if a setting would have no effect on the kind of scaling.
  private func checkUse(_ keys: ArchitectureKeys) throws(InferenceError) {
    let key = "rope.scaling.type"
    let ofFile = try keys.string(key) ?? "none"
    let kind = scaling?.rawValue ?? ofFile
    if attentionFactor != nil || fastTurns != nil || slowTurns != nil, kind != Scaling.yarn.rawValue {
      throw keys.error(key, found: "\(kind), and settings of YaRN", expected: "yarn")
    }
    if scaling == Scaling.none, factor != nil {
      throw keys.error(key, found: "none, and a factor", expected: "linear or yarn")
    }
  }

  /// Returns the factor, else the file's, else the one that the requested context needs.
  private func usedFactor(
    _ keys: ArchitectureKeys, original: Int, contextSize: Int?
  ) throws(InferenceError) -> Double {
    if let factor { return factor }
    if let factor = try keys.optional("rope.scaling.factor", below: 1e6) { return factor }
    guard let contextSize else {
      throw keys.error("rope.scaling.factor", found: "no such key", expected: "a factor, or the context to stretch to")
    }
    return max(1, Double(contextSize) / Double(original))
  }
}
