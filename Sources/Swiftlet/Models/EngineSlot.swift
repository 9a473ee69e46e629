import Dispatch
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import Synchronization

/// The engine of one model file with one set of options, loaded when it is first needed.
///
/// Models and executors that mean the same engine hold the same slot, so the weights are in memory once and for as long
/// as any of them is. A load that failed is forgotten, and the next request tries again.
final class EngineSlot: Sendable {
  /// What tells one engine from another.
  struct Configuration: Hashable, Sendable {
    /// The file, with all links resolved.
    var path: String
    var options: EngineOptions
  }

  /// What a file holds, ready for use.
  struct Contents: Sendable {
    var engine: InferenceEngine
    /// The template in the file, or the plain form if there is none.
    var template: Result<ChatTemplate, ChatTemplateError>
  }

  let configuration: Configuration

  /// What the engine's conversations have been in tokens.
  let history = TokenHistory()

  private let loaded = Mutex<Contents?>(nil)

  /// Adapters of the model by the paths of their files.
  private let adapters = Mutex<[String: LowRankAdapter]>([:])

  /// The load that is going on, for those who can wait without a thread.
  private let loading = Mutex<Task<Contents, any Error>?>(nil)

  /// Whether the model thinks, once that has been looked up.
  private let thinks = Mutex<Bool?>(nil)

  /// Held while loading, apart from what is read by every request.
  private let turnstile = Mutex(())

  private init(_ configuration: Configuration) {
    self.configuration = configuration
  }
}

extension EngineSlot {
  private struct Weak {
    weak var slot: EngineSlot?
  }

  private static let slots = Mutex<[Configuration: Weak]>([:])

  /// The slot of a configuration, which this process has once.
  static func shared(_ configuration: Configuration) -> EngineSlot {
    slots.withLock { slots in
      if let slot = slots[configuration]?.slot { return slot }
      let slot = EngineSlot(configuration)
      slots = slots.filter { $0.value.slot != nil }
      slots[configuration] = Weak(slot: slot)
      return slot
    }
  }
}

extension EngineSlot {
  /// The engine, if it is loaded.
  var engine: InferenceEngine? { loaded.withLock { $0?.engine } }

  /// The file's contents, loaded now if need be.
  nonisolated(nonsending) func contents() async throws -> Contents {
    if let contents = loaded.withLock({ $0 }) { return contents }
    let task = loading.withLock { loading in
      if let loading { return loading }
      let task = Task { try await self.load() }
      loading = task
      return task
    }
    return try await task.value
  }

  /// The file's contents, loaded now if need be while the caller's thread waits.
  func contentsNow() throws -> Contents {
    if let contents = loaded.withLock({ $0 }) { return contents }
    return try turnstile.withLock { _ in
      // Somebody else may have loaded them while this thread waited.
      if let contents = loaded.withLock({ $0 }) { return contents }
      let contents = try Contents(configuration)
      loaded.withLock { $0 = contents }
      return contents
    }
  }

  /// Whether the model marks thoughts, for which the template in the file is read but no weights.
  var hasReasoning: Bool {
    thinks.withLock { thinks in
      if let thinks { return thinks }
      let known = loaded.withLock { contents in contents.flatMap { try? $0.template.get() } }
      let template = known.map { Result.success($0) } ?? Result { try Self.template(inFileAt: configuration.path) }
      // A file that cannot be read now may be read later.
      guard case .success(let template) = template else { return false }
      let reasons = template.format.isHarmony || template.format.reasoning != nil
      thinks = reasons
      return reasons
    }
  }

  /// The template in a file.
  private static func template(inFileAt path: String) throws -> ChatTemplate {
    let metadata = try GGUFFile(path: path).metadata
    guard let source = try metadata.string("tokenizer.chat_template") else { return .plain }
    return try ChatTemplate(source: source, bos: nil, eos: nil)
  }

  /// An adapter for the model, both loaded now if need be.
  nonisolated(nonsending) func adapter(_ path: String) async throws -> LowRankAdapter {
    let engine = try await contents().engine
    // Held while loading: an adapter is small, and two loads of one would keep two sets of what has been read apart.
    return try adapters.withLock { adapters in
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

  /// Loads on a thread that may wait, which those of the concurrency runtime may not.
  private func load() async throws -> Contents {
    defer { loading.withLock { $0 = nil } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.contentsNow() })
      }
    }
  }
}

extension EngineSlot.Contents {
  /// Loads a file.
  fileprivate init(_ configuration: EngineSlot.Configuration) throws(GGUFLanguageModelError) {
    do {
      engine = try InferenceEngine(contentsOf: configuration.path, options: configuration.options)
    } catch {
      throw .unusable(path: configuration.path, reason: "\(error)")
    }
    let loaded = engine
    template = Result { () throws(ChatTemplateError) in try ChatTemplate(loaded) }
  }
}
