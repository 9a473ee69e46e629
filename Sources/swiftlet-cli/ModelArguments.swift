import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

/// The options that several commands share.
extension Option {
  static let model = Option(
    "--model", "MODEL",
    "GGUF file, folder with one, or name such as hf:user/repo[:QUANT]; default: $SWIFTLET_MODEL, else the default model",
    or: "-m"
  ).namingModels()
  static let draft = Option(
    "--draft", "MODEL", "draft model with the same vocabulary, for speculative decoding; same output",
    or: "--model-draft"
  ).namingModels()
  static let threads = Option("--threads", "N", "number of threads; default: number of fast physical cores", or: "-t")
  static let maximumTokens = Option(
    "--max-tokens", "N", "maximum number of tokens to generate; default: until EOG or the context is full",
    or: "-n", "--n-predict")
  static let instructions = Option("--instructions", "TEXT", "system prompt", or: "--system", "-sys")
  static let stop = Option(
    "--stop", "TEXT", "stop sequence (\\n for a newline); may be given several times", or: "--reverse-prompt")

  static let packedCache = [
    Option("--packed-cache", optional: "DIR", "write packed weights to disk while loading; default: the user's folder"),
    Option("--no-packed-cache", nil, "neither use nor write packed weights on disk"),
    Option("--verify-packed-cache", nil, "verify all checksums of packed weights while loading, not on first use"),
  ]

  /// The options of all commands that load a model's weights, so that each means the same everywhere.
  ///
  /// - Parameters:
  ///   - type: The default type of the KV cache.
  ///   - context: The effect of `--context`, and its default.
  /// - Returns: The options.
  static func loading(
    keyValueType type: KeyValueType, context: String = "context size in tokens; default: from the file"
  ) -> [Option] {
    let types = KeyValueType.allCases.map(\.rawValue).joined(separator: ", ")
    return [
      .model, .threads,
      Option("--context", "N", context, or: "-c", "--ctx-size"),
      Option("--kv-type", "T", "KV cache type: \(types); default: \(type.rawValue)").choosing(from: KeyValueType.self),
      Option("--lora", "FILE[:SCALE]", "LoRA adapter in GGUF format, with a factor of its scale", or: "--adapter"),
      Option("--eager", nil, "pack and check all weights while loading, as measurements do; default: on first use"),
    ] + downloading + packedCache + rotary
  }

  /// The options that replace a file's settings of the rotary embedding.
  static let rotary: [Option] = [
    Option("--rope-scaling", "T", "RoPE scaling, to stretch the context: none, linear or yarn; default: from the file")
      .choosing(from: RotaryOverrides.Scaling.self),
    Option("--rope-scale", "F", "factor of the context; default: from the file, else as --context needs"),
    Option("--rope-base", "B", "base of the RoPE frequencies; default: from the file", or: "--rope-freq-base"),
    Option("--yarn-context", "N", "YaRN: context before scaling; default: from the file", or: "--yarn-orig-ctx"),
    Option("--yarn-attn-factor", "F", "YaRN: factor of queries and keys; default: from the file, else 1"),
    Option("--yarn-beta-fast", "F", "YaRN: turns from which on pairs stay as they are; default: 32"),
    Option("--yarn-beta-slow", "F", "YaRN: turns below which pairs are scaled in full; default: 1"),
  ]
}

extension Arguments {
  /// The number of threads; more than some for each processor would only wait for each other.
  func threadCount() throws(UsageError) -> Int? {
    try integer("--threads", in: 1...max(16, 4 * Processors.physicalCount))
  }

  /// The settings of the rotary embedding.
  func rotaryOverrides() throws(UsageError) -> RotaryOverrides {
    var overrides = RotaryOverrides()
    overrides.scaling = try choice("--rope-scaling")
    overrides.factor = try number("--rope-scale", in: 0.01...10_000).map { Double($0) }
    overrides.base = try number("--rope-base", in: 1.5...1e12).map { Double($0) }
    overrides.originalContext = try integer("--yarn-context", in: 1...1 << 30)
    overrides.attentionFactor = try number("--yarn-attn-factor", in: 0.01...100).map { Double($0) }
    overrides.fastTurns = try number("--yarn-beta-fast", in: 0.01...100_000).map { Double($0) }
    overrides.slowTurns = try number("--yarn-beta-slow", in: 0.01...100_000).map { Double($0) }
    return overrides
  }

  /// The LoRA adapter, from `--lora FILE[:SCALE]`.
  ///
  /// The text after the last colon is the scale, unless a file has the whole name or the text has a slash.
  func adapter() throws(UsageError) -> AdapterFile? {
    guard let text = string("--lora") else { return nil }
    let count = strings("--lora").count
    guard count == 1 else {
      throw UsageError(argument: "--lora", reason: "found \(count) adapters, expected one at most")
    }
    guard let colon = text.lastIndex(of: ":"), !FileManager.default.fileExists(atPath: text) else {
      return AdapterFile(path: text)
    }
    let scale = text[text.index(after: colon)...]
    if scale.contains("/") { return AdapterFile(path: text) }
    guard let strength = Float(scale), strength.isFinite, abs(strength) <= 1000 else {
      throw UsageError(
        argument: "--lora", reason: "found the scale \(scale.debugDescription), expected a number from -1000 to 1000")
    }
    return AdapterFile(path: String(text[..<colon]), strength: strength)
  }

  /// The stop sequences, from `--stop`.
  func stopSequences() throws(UsageError) -> [String] {
    try strings("--stop").map { text throws(UsageError) in
      guard !text.isEmpty else { throw UsageError(argument: "--stop", reason: "found an empty text, expected a text") }
      return text.replacing("\\n", with: "\n")
    }
  }
}
