import Foundation
public import Swiftlet
import SwiftletGGUF
package import SwiftletInference

/// A model of a server: its names, and how it is made when it is first asked for.
public struct ServedModel: Sendable {
  /// The name in answers and lists.
  public var name: String
  /// The other names in requests.
  public var aliases: [String]
  /// The time of the file, in seconds since 1970.
  package var created = UnixTime.now
  /// The path of the file; `nil` if it is not known.
  package var path: String?
  /// The file of the model's LoRA adapter; `nil` without one.
  package var adapterFile: AdapterFile?
  /// The context in tokens that the model is loaded with; `nil` for that of the file.
  package var contextLimit: Int?
  /// The sampling settings over those of the file, the last ones over the first.
  package var sampling: [SamplingOptions] = []
  /// True if the model reads images.
  package var readsImages = false
  /// Makes the model, which is not loaded then.
  package var make: @Sendable () throws -> GGUFLanguageModel
  /// Loads the model for embeddings; `nil` if it has no file.
  package var makeEmbedder: (@Sendable () async throws -> EmbeddingModel)?

  /// Creates a model that is known already.
  ///
  /// - Parameters:
  ///   - name: The name in answers and lists.
  ///   - aliases: The other names in requests.
  ///   - model: The model, which need not be loaded.
  public init(name: String, aliases: [String] = [], model: GGUFLanguageModel) {
    self.init(name: name, aliases: aliases, path: model.path) { model }
    adopt(model)
  }

  /// Takes over the settings of a model.
  package mutating func adopt(_ model: GGUFLanguageModel) {
    (adapterFile, contextLimit, sampling) = (model.adapterFile, model.contextLimit, model.samplingOptions)
    readsImages = model.readsImages
  }

  /// Creates a model that is made when it is first asked for.
  package init(
    name: String, aliases: [String] = [], path: String?, make: @escaping @Sendable () throws -> GGUFLanguageModel
  ) {
    (self.name, self.aliases, self.path, self.make) = (name, aliases, path, make)
    guard let path else { return }
    makeEmbedder = { try await EmbeddingModel(contentsOf: URL(filePath: path)) }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    if let date = attributes[.modificationDate] as? Date { created = Int(clamping: date.timeIntervalSince1970) }
  }
}

/// The idle time after which a model is unloaded, as a request gives it.
package enum KeepAlive: Sendable, Equatable {
  /// The model stays in memory.
  case forever
  /// The model is unloaded after a time, which may be zero.
  case after(Duration)

  /// The time; `nil` for none.
  var time: Duration? { if case .after(let time) = self { time } else { nil } }
}
