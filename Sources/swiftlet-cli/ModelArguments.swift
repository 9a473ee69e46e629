import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletWeights

/// The options that several commands share.
extension Option {
  static let model = Option("--model", "FILE", "GGUF model file; default: $SWIFTLET_MODEL, else the bundled model")
  static let draft = Option(
    "--draft", "FILE", "draft model with the same vocabulary, for speculative decoding; same output")
  static let threads = Option("--threads", "N", "number of threads; default: number of physical cores")
  static let contextSize = Option("--context", "N", "context size in tokens; default: from the file")

  static let packedCache = Option(
    "--packed-cache", optional: "DIR", "cache packed weights on disk; default: next to the model file")

  static let verifyPackedCache = Option(
    "--verify-packed-cache", nil, "verify all checksums of --packed-cache while loading, not on first use")

  static func keyValueType(default type: KeyValueType) -> Option {
    let types = KeyValueType.allCases.map(\.rawValue).joined(separator: ", ")
    return Option("--kv-type", "T", "KV cache type: \(types); default: \(type.rawValue)")
  }
}

extension Arguments {
  /// The path of the model: `--model`, else the default model.
  func modelPath() throws -> String {
    if let path = string("--model") { return path }
    guard let url = DefaultModel.url else {
      throw UsageError(
        argument: "--model",
        reason: "$SWIFTLET_MODEL is not a file and the bundled model is missing; specify a GGUF file")
    }
    return url.path(percentEncoded: false)
  }

  /// The path of the model; `--model` is required.
  func requiredModelPath() throws(UsageError) -> String {
    guard let path = string("--model") else {
      throw UsageError(argument: "--model", reason: "is missing; specify a GGUF file")
    }
    return path
  }

  func threadCount() throws(UsageError) -> Int? { try integer("--threads", in: 1...1024) }

  /// The location of the packed weight cache, from `--packed-cache`.
  func packedCache() -> PackedCachePolicy {
    let policy: PackedCachePolicy =
      switch string("--packed-cache") {
      case nil: .off
      case "": .besideModel
      case let folder?: .folder(folder)
      }
    return has("--verify-packed-cache") ? .verified(policy) : policy
  }
}

extension GGUFLanguageModel.PackedCache {
  /// Converts the engine's policy to the public API's.
  init(_ policy: PackedCachePolicy) {
    switch policy {
    case .off: self = .off
    case .besideModel: self = .besideModel
    case .folder(let folder): self = .folder(URL(filePath: folder, directoryHint: .isDirectory))
    case .verified(let policy): self = .verified(Self(policy))
    }
  }
}

extension PackedCacheReport {
  /// Warns on standard error if the cache could not be written, or is damaged, now or when damage is found later.
  func warn() {
    func show(_ text: String) { Output.error("swiftlet: packed cache \(path): \(text)\n") }
    switch loadError {
    case .corruptTable?, .corruptContents?, .wrongSize?:
      if let loadError, isWritten { show("\(loadError); replaced") }
    default: break
    }
    if let writeError { show("\(writeError); loaded without it") }
    damage.onFirst { [path] tensor in
      let error = PackedCacheError.corruptContents(tensor: tensor)
      Output.error(
        "swiftlet: packed cache \(path): \(error); its weights were packed again, and the file is removed: the next "
          + "load writes it anew\n")
    }
  }
}
