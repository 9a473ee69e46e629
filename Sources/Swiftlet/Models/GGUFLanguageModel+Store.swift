import Foundation
public import SwiftletInference
import SwiftletJSON
import SwiftletKernels
public import SwiftletStore

extension GGUFLanguageModel {
  /// Creates a model by its name, from the stores on this machine; it never downloads.
  ///
  /// ```swift
  /// let model = try GGUFLanguageModel(named: "hf:ggml-org/Qwen3-0.6B-GGUF")
  /// ```
  ///
  /// Names are those of `swiftlet pull`: `hf:user/repository[:QUANT]`, `ollama:model[:tag]`,
  /// `lmstudio:publisher/model`, a URL, or a path. The adapter, sampling parameters, stop sequences, instructions and
  /// examples that a store has for the model apply, each below what the parameters and requests say.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - draft: The name of a draft model with the same vocabulary, for speculative decoding.
  ///   - contextSize: The context size in tokens; `nil` for that of the store, else the default of the engine and file.
  ///   - threads: The number of compute threads; `nil` for the default of the engine.
  ///   - cacheFormat: The element type of the KV cache.
  ///   - sampling: The sampling settings for values that a request does not set.
  ///   - store: The models on this machine.
  /// - Throws: `ModelNameError` for text that is not a name; `ModelStoreError`, such as `notDownloaded`, if the files
  ///   are not there; ``GGUFLanguageModelError`` if they cannot be used.
  public init(
    named name: String, draft: String? = nil, contextSize: Int? = nil, threads: Int? = nil,
    cacheFormat: CacheFormat = .f16, sampling: SamplingOptions = SamplingOptions(), store: ModelStore = ModelStore()
  ) throws {
    let files = try store.resolve(ModelName(name))
    let draft = try draft.map { try store.resolve(ModelName($0)) }
    let options = EngineOptions(
      threads: threads, contextSize: contextSize, keyValueType: KeyValueType(rawValue: cacheFormat.rawValue) ?? .f16,
      packedCache: .automatic, weightLoading: .lazy, draftPath: draft?.files.first?.path(percentEncoded: false))
    try self.init(files, options: options, sampling: sampling)
  }

  /// Creates a model from the files of a store and the options of its engine.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if there is no such file, it is not a GGUF file, or it needs several adapters.
  package init(
    _ model: ResolvedModel, options: EngineOptions = EngineOptions(), projector: String? = nil,
    imageTokens: ImageTokens? = nil, adapter: AdapterFile? = nil, sampling: SamplingOptions = SamplingOptions(),
    stopSequences: [String] = [], schemaPolicy: SchemaPolicy = .exact,
    systemMessages: SystemMessagePolicy = .merged
  ) throws(GGUFLanguageModelError) {
    let path = model.files.first?.path(percentEncoded: false) ?? ""
    let ownAdapter = try model.onlyAdapter
    var options = options
    options.contextSize = options.contextSize ?? model.parameters?.contextSize
    try self.init(
      path: path, options: options, projector: projector ?? model.projector?.path(percentEncoded: false),
      imageTokens: imageTokens,
      adapter: adapter ?? ownAdapter, sampling: sampling,
      stopSequences: (model.parameters?.stop ?? []) + stopSequences, schemaPolicy: schemaPolicy,
      systemMessages: systemMessages, defaults: ModelDefaults(model))
  }
}

extension GGUFLanguageModel {
  /// Creates a model from the files of a store, without looking at them.
  ///
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` if it needs several adapters.
  init(unchecked model: ResolvedModel) throws(GGUFLanguageModelError) {
    var options = EngineOptions(packedCache: .automatic, weightLoading: .lazy)
    options.contextSize = model.parameters?.contextSize
    self.init(
      uncheckedPath: Self.resolved(model.files.first?.path(percentEncoded: false) ?? ""), options: options,
      projector: model.projector.map { Self.resolved($0.path(percentEncoded: false)) },
      adapter: try model.onlyAdapter.map { AdapterFile(path: Self.resolved($0.path), strength: $0.strength) },
      stopSequences: model.parameters?.stop ?? [], defaults: ModelDefaults(model))
  }
}

extension ResolvedModel {
  /// The adapter that the store has for the model; nil without one.
  ///
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` for several adapters.
  fileprivate var onlyAdapter: AdapterFile? {
    get throws(GGUFLanguageModelError) {
      guard adapters.count <= 1 else {
        throw .unusable(
          path: files.first?.path(percentEncoded: false) ?? "",
          reason: "found \(adapters.count) adapters of the store, expected one at most")
      }
      return AdapterFile(path: adapters.first?.path(percentEncoded: false))
    }
  }
}

extension ModelDefaults {
  /// Creates the settings that a store has for a model.
  fileprivate init(_ model: ResolvedModel) {
    let systems = model.messages.filter { $0.role == .system }.map(\.content)
    instructions = model.instructions ?? (systems.isEmpty ? nil : systems.joined(separator: "\n\n"))
    examples = model.messages.filter { $0.role != .system }
      .map { Example(isAnswer: $0.role == .assistant, text: $0.content) }
    sampling = SamplingOptions(model.parameters)
    maximumTokens = model.parameters?.maximumTokenCount
  }
}

extension SamplingOptions {
  /// Names that ollama has for settings, besides those of ``SamplingSetting``.
  private static let ollamaNames = ["repetition_penalty": "repeat_penalty"]

  /// Creates the options of the parameters that a store has for a model; values out of range are left out.
  fileprivate init(_ parameters: ModelParameters?) {
    self.init()
    for setting in SamplingSetting.all {
      let name = Self.ollamaNames[setting.name] ?? setting.name
      guard case .number(let text)? = parameters?.values[name] else { continue }
      _ = setting.parse([text], into: &self)
    }
  }
}
