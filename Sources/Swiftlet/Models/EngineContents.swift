import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import Synchronization

/// The loaded contents of a model's file: the engine, its chat template and its adapters.
final class EngineContents: Sendable {
  let engine: InferenceEngine
  /// The chat template of the file, or the plain template if there is none.
  let template: Result<ChatTemplate, ChatTemplateError>
  /// The loaded adapters, the most recently used last; requests choose strengths, each of which is another one.
  private let adapters = Mutex<[(file: AdapterFile, adapter: LowRankAdapter)]>([])
  private static let maximumAdapters = 8
  /// The file that encodes images; `nil` for none.
  private let projectorPath: String?
  private let threads: Int?
  private let imageTokens: GGUFLanguageModel.ImageTokens?
  private let loadedEncoder = Mutex<PictureEncoder?>(nil)

  /// Loads a file.
  init(
    _ configuration: EngineSlot.Configuration, counters: EngineCounters,
    progress: @escaping @Sendable (Double) -> Void
  ) throws(GGUFLanguageModelError) {
    (projectorPath, threads) = (configuration.projectorPath, configuration.options.threads)
    imageTokens = configuration.imageTokens
    do {
      engine = try InferenceEngine(
        contentsOf: configuration.path, options: configuration.options, counters: counters, progress: progress)
    } catch {
      throw .unusable(path: configuration.path, reason: "\(error)")
    }
    let loaded = engine
    template = Result { () throws(ChatTemplateError) in try ChatTemplate(loaded) }
  }

  /// Returns the adapter of a file, loading it on first use.
  func adapter(_ file: AdapterFile) throws -> LowRankAdapter {
    // Held while loading: an adapter is small, and loading one twice would split its prefix cache in two.
    try adapters.withLock { adapters in
      if let known = adapters.firstIndex(where: { $0.file == file }) {
        let adapter = adapters.remove(at: known)
        adapters.append(adapter)
        return adapter.adapter
      }
      do {
        let adapter = try engine.loadAdapter(contentsOf: file.path, strength: file.strength)
        adapters.append((file, adapter))
        if adapters.count > Self.maximumAdapters { adapters.removeFirst() }
        return adapter
      } catch {
        throw GGUFLanguageModelError.unusable(path: file.path, reason: "\(error)")
      }
    }
  }

  /// Returns the encoder of images, loading it on first use; `nil` if the model has none.
  ///
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` for a file that is no encoder for the model.
  func pictureEncoder() throws -> PictureEncoder? {
    guard let projectorPath else { return nil }
    // Held while loading, as a second encoder would take memory and encode the same images again.
    return try loadedEncoder.withLock { loaded in
      if let loaded { return loaded }
      do {
        let encoder = try PictureEncoder(
          contentsOf: projectorPath, for: engine.model, threads: threads, minimumRows: imageTokens?.minimum,
          maximumRows: imageTokens?.maximum)
        loaded = encoder
        return encoder
      } catch {
        throw GGUFLanguageModelError.unusable(path: projectorPath, reason: "\(error)")
      }
    }
  }

  /// Reads the chat template of a file.
  static func template(inFileAt path: String) throws -> ChatTemplate {
    let metadata = try GGUFFile(path: path).metadata
    guard let source = try metadata.string("tokenizer.chat_template") else { return .plain }
    return try ChatTemplate(source: source, bos: nil, eos: nil)
  }
}
