import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import Synchronization

/// What a model's file holds, ready for use.
final class EngineContents: Sendable {
  let engine: InferenceEngine
  /// The template in the file, or the plain form if there is none.
  let template: Result<ChatTemplate, ChatTemplateError>
  /// Adapters of the engine by the paths of their files.
  private let adapters = Mutex<[String: LowRankAdapter]>([:])

  /// Loads a file.
  init(
    _ configuration: EngineSlot.Configuration, counters: EngineCounters,
    progress: @escaping @Sendable (Double) -> Void
  ) throws(GGUFLanguageModelError) {
    do {
      engine = try InferenceEngine(
        contentsOf: configuration.path, options: configuration.options, counters: counters, progress: progress)
    } catch {
      throw .unusable(path: configuration.path, reason: "\(error)")
    }
    let loaded = engine
    template = Result { () throws(ChatTemplateError) in try ChatTemplate(loaded) }
  }

  /// An adapter for the model, loaded now if need be.
  func adapter(_ path: String) throws -> LowRankAdapter {
    // Held while loading: an adapter is small, and two loads of one would keep two sets of what has been read apart.
    try adapters.withLock { adapters in
      if let adapter = adapters[path] { return adapter }
      do {
        let adapter = try engine.loadAdapter(contentsOf: path)
        adapters[path] = adapter
        return adapter
      } catch {
        throw GGUFLanguageModelError.unusable(path: path, reason: "\(error)")
      }
    }
  }

  /// The template in a file.
  static func template(inFileAt path: String) throws -> ChatTemplate {
    let metadata = try GGUFFile(path: path).metadata
    guard let source = try metadata.string("tokenizer.chat_template") else { return .plain }
    return try ChatTemplate(source: source, bos: nil, eos: nil)
  }
}
