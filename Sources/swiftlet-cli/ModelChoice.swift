import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletWeights

/// Options that commands share, and what they mean.
extension Option {
  static let model = Option("--model", "FILE", "the GGUF file; default: $SWIFTLET_MODEL, else the model that ships")
  static let draft = Option(
    "--draft", "FILE", "a smaller model of the same vocabulary that proposes tokens; the answer is the same, sooner")
  static let threads = Option("--threads", "N", "how many threads compute; default: one for each physical core")
  static let contextSize = Option("--context", "N", "the longest conversation in tokens; default: as trained")

  static let packedCache = Option(
    "--packed-cache", optional: "DIR", "keep packed weights for the next load; default: beside the model's file")

  static func keyValueType(default type: KeyValueType) -> Option {
    let types = KeyValueType.allCases.map(\.rawValue).joined(separator: ", ")
    return Option("--kv-type", "T", "how keys and values are kept: \(types); default: \(type.rawValue)")
  }
}

extension Arguments {
  /// The path of the model to use.
  func modelPath() throws -> String {
    if let path = string("--model") { return path }
    guard let url = DefaultModel.url else {
      throw UsageError(
        what: "--model", why: "$SWIFTLET_MODEL names no file and the model that ships was not found; name a GGUF file")
    }
    return url.path(percentEncoded: false)
  }

  /// The path of the model, which has to be named.
  func requiredModelPath() throws(UsageError) -> String {
    guard let path = string("--model") else { throw UsageError(what: "--model", why: "is missing; name a GGUF file") }
    return path
  }

  func threadCount() throws(UsageError) -> Int? { try integer("--threads", in: 1...1024) }

  /// Where packed weights are kept, if they are.
  func packedCache() -> PackedCachePolicy {
    switch string("--packed-cache") {
    case nil: .off
    case "": .besideModel
    case let folder?: .folder(folder)
    }
  }
}

extension GGUFLanguageModel.PackedCache {
  /// The policy as the library's users say it.
  init(_ policy: PackedCachePolicy) {
    switch policy {
    case .off: self = .off
    case .besideModel: self = .besideModel
    case .folder(let folder): self = .folder(URL(filePath: folder, directoryHint: .isDirectory))
    }
  }
}

extension PackedCacheReport {
  /// Says on standard error if there will be no cache for the next load either.
  func warn() {
    if let writeError { Output.error("swiftlet: packed cache \(path): \(writeError); loaded without it\n") }
  }
}
